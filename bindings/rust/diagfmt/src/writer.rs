// SPDX-License-Identifier: MIT
//! Records to bytes.
use std::io::{self, Write};
use std::path::Path;
use std::ptr;

use diagfmt_sys as sys;

use crate::body::Body;
use crate::error::{check, Error, Result};
use crate::options::{find, Options};
use crate::reader::{Event, Form};
use crate::record::word;
use crate::sink::Sink;

/// Writes a file of one format. What is not [finished](Writer::finish) is discarded.
///
/// ```
/// use diagfmt::{Body, Options, Reader, Writer};
/// # fn main() -> diagfmt::Result<()> {
/// let mut text = Vec::new();
/// let mut writer = Writer::write(&mut text, "mallocdbg", &Options::new())?;
/// let mut reader = Reader::bytes(b"7: malloc 0x5000 24\n7: free 0x5000\n")?;
/// while let Some(mut event) = reader.next()? {
///     writer.copy(&mut event)?;
/// }
/// let op = Body::new("mallocdbg.op")?.set("op", "malloc")?.set("thread_id", 8)?.set("ptr", 0x6000)?.set("bytes", 3)?;
/// writer.put(&op)?;
/// writer.finish()?;
/// assert_eq!(text, b"7: malloc 0x5000 24\n7: free 0x5000\n8: malloc 0x6000 3\n");
/// # Ok(()) }
/// ```
pub struct Writer<'w> {
    raw: *mut sys::dfmt_writer,
    sink: Sink<'w>,
}

impl<'w> Writer<'w> {
    /// Writes a file, which gets its name when it is complete. format: "apport" and so on.
    pub fn create(path: impl AsRef<Path>, format: &str, options: &Options) -> Result<Writer<'static>> {
        Writer::new(Sink::path(path, options)?, format, options)
    }

    /// Writes to whatever can be written to.
    pub fn write<W: Write + 'w>(to: W, format: &str, options: &Options) -> Result<Writer<'w>> {
        Writer::new(Sink::write(to)?, format, options)
    }

    /// Writes to a sink.
    pub fn new(sink: Sink<'w>, format: &str, options: &Options) -> Result<Writer<'w>> {
        let number = number_of(format)?;
        let mut raw = ptr::null_mut();
        let status = unsafe { sys::dfmt_writer_new(options.raw(), &mut raw) };
        if status != sys::DFMT_OK {
            return Err(unsafe { Error::from_raw(status, ptr::null(), None) });
        }
        let writer = Writer { raw, sink };
        writer.check(unsafe { sys::dfmt_writer_open(raw, number, 0, writer.sink.raw()) })?;
        Ok(writer)
    }

    /// Copies an event with its payload, byte for byte where that is legal.
    pub fn copy(&mut self, event: &mut Event<'_>) -> Result<()> {
        let (reader, raw) = event.raw();
        self.check(unsafe { sys::dfmt_writer_copy(self.raw, reader, raw) })
    }

    /// Writes a whole record.
    pub fn put(&mut self, body: &Body<'_>) -> Result<()> {
        self.check(unsafe { sys::dfmt_writer_put(self.raw, body.head()?) })
    }

    /// Starts a record whose value follows.
    pub fn begin(&mut self, body: &Body<'_>, form: Form) -> Result<ValueWriter<'_, 'w>> {
        self.check(unsafe { sys::dfmt_writer_begin(self.raw, body.head()?, form as u32) })?;
        Ok(ValueWriter { writer: self })
    }

    /// Changes a limit of memory or of a table, by its name; then the call that exceeded it can be repeated.
    pub fn limit(&mut self, name: &str, value: u64) -> Result<()> {
        let key = find(name)?.key;
        self.check(unsafe { sys::dfmt_writer_limit(self.raw, key, value) })
    }

    /// Writes the end of the file, and completes the output.
    pub fn finish(self) -> Result<()> {
        self.finish_sink().map(drop)
    }

    /// The same; returns the sink, for what a memory sink has.
    pub fn finish_sink(mut self) -> Result<Sink<'w>> {
        self.check(unsafe { sys::dfmt_writer_finish(self.raw) })?;
        if self.sink.bytes().is_empty() {
            // memory that has something needs no commit
            self.sink.close()?;
        }
        let this = std::mem::ManuallyDrop::new(self);
        unsafe { sys::dfmt_writer_free(this.raw) };
        Ok(unsafe { ptr::read(&this.sink) })
    }

    fn check(&self, status: i32) -> Result<()> {
        unsafe { check(status, || sys::dfmt_writer_error(self.raw), Some(self.sink.failed())) }
    }
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        unsafe { sys::dfmt_writer_free(self.raw) }
    }
}

fn number_of(format: &str) -> Result<u32> {
    (0..)
        .map(|i| unsafe { sys::dfmt_format_at(i) })
        .take_while(|number| *number != 0)
        .find(|number| word(unsafe { sys::dfmt_format_name(*number) }) == Some(format))
        .ok_or_else(|| Error::new(sys::DFMT_E_UNSUPPORTED, format!("there is no format {format}")))
}

/// The value of a record that [`Writer::begin`] started. It is to be [ended](ValueWriter::end).
///
/// ```compile_fail,E0499
/// # use diagfmt::{Body, Form, Options, Writer};
/// let mut writer = Writer::write(Vec::new(), "apport", &Options::new())?;
/// let body = Body::new("apport.field")?;
/// let value = writer.begin(&body, Form::Decoded)?;
/// writer.put(&body)?;
/// value.end()?;
/// # Ok::<(), diagfmt::Error>(())
/// ```
#[must_use = "a value is to be ended"]
pub struct ValueWriter<'v, 'w> {
    writer: &'v mut Writer<'w>,
}

impl ValueWriter<'_, '_> {
    /// Ends the record.
    pub fn end(self) -> Result<()> {
        self.writer.check(unsafe { sys::dfmt_writer_end(self.writer.raw) })
    }
}

impl Write for ValueWriter<'_, '_> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let mut taken = 0;
        let status =
            unsafe { sys::dfmt_writer_payload(self.writer.raw, buf.as_ptr().cast(), buf.len() as u64, &mut taken) };
        match self.writer.check(status) {
            Err(error) if !error.is_again() || taken == 0 => Err(error.into()),
            _ => Ok(taken as usize),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
