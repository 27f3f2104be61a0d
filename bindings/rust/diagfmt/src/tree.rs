// SPDX-License-Identifier: MIT
//! Arguments of graphics calls.
use std::fmt;
use std::marker::PhantomData;
use std::slice;

use diagfmt_sys as sys;

use crate::record::Target;
use crate::records::{ApitraceSig, ApitraceValueKind};

/// A value with its children.
#[derive(Clone, Copy)]
pub struct Tree<'a> {
    at: *const sys::dfmt_apitrace_value,
    life: PhantomData<&'a u8>,
}

impl<'a> Tree<'a> {
    fn node(self) -> sys::dfmt_apitrace_value {
        unsafe { *self.at }
    }

    /// What it is.
    pub fn kind(self) -> ApitraceValueKind {
        ApitraceValueKind(self.node().kind)
    }

    /// The number, by `kind`: also the bits of `float` and `double`.
    pub fn bits(self) -> u64 {
        self.node().bits
    }

    /// The bytes of a `string`, or of a `blob` that is not an event of its own.
    pub fn bytes(self) -> Option<&'a [u8]> {
        let node = self.node();
        let has = matches!(node.kind, sys::DFMT_APITRACE_VALUE_STRING | sys::DFMT_APITRACE_VALUE_BLOB);
        (has && !node.ptr.is_null()).then(|| unsafe { slice::from_raw_parts(node.ptr.cast(), node.aux as usize) })
    }

    /// The characters of a `wstring`.
    pub fn wide(self) -> Option<&'a [u32]> {
        let node = self.node();
        let has = node.kind == sys::DFMT_APITRACE_VALUE_WSTRING && !node.ptr.is_null();
        has.then(|| unsafe { slice::from_raw_parts(node.ptr.cast(), node.aux as usize) })
    }

    /// The definition of an `enum`, `bitmask` or `struct`, which has its names.
    pub fn sig(self) -> Option<ApitraceSig<'a>> {
        use sys::*;
        let node = self.node();
        let has =
            matches!(node.kind, DFMT_APITRACE_VALUE_ENUM | DFMT_APITRACE_VALUE_BITMASK | DFMT_APITRACE_VALUE_STRUCT);
        if !has || node.ptr.is_null() {
            return None;
        }
        unsafe { ApitraceSig::target(node.ptr.cast()) }
    }

    /// Elements of an `array`, members of a `struct`, both forms of a `repr`.
    pub fn children(self) -> impl Iterator<Item = Tree<'a>> {
        let (first, span) = (self.at, self.node().span as usize);
        let mut next = 1;
        std::iter::from_fn(move || {
            if next >= span {
                return None;
            }
            let child = Tree { at: unsafe { first.add(next) }, life: PhantomData };
            next += (child.node().span as usize).max(1);
            Some(child)
        })
    }
}

impl<'a> Target<'a> for Tree<'a> {
    unsafe fn target(at: *const u8) -> Option<Self> {
        Some(Tree { at: at.cast(), life: PhantomData })
    }
}

impl fmt::Debug for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({:#x})", self.kind(), self.bits())?;
        f.debug_list().entries(self.children()).finish()
    }
}
