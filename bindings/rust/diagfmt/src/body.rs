// SPDX-License-Identifier: MIT
//! Structs for writers.
use std::marker::PhantomData;

use diagfmt_sys as sys;

use crate::error::{Error, Result};
use crate::record::{Field, Record, Type};

/// What a member is set to.
#[derive(Debug)]
#[non_exhaustive]
pub enum Input<'a> {
    /// Whole numbers, flags and words by their numbers.
    U64(u64),
    /// Whole numbers with a sign.
    I64(i64),
    /// Floating point.
    F64(f64),
    /// Text and bytes; also the word of an enumeration, and words of flags, joined by '|'.
    Bytes(&'a [u8]),
    /// A struct, by reference or as an element.
    Body(Body<'a>),
    /// The elements of an array.
    List(Vec<Input<'a>>),
}

impl Input<'_> {
    fn number(&self) -> Option<i128> {
        match *self {
            Input::U64(number) => Some(number.into()),
            Input::I64(number) => Some(number.into()),
            _ => None,
        }
    }
}

macro_rules! inputs {
    ($($from:ty => $variant:ident: $how:expr;)*) => {$(
        impl<'a> From<$from> for Input<'a> {
            fn from(value: $from) -> Self {
                #[allow(clippy::redundant_closure_call)]
                Input::$variant(($how)(value))
            }
        }
    )*};
}
inputs! {
    u64 => U64: |v| v;
    u32 => U64: u64::from;
    bool => U64: u64::from;
    i64 => I64: |v| v;
    i32 => I64: i64::from;
    f64 => F64: |v| v;
    &'a [u8] => Bytes: |v| v;
    &'a str => Bytes: str::as_bytes;
    Body<'a> => Body: |v| v;
}

impl<'a, T: Into<Input<'a>>> From<Vec<T>> for Input<'a> {
    fn from(list: Vec<T>) -> Self {
        Input::List(list.into_iter().map(T::into).collect())
    }
}

/// A struct to write: an event's body, or an element of one.
///
/// ```
/// use diagfmt::Body;
/// # fn main() -> diagfmt::Result<()> {
/// let title = Body::new("apport.field")?.set("key", "Title")?.set("text", "demo crashed")?;
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Body<'a> {
    ty: Type,
    room: Box<[u64]>,
    kept: Vec<Box<[u64]>>, // what it points to
    life: PhantomData<&'a [u8]>,
}

impl<'a> Body<'a> {
    /// A struct without any member.
    pub fn new(type_name: &str) -> Result<Body<'static>> {
        let ty = Type::named(type_name).filter(|ty| ty.size() > 0);
        let ty = ty.ok_or_else(|| wrong(format!("there is no struct {type_name}")))?;
        Ok(Body::zeroed(ty))
    }

    /// A copy of a record for changes, with what the record points to: that is borrowed.
    pub fn of(record: Record<'a>) -> Result<Body<'a>> {
        let mut body = Body::zeroed(record.ty());
        body.check_head()?;
        let status = unsafe { sys::dfmt_body_copy(record.at().cast(), body.room.as_mut_ptr().cast()) };
        if status == sys::DFMT_OK {
            Ok(body)
        } else {
            Err(wrong(format!("{} is no body", record.ty().name())))
        }
    }

    fn zeroed(ty: Type) -> Body<'a> {
        let room = vec![0; ty.size().div_ceil(8)].into_boxed_slice();
        let mut body = Body { ty, room, kept: Vec::new(), life: PhantomData };
        let first = &ty.fields()[0];
        if first.kind() == sys::DFMT_KIND_HEAD {
            let head = sys::dfmt_head { size: ty.size() as u32, r#type: ty.number() };
            unsafe { body.room.as_mut_ptr().cast::<sys::dfmt_head>().write(head) };
        } else if first.kind() == sys::DFMT_KIND_SIZE {
            body.put(0, ty.size() as u32);
        }
        body
    }

    /// Sets a member, which then is present.
    pub fn set<'b>(self, name: &str, value: impl Into<Input<'b>>) -> Result<Body<'b>>
    where
        'a: 'b,
    {
        let mut body: Body<'b> = self;
        let f = body.member(name)?;
        let raw = f.raw();
        if raw.kind == sys::DFMT_KIND_ARRAY {
            body.set_array(f, value.into())?;
        } else {
            let how = How { kind: raw.kind, elem: raw.elem_type, name: f.name() };
            body.kept.extend(how.put(value.into(), &mut body.room, raw.offset as usize)?);
        }
        if let Some(at) = body.ty.present_offset().filter(|_| raw.present_mask != 0) {
            body.put(at, body.get(at) | raw.present_mask);
        }
        Ok(body)
    }

    /// Makes a member absent.
    pub fn unset(mut self, name: &str) -> Result<Body<'a>> {
        let mask = self.member(name)?.raw().present_mask;
        match self.ty.present_offset().filter(|_| mask != 0) {
            Some(at) => self.put(at, self.get(at) & !mask),
            None => return Err(wrong(format!("{name} is always present"))),
        }
        Ok(self)
    }

    fn member(&self, name: &str) -> Result<&'static Field> {
        let found = self.ty.field(name).filter(|f| f.is_member());
        found.ok_or_else(|| wrong(format!("{} has no member {name}", self.ty.name())))
    }

    fn set_array(&mut self, f: &'static Field, value: Input<'_>) -> Result<()> {
        let raw = f.raw();
        let Input::List(list) = value else { return Err(wrong(format!("{} is an array", f.name()))) };
        let how = How { kind: raw.elem_type, elem: raw.elem_type, name: f.name() };
        let (n, step) = (list.len(), how.step()?);
        let mut elements = vec![0u64; (n * step).div_ceil(8)].into_boxed_slice();
        for (i, element) in list.into_iter().enumerate() {
            let kept = how.put(element, &mut elements, i * step)?;
            self.kept.extend(kept);
        }
        self.put(raw.offset as usize, elements.as_ptr());
        self.put(raw.count_offset as usize, n as u64);
        self.kept.push(elements);
        Ok(())
    }

    fn put<T>(&mut self, at: usize, value: T) {
        put(&mut self.room, at, value);
    }

    fn get(&self, at: usize) -> u32 {
        assert!(at + 4 <= size_of_val(&*self.room));
        unsafe { self.room.as_ptr().cast::<u8>().add(at).cast::<u32>().read() }
    }

    pub(crate) fn head(&self) -> Result<*const sys::dfmt_head> {
        self.check_head().map(|()| self.room.as_ptr().cast())
    }

    /// Only bodies say what they are: elements of arrays do not.
    fn check_head(&self) -> Result<()> {
        match self.ty.fields()[0].kind() {
            sys::DFMT_KIND_HEAD => Ok(()),
            _ => Err(wrong(format!("{} is no body", self.ty.name()))),
        }
    }
}

