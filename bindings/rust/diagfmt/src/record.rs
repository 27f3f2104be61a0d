// SPDX-License-Identifier: MIT
//! Structs of the library as records: by name through its descriptions, and what typed records are made of.
use std::borrow::Cow;
use std::ffi::{c_char, CStr};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::{fmt, ptr, slice};

use diagfmt_sys as sys;

use crate::sink::collect;
use crate::value::Value;
use crate::Result;

// ---- text ----

/// Text of a file: mostly UTF-8, but nobody promises that.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// The bytes as the file has them.
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, if it is UTF-8.
    pub fn to_str(self) -> std::result::Result<&'a str, std::str::Utf8Error> {
        std::str::from_utf8(self.0)
    }

    /// The text, with U+FFFD for what is not UTF-8.
    pub fn to_string_lossy(self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.0)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_string_lossy())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string_lossy(), f)
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == other.as_bytes()
    }
}

// ---- types ----

/// The description of a struct or an enumeration.
#[derive(Clone, Copy)]
pub struct Type(&'static sys::dfmt_type);

impl Type {
    /// The type with a number, such as `ApportField::TYPE`.
    pub fn find(number: u32) -> Option<Type> {
        #[cfg(feature = "ops")]
        let found = unsafe { sys::dfmt_ops_describe(number) }; // of both libraries
        #[cfg(not(feature = "ops"))]
        let found = unsafe { sys::dfmt_describe(number) };
        unsafe { found.as_ref() }.map(Type)
    }

    /// The type with a name, such as "apport.field".
    pub fn named(name: &str) -> Option<Type> {
        Type::all().find(|t| t.name() == name)
    }

    /// All types of the library.
    pub fn all() -> impl Iterator<Item = Type> {
        (0..).map_while(|i| unsafe { sys::dfmt_type_at(i).as_ref() }.map(Type))
    }

    /// The tables that a file can be read as, see [`Rows`](crate::Rows); derived ones with the feature `ops`.
    pub fn tables() -> impl Iterator<Item = Type> {
        #[cfg(feature = "ops")]
        let at = |i| unsafe { sys::dfmt_ops_table_at(i).as_ref() };
        #[cfg(not(feature = "ops"))]
        let at = |i| unsafe { sys::dfmt_table_at(i).as_ref() };
        (0..).map_while(move |i| at(i).map(Type))
    }

    pub(crate) fn from_raw(raw: &'static sys::dfmt_type) -> Type {
        Type(raw)
    }

    /// Such as "apport.field".
    pub fn name(self) -> &'static str {
        word(self.0.name).unwrap_or("?")
    }

    /// What events, and bodies, of this type have as their number.
    pub fn number(self) -> u32 {
        self.0.number
    }

    /// Members, in the order of JSON lines; of an enumeration its words.
    pub fn fields(self) -> &'static [Field] {
        unsafe { slice::from_raw_parts(self.0.fields.cast(), self.0.n_fields as usize) }
    }

    /// The member with a name.
    pub fn field(self, name: &str) -> Option<&'static Field> {
        self.fields().iter().find(|f| f.name() == name)
    }

    /// The word for a number, or for one bit, of an enumeration.
    pub fn word(self, number: u64) -> Option<&'static str> {
        let value = |f: &&Field| f.0.kind == sys::DFMT_KIND_VALUE && u64::from(f.0.offset) == number;
        self.fields().iter().find(value).map(Field::name)
    }

    #[cfg(feature = "ops")]
    pub(crate) fn raw(self) -> &'static sys::dfmt_type {
        self.0
    }

    pub(crate) fn size(self) -> usize {
        self.0.body_size as usize
    }

    /// Where its presence bits are: at 0 of an element that begins with them.
    pub(crate) fn present_offset(self) -> Option<usize> {
        let has = self.fields().iter().any(|f| f.kind() == sys::DFMT_KIND_PRESENT);
        has.then_some(self.0.present_offset as usize)
    }
}

impl PartialEq for Type {
    fn eq(&self, other: &Type) -> bool {
        self.0.number == other.0.number
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Type({})", self.name())
    }
}

/// A static text of the library, in ASCII.
pub(crate) fn word(text: *const c_char) -> Option<&'static str> {
    if text.is_null() {
        return None;
    }
    unsafe { CStr::from_ptr(text) }.to_str().ok()
}

/// The description of a member.
#[repr(transparent)]
pub struct Field(sys::dfmt_field);

