// SPDX-License-Identifier: MIT
//! Members whose kinds are known only when the program runs.
use std::fmt;

use diagfmt_sys as sys;

use crate::record::{Member, Record, Text, Type};
use crate::tree::Tree;

/// The value of a member.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Value<'a> {
    /// A pointer to nothing.
    Null,
    /// Whole numbers.
    U64(u64),
    /// The same with a sign.
    I64(i64),
    /// Floating point.
    F64(f64),
    /// 0 or 1.
    Bool(bool),
    /// Text.
    Text(Text<'a>),
    /// What is not text.
    Bytes(&'a [u8]),
    /// A number that may have a word.
    Word(Word),
    /// Bits that may have words.
    Flags(Word),
    /// A struct.
    Record(Record<'a>),
    /// Several values.
    Array(Array<'a>),
    /// An argument of a call.
    Tree(Tree<'a>),
}

impl<'a> Value<'a> {
    /// # Safety
    /// `at` is such a member, `count` its number of elements if it is an array; both stay for `'a`.
    pub(crate) unsafe fn read(f: &'static sys::dfmt_field, at: *const u8, count: *const u8) -> Value<'a> {
        let elem = if f.elem_type < 256 { None } else { Type::find(f.elem_type) }; // below that it is a kind
        let how = How { kind: f.kind, elem };
        match f.kind {
            sys::DFMT_KIND_ARRAY | sys::DFMT_KIND_REF_ARRAY => {
                let at = unsafe { usize::read(at) } as *const u8;
                let n = if at.is_null() { 0 } else { unsafe { u64::read(count) as usize } };
                let kind = if f.kind == sys::DFMT_KIND_REF_ARRAY { sys::DFMT_KIND_REF } else { f.elem_type };
                Value::Array(Array { how: How { kind, ..how }, at, n, life: std::marker::PhantomData })
            }
            _ => unsafe { how.read(at) },
        }
    }

    /// The text of `Text`, and of a `Word` that has one.
    pub fn as_str(&self) -> Option<&'a str> {
        match self {
            Value::Text(text) => text.to_str().ok(),
            Value::Word(word) => word.word(),
            _ => None,
        }
    }

    /// The number of `U64`, `Bool`, `Word` and `Flags`, and of an `I64` that is not negative.
    pub fn as_u64(&self) -> Option<u64> {
        match *self {
            Value::U64(number) => Some(number),
            Value::I64(number) => number.try_into().ok(),
            Value::Bool(yes) => Some(yes.into()),
            Value::Word(word) | Value::Flags(word) => Some(word.number.into()),
            _ => None,
        }
    }
}

/// A number of an enumeration, or bits of flags.
#[derive(Clone, Copy, PartialEq)]
pub struct Word {
    /// The number; signed ones as two's complement.
    pub number: u32,
    /// The enumeration.
    pub ty: Type,
}

impl Word {
    /// The word for the number.
    pub fn word(self) -> Option<&'static str> {
        self.ty.word(self.number.into())
    }

    /// Of flags, the words of bits that have one.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        (0..32)
            .map(|i| 1u32 << i)
            .filter(move |bit| self.number & bit != 0)
            .filter_map(move |bit| self.ty.word(bit.into()))
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({:?})", self.number, self.word())
    }
}

/// How a value is read: a kind, or a type of structs.
#[derive(Clone, Copy)]
struct How {
    kind: u32,
    elem: Option<Type>,
}

impl How {
    fn word(self, number: u32) -> Value<'static> {
        match self.elem {
            Some(ty) if self.kind == sys::DFMT_KIND_FLAGS => Value::Flags(Word { number, ty }),
            Some(ty) => Value::Word(Word { number, ty }),
            None => Value::U64(number.into()),
        }
    }

    unsafe fn read<'a>(self, at: *const u8) -> Value<'a> {
        use sys::*;
        unsafe {
            match self.kind {
                DFMT_KIND_U32 => Value::U64(u32::read(at).into()),
                DFMT_KIND_I32 if self.elem.is_none() => Value::I64(i32::read(at).into()),
                DFMT_KIND_I32 | DFMT_KIND_ENUM | DFMT_KIND_FLAGS => self.word(u32::read(at)),
                DFMT_KIND_U64 => Value::U64(u64::read(at)),
                DFMT_KIND_I64 => Value::I64(i64::read(at)),
                DFMT_KIND_F64 => Value::F64(f64::read(at)),
                DFMT_KIND_BOOL => Value::Bool(bool::read(at)),
                DFMT_KIND_STR | DFMT_TYPE_STR => Value::Text(Text::read(at)),
                DFMT_KIND_BYTES => Value::Bytes(<&[u8]>::read(at)),
                DFMT_KIND_CSTR => Option::<Text>::read(at).map_or(Value::Null, Value::Text),
                DFMT_KIND_REF => self.target(usize::read(at) as *const u8),
                DFMT_KIND_VALUE_TREE => Option::<Tree>::read(at).map_or(Value::Null, Value::Tree),
                _ => self.elem.map_or(Value::Null, |ty| Value::Record(Record::from_raw(ty, at))),
            }
        }
    }

    unsafe fn target<'a>(self, at: *const u8) -> Value<'a> {
        match self.elem {
            _ if at.is_null() => Value::Null,
            Some(ty) => Value::Record(unsafe { Record::from_raw(ty, at) }),
            None => unsafe { Record::from_head(at.cast()) }.map_or(Value::Null, Value::Record),
        }
    }
}

/// Elements of an array.
#[derive(Clone, Copy)]
pub struct Array<'a> {
    how: How,
    at: *const u8,
    n: usize,
    life: std::marker::PhantomData<&'a u8>,
}

impl<'a> Array<'a> {
    /// How many there are.
    pub fn len(self) -> usize {
        self.n
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.n == 0
    }

    /// An element by its place.
    pub fn get(self, i: usize) -> Option<Value<'a>> {
        (i < self.n).then(|| unsafe { self.how.read(self.at.add(i * self.step())) })
    }

    /// All elements.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Value<'a>> {
        (0..self.n).map(move |i| unsafe { self.how.read(self.at.add(i * self.step())) })
    }

    fn step(self) -> usize {
        match self.how.kind {
            sys::DFMT_KIND_U32 | sys::DFMT_KIND_I32 => 4,
            sys::DFMT_KIND_U64 | sys::DFMT_KIND_I64 | sys::DFMT_KIND_F64 => 8,
            sys::DFMT_KIND_STR | sys::DFMT_KIND_BYTES => size_of::<sys::dfmt_str>(),
            sys::DFMT_KIND_CSTR | sys::DFMT_KIND_REF => size_of::<usize>(),
            _ => self.how.elem.map_or(0, Type::size),
        }
    }
}

impl fmt::Debug for Array<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