fn wrong(message: String) -> Error {
    Error::new(sys::DFMT_E_ARG, message)
}

fn put<T>(room: &mut [u64], at: usize, value: T) {
    assert!(at + size_of::<T>() <= size_of_val(room));
    unsafe { room.as_mut_ptr().cast::<u8>().add(at).cast::<T>().write_unaligned(value) };
}

/// How a value is stored: a kind, or a type of structs.
struct How {
    kind: u32,
    elem: u32,
    name: &'static str,
}

impl How {
    fn step(&self) -> Result<usize> {
        use sys::*;
        Ok(match self.kind {
            DFMT_KIND_U32 | DFMT_KIND_I32 => 4,
            DFMT_KIND_U64 | DFMT_KIND_I64 | DFMT_KIND_F64 => 8,
            DFMT_KIND_STR | DFMT_KIND_BYTES => size_of::<dfmt_str>(),
            _ => Type::find(self.elem).map(Type::size).ok_or_else(|| self.wrong())?,
        })
    }

    /// Returns what is to be kept.
    fn put(&self, value: Input<'_>, room: &mut [u64], at: usize) -> Result<Vec<Box<[u64]>>> {
        use sys::*;
        if let Some(number) = value.number() {
            return self.put_number(number, room, at).map(|()| Vec::new());
        }
        match (self.kind, value) {
            (DFMT_KIND_F64, Input::F64(number)) => put(room, at, number),
            (DFMT_KIND_ENUM | DFMT_KIND_FLAGS, Input::Bytes(words)) => put(room, at, self.words(words)?),
            (DFMT_KIND_STR | DFMT_KIND_BYTES | DFMT_TYPE_STR, Input::Bytes(text)) => {
                put(room, at, dfmt_str { ptr: text.as_ptr().cast(), len: text.len() as u64 })
            }
            (DFMT_KIND_REF, Input::Body(body)) if self.elem == 0 || self.elem == body.ty.number() => {
                body.check_head()?;
                put(room, at, body.room.as_ptr());
                return Ok(body.into_kept());
            }
            (kind, Input::Body(body)) if kind == body.ty.number() => {
                for (i, word) in body.room.iter().enumerate() {
                    put(room, at + 8 * i, *word);
                }
                return Ok(body.kept);
            }
            _ => return Err(self.wrong()),
        }
        Ok(Vec::new())
    }

    fn put_number(&self, number: i128, room: &mut [u64], at: usize) -> Result<()> {
        use sys::*;
        let wrong = |_| self.wrong();
        match self.kind {
            DFMT_KIND_U64 => put(room, at, u64::try_from(number).map_err(wrong)?),
            DFMT_KIND_I64 => put(room, at, i64::try_from(number).map_err(wrong)?),
            DFMT_KIND_I32 => put(room, at, i32::try_from(number).map_err(wrong)?),
            DFMT_KIND_U32 | DFMT_KIND_ENUM | DFMT_KIND_FLAGS => put(room, at, u32::try_from(number).map_err(wrong)?),
            DFMT_KIND_BOOL if number == 0 || number == 1 => put(room, at, number as u32),
            _ => return Err(self.wrong()),
        }
        Ok(())
    }

    fn words(&self, words: &[u8]) -> Result<u32> {
        let mut number = 0;
        for word in String::from_utf8_lossy(words).split('|') {
            let field = Type::find(self.elem).and_then(|ty| ty.field(word));
            number |= field.ok_or_else(|| self.wrong())?.raw().offset;
        }
        Ok(number)
    }

    fn wrong(&self) -> Error {
        wrong(format!("{} cannot be set to that", self.name))
    }
}

impl Body<'_> {
    fn into_kept(mut self) -> Vec<Box<[u64]>> {
        self.kept.push(self.room);
        self.kept
    }
}
