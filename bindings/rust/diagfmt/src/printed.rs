// SPDX-License-Identifier: MIT
//! One row as JSON, as the library prints rows.
use std::ffi::c_void;
use std::{ptr, slice};

use diagfmt_sys as sys;

use crate::record::{Record, Type};
use crate::sink::collect;
use crate::Result;

/// A set with one row.
struct Single {
    set: sys::dfmt_row_set,
    row: *const sys::dfmt_head,
    started: bool,
    given: bool,
}

unsafe extern "C" fn next_set(user: *mut c_void, out: *mut sys::dfmt_row_set) -> i32 {
    let single = unsafe { &mut *user.cast::<Single>() };
    if std::mem::replace(&mut single.started, true) {
        return sys::DFMT_END;
    }
    unsafe { *out = single.set };
    sys::DFMT_OK
}

unsafe extern "C" fn next(user: *mut c_void, out: *mut *const sys::dfmt_head) -> i32 {
    let single = unsafe { &mut *user.cast::<Single>() };
    if std::mem::replace(&mut single.given, true) {
        return sys::DFMT_END;
    }
    unsafe { *out = single.row };
    sys::DFMT_OK
}

/// A row of a set, with the columns of that.
///
/// # Safety
/// `row` is a row of the set.
pub(crate) unsafe fn row(set: &sys::dfmt_row_set, row: *const u8) -> Result<String> {
    let ty = Type::from_raw(unsafe { &*set.r#type });
    if unsafe { sys::dfmt_describe(ty.number()) }.is_null() {
        return unsafe { of_set(set, row) };
    }
    let json = unsafe { Record::from_raw(ty, row) }.json()?; // with trees, which a set of its own cannot have
    let known: Vec<_> = members(&json).collect();
    let columns = unsafe { slice::from_raw_parts(set.columns, set.n_columns as usize) };
    let names = columns.iter().map(|column| ty.fields()[column.member as usize].name());
    let chosen: Vec<_> =
        names.filter_map(|name| known.iter().find(|(of, _)| *of == name)).map(|(_, text)| *text).collect();
    Ok(format!("{{{}}}", chosen.join(",")))
}

/// The members of an object as the library writes it: names, and each with its name as text.
fn members(json: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = json.trim_start_matches('{');
    std::iter::from_fn(move || {
        let name = rest.strip_prefix('"')?.split('"').next()?;
        let text = &rest[..end_of_member(rest)];
        rest = &rest[(text.len() + 1).min(rest.len())..];
        Some((name, text))
    })
}

/// Where a member ends: at a comma, or at the end of the object.
fn end_of_member(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true, // in texts alone
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b',' | b'}' if depth == 0 => return i,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// # Safety
/// `row` is a row of the set.
unsafe fn of_set(set: &sys::dfmt_row_set, row: *const u8) -> Result<String> {
    let mut single = Single { set: *set, row: row.cast(), started: false, given: false };
    single.set.size = size_of::<sys::dfmt_row_set>() as u32;
    single.set.facts = ptr::null();
    let mut ops: sys::dfmt_rows_ops = unsafe { std::mem::zeroed() };
    ops.size = size_of::<sys::dfmt_rows_ops>() as u32;
    ops.next_set = Some(next_set);
    ops.next = Some(next);
    let user = ptr::from_mut(&mut single).cast();
    let mut text = collect(|sink| unsafe {
        let mut rows = ptr::null_mut();
        let mut status = sys::dfmt_rows_new(ptr::null(), &ops, user, &mut rows);
        if status == sys::DFMT_OK {
            status = sys::dfmt_rows_print(rows, sys::DFMT_PRINT_JSON, ptr::null(), sink);
        }
        sys::dfmt_rows_free(rows);
        status
    })?;
    text.truncate(text.trim_end_matches('\n').len());
    Ok(text)
}

/// A record of libdiagfmt-ops, whose types libdiagfmt does not know, with all its members.
#[cfg(feature = "ops")]
pub(crate) fn record(record: Record<'_>) -> Result<String> {
    let fields = record.ty().fields().iter().enumerate().filter(|(_, f)| f.is_member());
    let columns: Vec<_> = fields.map(|(i, _)| sys::dfmt_column { member: i as u32, role: 0 }).collect();
    let known = (0..).map(|i| unsafe { sys::dfmt_type_at(i) }).take_while(|t| !t.is_null());
    let ours = (0..).map(|i| unsafe { sys::dfmt_ops_type_at(i) }).take_while(|t| !t.is_null());
    let types: Vec<_> = known.chain(ours).chain([ptr::null()]).collect();
    let mut set: sys::dfmt_row_set = unsafe { std::mem::zeroed() };
    (set.name, set.r#type, set.types) = (record.ty().raw().name, record.ty().raw(), types.as_ptr());
    (set.columns, set.n_columns) = (columns.as_ptr(), columns.len() as u32);
    unsafe { of_set(&set, record.at()) }
}
