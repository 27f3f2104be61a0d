// SPDX-License-Identifier: MIT
//! Files as tables.
use std::ffi::CString;
use std::ptr;

use diagfmt_sys as sys;

use crate::error::{check, Error, Result};
use crate::options::{c_name, Options};
use crate::rows::Rows;
use crate::source::Source;

/// A table of a file: its rows, or an Arrow stream of them.
///
/// ```
/// use diagfmt::{Options, Source, Table, ops_records::MallocdbgLiveBlock};
/// # fn main() -> diagfmt::Result<()> {
/// let source = Source::bytes(b"7: malloc 0x5000 24\n7: malloc 0x6000 8\n7: free 0x5000\n")?;
/// let mut rows = Table::new(source, "mallocdbg.live_block", &[], &Options::new())?.rows()?;
/// while let Some(row) = rows.next()? {
///     let block: MallocdbgLiveBlock = row.body().unwrap();
///     assert_eq!((block.ptr(), block.bytes()), (Some(0x6000), 8));
/// }
/// # Ok(()) }
/// ```
pub struct Table<'s> {
    scan: *mut sys::dfmt_scan,
    source: Source<'s>,
}

/// How a filter compares a column with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
#[allow(missing_docs)]
pub enum Is {
    Equal = sys::DFMT_FILTER_EQ,
    NotEqual = sys::DFMT_FILTER_NE,
    Less = sys::DFMT_FILTER_LT,
    AtMost = sys::DFMT_FILTER_LE,
    Greater = sys::DFMT_FILTER_GT,
    AtLeast = sys::DFMT_FILTER_GE,
}

/// What a column is compared with.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// A whole number; yes is 1.
    Number(u64),
    /// The same with a sign.
    Signed(i64),
    /// Text or bytes.
    Text(&'a [u8]),
}

impl From<u64> for Operand<'_> {
    fn from(number: u64) -> Self {
        Operand::Number(number)
    }
}

impl From<i64> for Operand<'_> {
    fn from(number: i64) -> Self {
        Operand::Signed(number)
    }
}

impl From<bool> for Operand<'_> {
    fn from(yes: bool) -> Self {
        Operand::Number(yes.into())
    }
}

impl<'a> From<&'a str> for Operand<'a> {
    fn from(text: &'a str) -> Self {
        Operand::Text(text.as_bytes())
    }
}

impl<'a> From<&'a [u8]> for Operand<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Operand::Text(bytes)
    }
}

impl Operand<'_> {
    fn raw(self) -> sys::dfmt_filter_value {
        let mut raw: sys::dfmt_filter_value = unsafe { std::mem::zeroed() };
        match self {
            Operand::Number(number) => (raw.kind, raw.number) = (sys::DFMT_KIND_U64, number),
            Operand::Signed(number) => (raw.kind, raw.number) = (sys::DFMT_KIND_I64, number as u64),
            Operand::Text(text) => {
                raw.kind = sys::DFMT_KIND_STR;
                raw.text = sys::dfmt_str { ptr: text.as_ptr().cast(), len: text.len() as u64 };
            }
        }
        raw
    }
}

/// A condition of rows: those that do not meet it are not made. Null never passes.
///
/// ```
/// use diagfmt::{Filter, Is, Options, Source, Table};
/// # fn main() -> diagfmt::Result<()> {
/// let source = Source::bytes(b"7: malloc 0x5000 24\n7: malloc 0x6000 8\n7: free 0x5000\n")?;
/// let filters = [Filter::new("op_word", Is::Equal, "malloc")?, Filter::new("bytes", Is::Less, 10u64)?];
/// let mut rows = Table::filtered(source, "mallocdbg.op", &["ptr", "bytes"], &filters, &Options::new())?.rows()?;
/// assert_eq!(rows.next()?.unwrap().json()?, r#"{"ptr":"0x6000","bytes":8}"#);
/// assert!(rows.next()?.is_none());
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Filter<'a> {
    column: CString,
    op: u32,
    values: Vec<Operand<'a>>,
}

