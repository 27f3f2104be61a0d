// SPDX-License-Identifier: MIT
//! Bytes to events.
use std::cell::OnceCell;
use std::io::{self, BufRead, Read};
use std::marker::PhantomData;
use std::path::Path;
use std::{fmt, ptr, slice};

use diagfmt_sys as sys;

use crate::error::{check, Error, Failed, Result};
use crate::options::{find, Options};
use crate::record::{Record, Type, Typed};
use crate::sink::{collect, Sink};
use crate::source::Source;

/// How a payload is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The value itself.
    Decoded = sys::DFMT_PAYLOAD_DECODED as isize,
    /// As it is compressed: a gzip file, a deflate stream.
    Stored = sys::DFMT_PAYLOAD_STORED as isize,
    /// The bytes of the input.
    Raw = sys::DFMT_PAYLOAD_RAW as isize,
}

/// What JSON lines have of payloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonPayload {
    /// Nothing.
    None = sys::DFMT_JSON_PAYLOAD_NONE as isize,
    /// Size and CRC-32.
    Digest = sys::DFMT_JSON_PAYLOAD_DIGEST as isize,
    /// The same and the content.
    Inline = sys::DFMT_JSON_PAYLOAD_INLINE as isize,
}

/// Reads the events of an input, one at a time.
///
/// An event is good until the next one: the compiler refuses to keep it.
///
/// ```compile_fail,E0499
/// let mut reader = diagfmt::Reader::bytes(b"7: malloc 0x5000 24\n7: free 0x5000\n")?;
/// let first = reader.next()?.unwrap();
/// let second = reader.next()?.unwrap();
/// println!("{}", first.type_name());
/// # Ok::<(), diagfmt::Error>(())
/// ```
///
/// So it is with what an event has:
///
/// ```compile_fail,E0499
/// use diagfmt::records::MallocdbgOp;
/// let mut reader = diagfmt::Reader::bytes(b"7: malloc 0x5000 24\n7: free 0x5000\n")?;
/// let first = reader.next()?.unwrap().body::<MallocdbgOp>();
/// reader.next()?;
/// println!("{first:?}");
/// # Ok::<(), diagfmt::Error>(())
/// ```
///
/// And the input lives as long as the reader:
///
/// ```compile_fail,E0597
/// let mut reader = {
///     let bytes = b"7: malloc 0x5000 24\n".to_vec();
///     diagfmt::Reader::bytes(&bytes)?
/// };
/// reader.next()?;
/// # Ok::<(), diagfmt::Error>(())
/// ```
///
/// A reader belongs to its thread:
///
/// ```compile_fail,E0277
/// let mut reader = diagfmt::Reader::bytes(b"7: malloc 0x5000 24\n")?;
/// std::thread::spawn(move || reader.next().is_ok());
/// # Ok::<(), diagfmt::Error>(())
/// ```
pub struct Reader<'s> {
    raw: *mut sys::dfmt_reader,
    with: With,
    source: Source<'s>,
}

/// What events need of their reader besides its handle.
#[derive(Default)]
struct With {
    failed: Failed,
    line: OnceCell<Sink<'static>>,
}

impl<'s> Reader<'s> {
    /// Reads a file.
    pub fn open(path: impl AsRef<Path>) -> Result<Reader<'static>> {
        Reader::new(Source::path(path)?, &Options::new())
    }

    /// Reads bytes in memory.
    pub fn bytes(bytes: &'s [u8]) -> Result<Reader<'s>> {
        Reader::new(Source::bytes(bytes)?, &Options::new())
    }

    /// Reads whatever can be read.
    pub fn read<R: Read + 's>(from: R) -> Result<Reader<'s>> {
        Reader::new(Source::read(from)?, &Options::new())
    }

    /// Reads a source.
    pub fn new(source: Source<'s>, options: &Options) -> Result<Reader<'s>> {
        let mut raw = ptr::null_mut();
        let status = unsafe { sys::dfmt_reader_new(options.raw(), &mut raw) };
        if status != sys::DFMT_OK {
            return Err(unsafe { Error::from_raw(status, ptr::null(), None) });
        }
        let with = With { failed: source.failed().clone(), ..With::default() };
        let reader = Reader { raw, with, source };
        reader.check(unsafe { sys::dfmt_reader_open(raw, 0, reader.source.raw()) })?;
        Ok(reader)
    }

    /// The next event; `None` at the end.
    #[allow(clippy::should_implement_trait)] // an iterator's items could be kept
    pub fn next(&mut self) -> Result<Option<Event<'_>>> {
        let mut event = ptr::null();
        match unsafe { sys::dfmt_reader_next(self.raw, &mut event) } {
            sys::DFMT_END => Ok(None),
            status => {
                self.check(status)?;
                Ok(Some(Event { raw: event, reader: self.raw, with: &self.with, life: PhantomData }))
            }
        }
    }

    /// Changes a limit, by its name; then the call that exceeded it can be repeated.
    pub fn limit(&mut self, name: &str, value: u64) -> Result<()> {
        let key = find(name)?.key;
        self.check(unsafe { sys::dfmt_reader_limit(self.raw, key, value) })
    }

    /// The name of the input's format, once it is known.
    pub fn format(&self) -> Option<&'static str> {
        let mut format = 0;
        match unsafe { sys::dfmt_reader_stat(self.raw, sys::DFMT_STAT_FORMAT, &mut format) } {
            sys::DFMT_OK => crate::record::word(unsafe { sys::dfmt_format_name(format as u32) }),
            _ => None,
        }
    }

    fn check(&self, status: i32) -> Result<()> {
        unsafe { check(status, || sys::dfmt_reader_error(self.raw), Some(&self.with.failed)) }
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        unsafe { sys::dfmt_reader_free(self.raw) }
    }
}

