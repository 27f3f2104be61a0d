// SPDX-License-Identifier: MIT
//! Files as tables.
use std::ffi::CString;
use std::ptr;

use diagfmt_sys as sys;

use crate::error::{check, Error, Failed, Result};
use crate::options::Options;
use crate::record::{Record, Type};
use crate::source::Source;

/// A table of a file: its rows, or an Arrow stream of them.
///
/// ```
/// use diagfmt::{Options, Source, Table, records::MallocdbgLiveBlock};
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

impl<'s> Table<'s> {
    /// A table by its name; [`Type::tables`] lists them. columns: names of members; none: all.
    pub fn new(source: Source<'s>, name: &str, columns: &[&str], options: &Options) -> Result<Table<'s>> {
        let mut scan = ptr::null_mut();
        let status = unsafe { sys::dfmt_scan_new(options.raw(), source.raw(), &mut scan) };
        if status != sys::DFMT_OK {
            return Err(unsafe { Error::from_raw(status, ptr::null(), None) });
        }
        let table = Table { scan, source };
        table.ask(name, columns)?;
        Ok(table)
    }

    fn ask(&self, name: &str, columns: &[&str]) -> Result<()> {
        let name = c_name(name)?;
        let columns = columns.iter().map(|column| c_name(column)).collect::<Result<Vec<_>>>()?;
        let columns: Vec<_> = columns.iter().map(|column| column.as_ptr()).collect();
        let mut request: sys::dfmt_table_request = unsafe { std::mem::zeroed() };
        request.size = size_of::<sys::dfmt_table_request>() as u32;
        if !columns.is_empty() {
            (request.columns, request.n_columns) = (columns.as_ptr(), columns.len() as u64);
        }
        let mut number = 0;
        self.check(unsafe { sys::dfmt_scan_table(self.scan, name.as_ptr(), &request, &mut number) })
    }

    /// Its rows, from the first to the last.
    pub fn rows(self) -> Result<Rows<'s>> {
        let mut raw = ptr::null_mut();
        self.check(unsafe { sys::dfmt_scan_rows(self.scan, &mut raw) })?;
        let this = std::mem::ManuallyDrop::new(self); // the scan belongs to the rows
        Ok(Rows { raw, source: unsafe { ptr::read(&this.source) } })
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

fn c_name(name: &str) -> Result<CString> {
    CString::new(name).map_err(|_| Error::new(sys::DFMT_E_ARG, "a name with a NUL"))
}

/// The rows of a table, each good until the next one.
pub struct Rows<'s> {
    raw: *mut sys::dfmt_rows,
    source: Source<'s>,
}

impl Rows<'_> {
    /// The next row; `None` at the end.
    #[allow(clippy::should_implement_trait)] // an iterator's items could be kept
    pub fn next(&mut self) -> Result<Option<Row<'_>>> {
        let mut row = ptr::null();
        match unsafe { sys::dfmt_rows_next(self.raw, &mut row) } {
            sys::DFMT_END => Ok(None),
            sys::DFMT_OK => Ok(Some(Row(unsafe { Record::from_raw(self.ty(), row.cast()) }))),
            status => Err(unsafe { Error::from_raw(status, sys::dfmt_rows_error(self.raw), Some(self.failed())) }),
        }
    }

    /// The type of the rows.
    pub fn ty(&self) -> Type {
        Type::from_raw(unsafe { &*(*sys::dfmt_rows_set(self.raw)).r#type })
    }

    fn failed(&self) -> &Failed {
        self.source.failed()
    }
}

impl Drop for Rows<'_> {
    fn drop(&mut self) {
        unsafe { sys::dfmt_rows_free(self.raw) }
    }
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r>(Record<'r>);

impl<'r> Row<'r> {
    /// The row, whatever its type.
    pub fn record(self) -> Record<'r> {
        self.0
    }

    /// The row, if it is of that type.
    pub fn body<T: crate::Typed<'r>>(self) -> Option<T> {
        T::of(self.0)
    }
}