impl Field {
    /// The member's name.
    pub fn name(&self) -> &'static str {
        word(self.0.name).unwrap_or("?")
    }

    /// `DFMT_KIND_*`.
    pub fn kind(&self) -> u32 {
        self.0.kind
    }

    pub(crate) fn raw(&self) -> &sys::dfmt_field {
        &self.0
    }

    pub(crate) fn is_member(&self) -> bool {
        use sys::*;
        !matches!(
            self.0.kind,
            DFMT_KIND_PRESENT
                | DFMT_KIND_COUNT
                | DFMT_KIND_HEAD
                | DFMT_KIND_RESERVED
                | DFMT_KIND_SIZE
                | DFMT_KIND_POINTER
        )
    }
}

// ---- records ----

/// A struct of the library, good for `'a`. Its members are found by name; typed records of [`records`](crate::records)
/// are faster, and checked by the compiler.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    ty: Type,
    at: *const u8,
    life: PhantomData<&'a u8>,
}

/// Whatever a later library lacks is zero.
static ZEROS: [u64; 2] = [0; 2];

impl<'a> Record<'a> {
    /// # Safety
    /// `at` is a struct of that type, which stays for `'a`.
    pub(crate) unsafe fn from_raw(ty: Type, at: *const u8) -> Record<'a> {
        Record { ty, at, life: PhantomData }
    }

    /// # Safety
    /// `head` is a body, which stays for `'a`.
    pub(crate) unsafe fn from_head(head: *const sys::dfmt_head) -> Option<Record<'a>> {
        let ty = Type::find(unsafe { head.as_ref() }?.r#type)?;
        Some(unsafe { Record::from_raw(ty, head.cast()) })
    }

    /// Its description.
    pub fn ty(self) -> Type {
        self.ty
    }

    /// A member's value; `None` if it is absent, or there is no such member.
    pub fn get(self, name: &str) -> Option<Value<'a>> {
        self.value(self.ty.field(name)?)
    }

    /// The members that are present, with their names.
    pub fn members(self) -> impl Iterator<Item = (&'static str, Value<'a>)> {
        self.ty.fields().iter().filter_map(move |f| Some((f.name(), self.value(f)?)))
    }

    /// The record as a JSON object, as the library writes it.
    pub fn json(self) -> Result<String> {
        #[cfg(feature = "ops")]
        if unsafe { sys::dfmt_describe(self.ty.number()) }.is_null() {
            return crate::printed::record(self);
        }
        collect(|sink| unsafe { sys::dfmt_struct_json(self.ty.number(), self.at.cast(), sink) })
    }

    pub(crate) fn at(self) -> *const u8 {
        self.at
    }

    fn value(self, f: &'static Field) -> Option<Value<'a>> {
        let raw = f.raw();
        if !f.is_member() || !self.has(raw.present_mask) {
            return None;
        }
        unsafe { Some(Value::read(raw, self.at.add(raw.offset as usize), self.at.add(raw.count_offset as usize))) }
    }

    pub(crate) fn has(self, mask: u32) -> bool {
        mask == 0 || self.ty.present_offset().is_some_and(|at| self.member::<u32>(at) & mask != 0)
    }

    /// A member of a type that was made for this offset; zero if the running library has no such member yet.
    pub(crate) fn member<T: Member<'a>>(self, offset: usize) -> T {
        let at =
            if offset + T::SIZE <= self.ty.size() { unsafe { self.at.add(offset) } } else { ZEROS.as_ptr().cast() };
        unsafe { T::read(at) }
    }

    pub(crate) fn optional<T: Member<'a>>(self, mask: u32, offset: usize) -> Option<T> {
        self.has(mask).then(|| self.member(offset))
    }

    pub(crate) fn list<T: Member<'a>>(self, offset: usize, count: usize) -> List<'a, T> {
        let at: usize = self.member(offset);
        List { at: at as *const u8, n: if at == 0 { 0 } else { self.member::<u64>(count) as usize }, life: PhantomData }
    }
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct(self.ty.name());
        for (name, value) in self.members() {
            shown.field(name, &value);
        }
        shown.finish()
    }
}

/// A record of one type, made of a [`Record`].
pub trait Typed<'a>: Copy {
    /// The type's number.
    const TYPE: u32;
    /// `None`: it is of another type.
    fn of(record: Record<'a>) -> Option<Self>;
}

// ---- members ----

/// What a member can be; implemented by this crate for what the library has.
pub trait Member<'a>: Copy {
    #[doc(hidden)]
    const SIZE: usize;
    /// # Safety
    /// `at` is such a member, good for `'a`.
    #[doc(hidden)]
    unsafe fn read(at: *const u8) -> Self;
    #[doc(hidden)]
    fn step() -> usize {
        Self::SIZE
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Member<'_> for $number {
            const SIZE: usize = size_of::<$number>();
            unsafe fn read(at: *const u8) -> Self {
                unsafe { at.cast::<$number>().read() }
            }
        }

        impl<'a> List<'a, $number> {
            /// The numbers where the library has them.
            pub fn as_slice(self) -> &'a [$number] {
                if self.n == 0 { &[] } else { unsafe { slice::from_raw_parts(self.at.cast(), self.n) } }
            }
        }
    )*};
}
numbers!(u32 i32 u64 i64 f64 usize);

