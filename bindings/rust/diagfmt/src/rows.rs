// SPDX-License-Identifier: MIT
//! Rows, of tables and of operations.
use std::marker::PhantomData;
use std::{fmt, ptr, slice};

use diagfmt_sys as sys;

use crate::error::{Error, Failed, Result};
use crate::printed;
use crate::record::{word, Record, Text, Type};
use crate::sink::Sink;

/// Rows, each good until the next one: of a [`Table`](crate::Table), or of what an operation found. They come in sets,
/// most often in one.
pub struct Rows<'s> {
    raw: *mut sys::dfmt_rows,
    failed: Vec<Failed>,
    life: PhantomData<&'s ()>,
}

/// How rows are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Form {
    /// For people: aligned columns below a line of their names.
    Table = sys::DFMT_PRINT_TABLE,
    /// A line of names, then the rows.
    Csv = sys::DFMT_PRINT_CSV,
    /// An object a line.
    Json = sys::DFMT_PRINT_JSON,
}

impl Rows<'_> {
    /// # Safety
    /// `raw` is the caller's to free, and good for the lifetime.
    pub(crate) unsafe fn from_raw(raw: *mut sys::dfmt_rows, failed: Vec<Failed>) -> Self {
        Rows { raw, failed, life: PhantomData }
    }

    /// The next row of the set; `None` at its end.
    #[allow(clippy::should_implement_trait)] // an iterator's items could be kept
    pub fn next(&mut self) -> Result<Option<Row<'_>>> {
        let mut row = ptr::null();
        match unsafe { sys::dfmt_rows_next(self.raw, &mut row) } {
            sys::DFMT_END => Ok(None),
            sys::DFMT_OK => {
                Ok(Some(Row { record: unsafe { Record::from_raw(self.ty(), row.cast()) }, set: self.set() }))
            }
            status => Err(self.error(status)),
        }
    }

    /// Passes over what is left of the set to the next one. False: there are no more.
    pub fn next_set(&mut self) -> Result<bool> {
        match unsafe { sys::dfmt_rows_next_set(self.raw) } {
            sys::DFMT_END => Ok(false),
            status => self.check(status).map(|()| true),
        }
    }

    /// Back to the first row of the first set, where rows can be had more than once.
    pub fn rewind(&mut self) -> Result<()> {
        self.check(unsafe { sys::dfmt_rows_rewind(self.raw) })
    }

    /// What the rows of the set are, such as "functions".
    pub fn name(&self) -> &'static str {
        word(self.set().name).unwrap_or("?")
    }

    /// The type of the rows of the set.
    pub fn ty(&self) -> Type {
        Type::from_raw(unsafe { &*self.set().r#type })
    }

    /// Names of the columns, which are members of the type, in the order in which they are shown.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> + '_ {
        let columns = unsafe { slice::from_raw_parts(self.set().columns, self.set().n_columns as usize) };
        columns.iter().map(|column| self.ty().fields()[column.member as usize].name())
    }

    /// What holds for the set as a whole: totals, units, what is missing.
    pub fn facts(&self) -> Option<Record<'_>> {
        unsafe { Record::from_head(self.set().facts) }
    }

    /// The line above a printed table; empty: none.
    pub fn heading(&self) -> Text<'_> {
        unsafe { crate::record::Member::read(ptr::from_ref(&self.set().heading).cast()) }
    }

    /// Prints the rows that are left of the set.
    pub fn print(&mut self, form: Form, to: &mut Sink<'_>) -> Result<()> {
        match unsafe { sys::dfmt_rows_print(self.raw, form as u32, ptr::null(), to.raw()) } {
            status if to.has_failed() => to.check(status),
            status => self.check(status),
        }
    }

    fn set(&self) -> &sys::dfmt_row_set {
        unsafe { &*sys::dfmt_rows_set(self.raw) }
    }

    fn check(&self, status: i32) -> Result<()> {
        if status == sys::DFMT_OK {
            return Ok(());
        }
        Err(self.error(status))
    }

    fn error(&self, status: i32) -> Error {
        unsafe { Error::from_raw(status, sys::dfmt_rows_error(self.raw), first_failed(self.failed.iter())) }
    }
}

/// The one of several callbacks that met an error.
pub(crate) fn first_failed<'f>(mut all: impl Iterator<Item = &'f Failed>) -> Option<&'f Failed> {
    all.find(|failed| failed.borrow().is_some())
}

impl Drop for Rows<'_> {
    fn drop(&mut self) {
        unsafe { sys::dfmt_rows_free(self.raw) }
    }
}

/// A row.
#[derive(Clone, Copy)]
pub struct Row<'r> {
    record: Record<'r>,
    set: &'r sys::dfmt_row_set,
}

impl<'r> Row<'r> {
    /// The row, whatever its type.
    pub fn record(self) -> Record<'r> {
        self.record
    }

    /// The row, if it is of that type.
    pub fn body<T: crate::Typed<'r>>(self) -> Option<T> {
        T::of(self.record)
    }

    /// Its columns as a JSON object, as the library prints it.
    pub fn json(self) -> Result<String> {
        unsafe { printed::row(self.set, self.record.at()) }
    }
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.fmt(f)
    }
}