/// One record of an input.
pub struct Event<'r> {
    raw: *const sys::dfmt_event,
    reader: *mut sys::dfmt_reader,
    with: &'r With,
    life: PhantomData<&'r mut ()>,
}

impl<'r> Event<'r> {
    fn field<T: Copy>(&self, get: impl FnOnce(&sys::dfmt_event) -> T) -> T {
        get(unsafe { &*self.raw })
    }

    /// The name of its type, such as "apport.field".
    pub fn type_name(&self) -> &'static str {
        Type::find(self.type_number()).map_or("?", Type::name)
    }

    /// The number of its type.
    pub fn type_number(&self) -> u32 {
        self.field(|e| e.r#type)
    }

    /// Byte offset of its start in the unwrapped input.
    pub fn offset(&self) -> u64 {
        self.field(|e| e.offset)
    }

    /// Bytes there; 0 while that is not known.
    pub fn len(&self) -> u64 {
        self.field(|e| e.length)
    }

    /// Whether [`Event::len`] is 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether damage was skipped before it, or is in it.
    pub fn is_recovered(&self) -> bool {
        self.field(|e| e.flags & sys::DFMT_EVENT_FLAG_RECOVERED != 0)
    }

    /// Whether its value is not in its body, but in [`Event::payload`].
    pub fn has_payload(&self) -> bool {
        self.field(|e| e.flags & sys::DFMT_EVENT_FLAG_PAYLOAD != 0)
    }

    /// The body, whatever its type.
    pub fn record(&self) -> Record<'r> {
        unsafe { Record::from_head(self.field(|e| e.body)) }.expect("events have bodies that are described")
    }

    /// The body, if it is of that type.
    pub fn body<T: Typed<'r>>(&self) -> Option<T> {
        if self.type_number() != T::TYPE {
            return None;
        }
        T::of(self.record())
    }

    /// Its value: decoded, in pieces, from where the last use of it stopped.
    pub fn payload(&mut self) -> Payload<'_> {
        Payload { piece: &[], reader: self.reader, failed: &self.with.failed, life: PhantomData }
    }

    /// Its value in another form, from the beginning.
    pub fn payload_as(&mut self, form: Form) -> Result<Payload<'_>> {
        self.check(unsafe { sys::dfmt_payload_mode(self.reader, form as u32) })?;
        Ok(self.payload())
    }

    /// Adds the event as a JSON line, as the library writes it. An error of the payload comes after the line, which
    /// then says so.
    pub fn json_line(&mut self, payload: JsonPayload, to: &mut String) -> Result<()> {
        if self.with.line.get().is_none() {
            let _ = self.with.line.set(Sink::memory()?);
        }
        let sink = &self.with.line.get().expect("it was set");
        let status = unsafe { sys::dfmt_reader_json(self.reader, self.raw, payload as u32, sink.raw()) };
        if status != sys::DFMT_AGAIN {
            to.push_str(&String::from_utf8_lossy(sink.bytes()));
            sink.reset();
        }
        self.check(status)
    }

    /// The event as a JSON object, without its payload.
    pub fn json(&self) -> Result<String> {
        let mut line = collect(|sink| unsafe { sys::dfmt_event_json(self.raw, sink) })?;
        line.truncate(line.trim_end().len());
        Ok(line)
    }

    /// A copy that outlives the reader, without the payload.
    pub fn to_owned(&self) -> Result<OwnedEvent> {
        let mut raw = ptr::null_mut();
        self.check(unsafe { sys::dfmt_event_clone(ptr::null(), self.raw, &mut raw) })?;
        Ok(OwnedEvent { raw })
    }

    /// Changes a limit of the reader, by its name; then a payload that exceeded it can be read on.
    pub fn limit(&mut self, name: &str, value: u64) -> Result<()> {
        let key = find(name)?.key;
        self.check(unsafe { sys::dfmt_reader_limit(self.reader, key, value) })
    }

    pub(crate) fn raw(&self) -> (*mut sys::dfmt_reader, *const sys::dfmt_event) {
        (self.reader, self.raw)
    }

    fn check(&self, status: i32) -> Result<()> {
        unsafe { check(status, || sys::dfmt_reader_error(self.reader), Some(&self.with.failed)) }
    }
}