impl Member<'_> for bool {
    const SIZE: usize = size_of::<u32>();
    unsafe fn read(at: *const u8) -> Self {
        unsafe { u32::read(at) != 0 }
    }
}

impl<'a> Member<'a> for &'a [u8] {
    const SIZE: usize = size_of::<sys::dfmt_str>();
    unsafe fn read(at: *const u8) -> Self {
        let text = unsafe { at.cast::<sys::dfmt_str>().read() };
        if text.len == 0 {
            return &[];
        }
        unsafe { slice::from_raw_parts(text.ptr.cast(), text.len as usize) }
    }
}

impl<'a> Member<'a> for Text<'a> {
    const SIZE: usize = <&[u8]>::SIZE;
    unsafe fn read(at: *const u8) -> Self {
        Text(unsafe { <&[u8]>::read(at) })
    }
}

impl<'a> Member<'a> for Option<Text<'a>> {
    const SIZE: usize = size_of::<*const u8>();
    unsafe fn read(at: *const u8) -> Self {
        let text = unsafe { at.cast::<*const c_char>().read() };
        (!text.is_null()).then(|| Text(unsafe { CStr::from_ptr(text) }.to_bytes()))
    }
}

/// What the library points to.
pub trait Target<'a>: Copy {
    /// # Safety
    /// `at` is not NULL, and of that type.
    unsafe fn target(at: *const u8) -> Option<Self>;
}

impl<'a> Target<'a> for Record<'a> {
    unsafe fn target(at: *const u8) -> Option<Self> {
        unsafe { Record::from_head(at.cast()) }
    }
}

impl<'a, T: Target<'a>> Member<'a> for Option<T> {
    const SIZE: usize = size_of::<*const u8>();
    unsafe fn read(at: *const u8) -> Self {
        let target = unsafe { at.cast::<*const u8>().read() };
        if target.is_null() {
            None
        } else {
            unsafe { T::target(target) }
        }
    }
}

/// An array where the library has it.
#[derive(Clone, Copy)]
pub struct List<'a, T> {
    at: *const u8,
    n: usize,
    life: PhantomData<(&'a u8, T)>,
}

impl<'a, T: Member<'a>> List<'a, T> {
    /// How many elements there are.
    pub fn len(self) -> usize {
        self.n
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.n == 0
    }

    /// An element by its place.
    pub fn get(self, i: usize) -> Option<T> {
        (i < self.n).then(|| unsafe { T::read(self.at.add(i * T::step())) })
    }

    /// All elements.
    pub fn iter(self) -> Iter<'a, T> {
        Iter { list: self, next: 0 }
    }
}

impl<'a, T: Member<'a>> IntoIterator for List<'a, T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Member<'a> + fmt::Debug> fmt::Debug for List<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The elements of a [`List`].
pub struct Iter<'a, T> {
    list: List<'a, T>,
    next: usize,
}

impl<'a, T: Member<'a>> Iterator for Iter<'a, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.next += 1;
        self.list.get(self.next - 1)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.n.saturating_sub(self.next);
        (left, Some(left))
    }
}

impl<'a, T: Member<'a>> ExactSizeIterator for Iter<'a, T> {}

// ---- what generated code is made of ----

/// A description that is looked up once.
pub(crate) struct Lazy(AtomicPtr<sys::dfmt_type>);

impl Lazy {
    pub(crate) const fn new() -> Lazy {
        Lazy(AtomicPtr::new(ptr::null_mut()))
    }

    pub(crate) fn get(&self, number: u32) -> Type {
        if let Some(known) = unsafe { self.0.load(Ordering::Acquire).as_ref() } {
            return Type(known);
        }
        let found = Type::find(number).expect("a type that the library has delivered is described");
        self.0.store(ptr::from_ref(found.0).cast_mut(), Ordering::Release);
        found
    }
}

macro_rules! words {
    ($how:ident $name:ident, $number:literal, $text:literal; $($word:ident = $value:literal,)*) => {
        #[doc = concat!("Words of `", $text, "`. Later libraries may have others.")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(pub u32);

        #[allow(missing_docs)]
        impl $name {
            $(pub const $word: $name = $name($value);)*
        }

        impl crate::record::Member<'_> for $name {
            const SIZE: usize = 4;
            unsafe fn read(at: *const u8) -> Self {
                $name(unsafe { u32::read(at) })
            }
        }

        crate::record::$how! { $name, $number }
    };
}