impl<'a> Filter<'a> {
    /// A column compared with a value: a whole number, text, or `NAME_word` of an enumeration.
    pub fn new(column: &str, is: Is, value: impl Into<Operand<'a>>) -> Result<Filter<'a>> {
        Ok(Filter { column: c_name(column)?, op: is as u32, values: vec![value.into()] })
    }

    /// A column equal to one of some values; of none: never.
    pub fn any<T: Into<Operand<'a>>>(column: &str, values: impl IntoIterator<Item = T>) -> Result<Filter<'a>> {
        let values = values.into_iter().map(Into::into).collect();
        Ok(Filter { column: c_name(column)?, op: sys::DFMT_FILTER_IN, values })
    }
}

impl<'s> Table<'s> {
    /// A table by its name; [`Type::tables`](crate::Type::tables) lists them. columns: names of members; none: all.
    pub fn new(source: Source<'s>, name: &str, columns: &[&str], options: &Options) -> Result<Table<'s>> {
        Table::filtered(source, name, columns, &[], options)
    }

    /// The same with those rows alone that pass all filters.
    pub fn filtered(
        source: Source<'s>,
        name: &str,
        columns: &[&str],
        filters: &[Filter<'_>],
        options: &Options,
    ) -> Result<Table<'s>> {
        let mut scan = ptr::null_mut();
        let status = unsafe { sys::dfmt_scan_new(options.raw(), source.raw(), &mut scan) };
        if status != sys::DFMT_OK {
            return Err(unsafe { Error::from_raw(status, ptr::null(), None) });
        }
        let table = Table { scan, source };
        #[cfg(feature = "ops")]
        table.check(unsafe { sys::dfmt_scan_offer(scan, sys::dfmt_ops_tables()) })?;
        table.ask(name, columns, filters)?;
        Ok(table)
    }

    fn ask(&self, name: &str, columns: &[&str], filters: &[Filter<'_>]) -> Result<()> {
        let name = c_name(name)?;
        let columns = columns.iter().map(|column| c_name(column)).collect::<Result<Vec<_>>>()?;
        let columns: Vec<_> = columns.iter().map(|column| column.as_ptr()).collect();
        let values: Vec<Vec<_>> = filters.iter().map(|f| f.values.iter().map(|value| value.raw()).collect()).collect();
        let conditions = filters.iter().zip(&values).map(|(filter, values)| sys::dfmt_filter {
            column: filter.column.as_ptr(),
            op: filter.op,
            n_values: values.len() as u32,
            values: values.as_ptr(),
        });
        let conditions: Vec<_> = conditions.collect();
        let mut request: sys::dfmt_table_request = unsafe { std::mem::zeroed() };
        request.size = size_of::<sys::dfmt_table_request>() as u32;
        if !columns.is_empty() {
            (request.columns, request.n_columns) = (columns.as_ptr(), columns.len() as u64);
        }
        if !conditions.is_empty() {
            (request.filters, request.n_filters) = (conditions.as_ptr(), conditions.len() as u64);
        }
        let mut number = 0;
        self.check(unsafe { sys::dfmt_scan_table(self.scan, name.as_ptr(), &request, &mut number) })
    }

    /// Its rows, from the first to the last.
    pub fn rows(self) -> Result<Rows<'s>> {
        let mut raw = ptr::null_mut();
        self.check(unsafe { sys::dfmt_scan_rows(self.scan, &mut raw) })?;
        let this = std::mem::ManuallyDrop::new(self); // the scan belongs to the rows, and has a reference of its own
        let source = unsafe { ptr::read(&this.source) };
        Ok(unsafe { Rows::from_raw(raw, vec![source.failed().clone()]) })
    }

    fn check(&self, status: i32) -> Result<()> {
        unsafe { check(status, || sys::dfmt_scan_error(self.scan), Some(self.source.failed())) }
    }
}

impl Table<'static> {
    /// Its batches as an Arrow C stream, which crates for Arrow take over; whoever has it calls `release`.
    pub fn arrow_stream(self) -> Result<sys::ArrowArrayStream> {
        let mut stream = std::mem::MaybeUninit::uninit();
        self.check(unsafe { sys::dfmt_scan_stream(self.scan, stream.as_mut_ptr()) })?;
        let this = std::mem::ManuallyDrop::new(self);
        drop(unsafe { ptr::read(&this.source) }); // the stream has a reference of its own
        Ok(unsafe { stream.assume_init() })
    }
}

impl Drop for Table<'_> {
    fn drop(&mut self) {
        unsafe { sys::dfmt_scan_free(self.scan) }
    }
}
