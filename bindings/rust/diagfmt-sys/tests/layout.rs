// SPDX-License-Identifier: MIT
//! The structs of this crate are where the library's descriptions say.
use std::ffi::CStr;
use std::slice;

use diagfmt_sys as sys;

fn text(at: *const std::ffi::c_char) -> &'static str {
    unsafe { CStr::from_ptr(at) }.to_str().unwrap()
}

type Layout = [(&'static str, usize, &'static [(&'static str, usize)])];

fn check(t: &sys::dfmt_type, layout: &Layout) -> bool {
    let Some((name, size, members)) = layout.iter().find(|(name, ..)| *name == text(t.c_name)) else {
        return false;
    };
    assert_eq!(*size, t.body_size as usize, "{name}");
    for f in unsafe { slice::from_raw_parts(t.fields, t.n_fields as usize) } {
        let found = members.iter().find(|(member, _)| *member == text(f.name));
        assert_eq!(found.unwrap().1, f.offset as usize, "{name}.{}", text(f.name));
    }
    true
}

#[test]
fn structs_are_as_described() {
    let types = (0..).map_while(|i| unsafe { sys::dfmt_type_at(i).as_ref() });
    let structs = types.filter(|t| t.body_size > 0);
    assert!(structs.filter(|t| check(t, sys::LAYOUT)).count() > 30);
}

#[cfg(feature = "ops")]
#[test]
fn structs_of_operations_are_as_described() {
    let types = (0..).map_while(|i| unsafe { sys::dfmt_ops_type_at(i).as_ref() });
    let structs = types.filter(|t| t.body_size > 0);
    assert!(structs.filter(|t| check(t, sys::OPS_LAYOUT)).count() > 30);
}