macro_rules! number {
    ($name:ident, $number:literal) => {
        impl $name {
            /// As JSON lines have it; `None` for a number without a word.
            pub fn word(self) -> Option<&'static str> {
                crate::record::Type::find($number)?.word(self.0.into())
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.word() {
                    Some(word) => f.pad(word),
                    None => std::fmt::Display::fmt(&(self.0 as i32), f),
                }
            }
        }
    };
}

macro_rules! flags {
    ($name:ident, $number:literal) => {
        impl $name {
            /// Whether all bits of `other` are set.
            pub fn contains(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }

            /// The words of the bits that are set and have one.
            pub fn words(self) -> impl Iterator<Item = &'static str> {
                let bits = (0..32).map(|i| 1u64 << i).filter(move |bit| u64::from(self.0) & bit != 0);
                let ty = crate::record::Type::find($number);
                bits.filter_map(move |bit| ty?.word(bit))
            }
        }

        impl std::ops::BitOr for $name {
            type Output = $name;
            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{:#x}", self.0)?;
                f.debug_list().entries(self.words()).finish()
            }
        }
    };
}

macro_rules! record {
    ($name:ident, $c_name:ident, $number:literal, $text:literal; $($members:tt)*) => {
        #[doc = concat!("A record of type `", $text, "`; `", stringify!($c_name), "` says what its members are.")]
        #[derive(Clone, Copy)]
        pub struct $name<'a>(Record<'a>);

        impl<'a> crate::record::Typed<'a> for $name<'a> {
            const TYPE: u32 = $number;
            fn of(record: Record<'a>) -> Option<Self> {
                (record.ty().number() == $number).then_some($name(record))
            }
        }

        impl<'a> $name<'a> {
            /// The same without its type.
            pub fn record(self) -> Record<'a> {
                self.0
            }
        }

        impl<'a> crate::record::Target<'a> for $name<'a> {
            unsafe fn target(at: *const u8) -> Option<Self> {
                Some(unsafe { crate::record::Member::read(at) })
            }
        }

        impl<'a> crate::record::Member<'a> for $name<'a> {
            const SIZE: usize = size_of::<sys::$c_name>();
            unsafe fn read(at: *const u8) -> Self {
                $name(unsafe { Record::from_raw($name::described(), at) })
            }
            fn step() -> usize {
                $name::described().size()
            }
        }

        impl $name<'_> {
            fn described() -> crate::record::Type {
                static TYPE: crate::record::Lazy = crate::record::Lazy::new();
                TYPE.get($number)
            }
        }

        impl std::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        crate::record::members! { $name, $c_name; $($members)* }
    };
}

macro_rules! members {
    ($name:ident, $c_name:ident;) => {};
    ($name:ident, $c_name:ident; $member:ident: ($what:ty); $($rest:tt)*) => {
        impl<'a> $name<'a> {
            #[allow(missing_docs)]
            pub fn $member(self) -> $what {
                self.0.member(std::mem::offset_of!(sys::$c_name, $member))
            }
        }
        crate::record::members! { $name, $c_name; $($rest)* }
    };
    ($name:ident, $c_name:ident; $member:ident: ($what:ty) if $mask:literal; $($rest:tt)*) => {
        impl<'a> $name<'a> {
            #[allow(missing_docs)]
            pub fn $member(self) -> Option<$what> {
                self.0.optional($mask, std::mem::offset_of!(sys::$c_name, $member))
            }
        }
        crate::record::members! { $name, $c_name; $($rest)* }
    };
    ($name:ident, $c_name:ident; $member:ident: [$what:ty] in $count:ident; $($rest:tt)*) => {
        impl<'a> $name<'a> {
            #[allow(missing_docs)]
            pub fn $member(self) -> List<'a, $what> {
                use std::mem::offset_of;
                self.0.list(offset_of!(sys::$c_name, $member), offset_of!(sys::$c_name, $count))
            }
        }
        crate::record::members! { $name, $c_name; $($rest)* }
    };
    ($name:ident, $c_name:ident; $member:ident: [$what:ty] in $count:ident if $mask:literal; $($rest:tt)*) => {
        impl<'a> $name<'a> {
            #[allow(missing_docs)]
            pub fn $member(self) -> Option<List<'a, $what>> {
                use std::mem::offset_of;
                let at = (offset_of!(sys::$c_name, $member), offset_of!(sys::$c_name, $count));
                self.0.has($mask).then(|| self.0.list(at.0, at.1))
            }
        }
        crate::record::members! { $name, $c_name; $($rest)* }
    };
}

pub(crate) use {flags, members, number, record, words};