impl fmt::Debug for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record().fmt(f)
    }
}

/// A value in pieces. While it is in use its event can do nothing else, and the reader not go on.
///
/// ```compile_fail,E0499
/// # let mut reader = diagfmt::Reader::bytes(b"ProblemType: Crash\n")?;
/// let mut event = reader.next()?.unwrap();
/// let first = event.payload();
/// let second = event.payload();
/// drop(first);
/// # Ok::<(), diagfmt::Error>(())
/// ```
pub struct Payload<'e> {
    piece: &'e [u8],
    reader: *mut sys::dfmt_reader,
    failed: &'e Failed,
    life: PhantomData<&'e mut ()>,
}

impl<'e> Payload<'e> {
    /// Reads and checks what is left.
    pub fn skip(self) -> Result<()> {
        self.check(unsafe { sys::dfmt_payload_skip(self.reader) })
    }

    /// Reads what is left as a file of its own: a report in a report.
    pub fn reader(self, options: &Options) -> Result<Reader<'e>> {
        Reader::new(self.source()?, options)
    }

    /// What is left as a source.
    pub fn source(self) -> Result<Source<'e>> {
        let mut raw = ptr::null_mut();
        self.check(unsafe { sys::dfmt_payload_source(self.reader, &mut raw) })?;
        let made = Source::make(|out| {
            unsafe { *out = raw };
            sys::DFMT_OK
        })?;
        Ok(made.with_failed(self.failed.clone()))
    }

    fn check(&self, status: i32) -> Result<()> {
        unsafe { check(status, || sys::dfmt_reader_error(self.reader), Some(self.failed)) }
    }
}

impl BufRead for Payload<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.piece.is_empty() {
            let (mut ptr, mut len) = (ptr::null(), 0);
            match unsafe { sys::dfmt_payload_chunk(self.reader, &mut ptr, &mut len) } {
                sys::DFMT_OK => self.piece = unsafe { slice::from_raw_parts(ptr.cast(), len as usize) },
                sys::DFMT_END => {}
                status => self.check(status)?,
            }
        }
        Ok(self.piece)
    }

    fn consume(&mut self, n: usize) {
        self.piece = &self.piece[n..];
    }
}

impl Read for Payload<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if !self.piece.is_empty() {
            return self.piece.read(buf);
        }
        let mut got = 0;
        if buf.is_empty() {
            return Ok(0);
        }
        match unsafe { sys::dfmt_payload_read(self.reader, buf.as_mut_ptr().cast(), buf.len() as u64, &mut got) } {
            sys::DFMT_END => Ok(0),
            status => self.check(status).map(|()| got as usize).map_err(io::Error::from),
        }
    }
}

/// An event of its own, by [`Event::to_owned`].
pub struct OwnedEvent {
    raw: *mut sys::dfmt_event,
}

// It is one block of memory that nothing else refers to, and nothing changes it.
unsafe impl Send for OwnedEvent {}
unsafe impl Sync for OwnedEvent {}

impl OwnedEvent {
    /// The body, whatever its type.
    pub fn record(&self) -> Record<'_> {
        unsafe { Record::from_head((*self.raw).body) }.expect("events have bodies that are described")
    }

    /// The body, if it is of that type.
    pub fn body<'a, T: Typed<'a>>(&'a self) -> Option<T> {
        T::of(self.record())
    }

    /// The event as a JSON object.
    pub fn json(&self) -> Result<String> {
        let mut line = collect(|sink| unsafe { sys::dfmt_event_json(self.raw, sink) })?;
        line.truncate(line.trim_end().len());
        Ok(line)
    }
}

impl fmt::Debug for OwnedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record().fmt(f)
    }
}

impl Drop for OwnedEvent {
    fn drop(&mut self) {
        unsafe { sys::dfmt_event_free(self.raw) }
    }
}
