// SPDX-License-Identifier: MIT
use std::cell::RefCell;
use std::ffi::CStr;
use std::rc::Rc;
use std::{fmt, io};

use diagfmt_sys as sys;

use crate::records::{Origin, Status};

/// Why a call failed: status, number, place and message, as `dfmt_error` has them.
#[derive(Debug)]
pub struct Error {
    /// Such as [`Status::E_FORMAT`]; [`Status::AGAIN`] if the source, or the sink, is not ready.
    pub status: Status,
    /// `DFMT_ERR_*`: one number for each cause.
    pub number: u32,
    /// Where it comes from.
    pub origin: Origin,
    /// Byte offset of the fault in the unwrapped stream.
    pub offset: u64,
    /// 1-based line in text formats, else 0.
    pub line: u64,
    /// Of [`Status::E_LIMIT`]: the option to raise, and a value that suffices; else 0.
    pub option: u32,
    /// See `option`.
    pub needed: u64,
    /// One line.
    pub message: String,
    /// What a reader or writer of the program's own returned.
    source: Option<io::Error>,
}

/// What calls of this crate return.
pub type Result<T> = std::result::Result<T, Error>;

/// The error that a callback met, for the call around it.
pub(crate) type Failed = Rc<RefCell<Option<io::Error>>>;

impl Error {
    pub(crate) fn new(status: i32, message: impl Into<String>) -> Self {
        Error {
            status: Status(status as u32),
            number: 0,
            origin: Origin::CALL,
            offset: 0,
            line: 0,
            option: 0,
            needed: 0,
            message: message.into(),
            source: None,
        }
    }

    /// # Safety
    /// `why` is NULL or an error of the library.
    pub(crate) unsafe fn from_raw(status: i32, why: *const sys::dfmt_error, failed: Option<&Failed>) -> Self {
        let mut error = Error::new(status, "");
        error.source = failed.and_then(|failed| failed.borrow_mut().take());
        match unsafe { why.as_ref() }.filter(|why| why.status == status) {
            Some(why) => {
                error.number = why.number;
                error.origin = Origin(why.origin);
                (error.offset, error.line) = (why.offset, why.line);
                (error.option, error.needed) = (why.option, why.needed);
                error.message = unsafe { CStr::from_ptr(why.message) }.to_string_lossy().into_owned();
            }
            None => error.message = error.status.to_string(),
        }
        error
    }

    /// Whether the same call is to be repeated later: the source has no data yet, or the sink no room.
    pub fn is_again(&self) -> bool {
        self.status == Status::AGAIN
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.origin != Origin::CALL {
            write!(f, " (at byte {})", self.offset)?;
        }
        match &self.source {
            Some(source) => write!(f, ": {source}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match error.status {
            Status::AGAIN => io::ErrorKind::WouldBlock,
            Status::E_TRUNCATED => io::ErrorKind::UnexpectedEof,
            Status::E_NOMEM => io::ErrorKind::OutOfMemory,
            Status::E_IO => error.source.as_ref().map_or(io::ErrorKind::Other, io::Error::kind),
            _ => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, error)
    }
}

/// # Safety
/// As of [`Error::from_raw`]; `why` is called after a failure only.
pub(crate) unsafe fn check(
    status: i32,
    why: impl FnOnce() -> *const sys::dfmt_error,
    failed: Option<&Failed>,
) -> Result<()> {
    match status {
        sys::DFMT_OK => Ok(()),
        _ => Err(unsafe { Error::from_raw(status, why(), failed) }),
    }
}
