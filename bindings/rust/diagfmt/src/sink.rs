// SPDX-License-Identifier: MIT
//! Where bytes go.
use std::ffi::c_void;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::Path;
use std::{ptr, slice};

use diagfmt_sys as sys;

use crate::error::{check, Error, Failed, Result};
use crate::options::Options;
use crate::source::{c_path, User};

/// A place to write to: a file, memory, or a writer of the program's own.
pub struct Sink<'w> {
    raw: *mut sys::dfmt_sink,
    failed: Failed,
    life: PhantomData<&'w ()>,
}

impl<'w> Sink<'w> {
    /// A file, which gets its name when it is complete.
    pub fn path(path: impl AsRef<Path>, options: &Options) -> Result<Sink<'static>> {
        let path = c_path(path.as_ref())?;
        Sink::make(Failed::default(), |out| unsafe { sys::dfmt_sink_path(options.raw(), path.as_ptr(), out) })
    }

    /// Memory; [`Sink::bytes`] has what was written.
    pub fn memory() -> Result<Sink<'static>> {
        Sink::make(Failed::default(), |out| unsafe { sys::dfmt_sink_memory(ptr::null(), out) })
    }

    /// Whatever can be written to.
    pub fn write<W: Write + 'w>(to: W) -> Result<Sink<'w>> {
        let failed = Failed::default();
        let user = Box::into_raw(Box::new(User { inner: to, failed: failed.clone() }));
        let ops = sys::dfmt_sink_ops {
            size: size_of::<sys::dfmt_sink_ops>() as u32,
            flags: 0,
            write: Some(write::<W>),
            write_at: None,
            flush: Some(flush::<W>),
            close: Some(close::<W>),
            before: None,
            undivided: 0,
        };
        let made = Sink::make(failed, |out| unsafe { sys::dfmt_sink_new(ptr::null(), &ops, user.cast(), out) });
        if made.is_err() {
            drop(unsafe { Box::from_raw(user) });
        }
        made
    }

    fn make(failed: Failed, new: impl FnOnce(*mut *mut sys::dfmt_sink) -> i32) -> Result<Sink<'w>> {
        let mut raw = ptr::null_mut();
        match new(&mut raw) {
            sys::DFMT_OK => Ok(Sink { raw, failed, life: PhantomData }),
            status => Err(unsafe { Error::from_raw(status, ptr::null(), None) }),
        }
    }

    /// What a memory sink has; nothing of others.
    pub fn bytes(&self) -> &[u8] {
        let (mut ptr, mut len) = (ptr::null(), 0);
        match unsafe { sys::dfmt_sink_bytes(self.raw, &mut ptr, &mut len) } {
            sys::DFMT_OK if len > 0 => unsafe { slice::from_raw_parts(ptr.cast(), len as usize) },
            _ => &[],
        }
    }

    /// Empties a memory sink, for use again.
    pub(crate) fn reset(&self) {
        unsafe { sys::dfmt_sink_reset(self.raw) };
    }

    /// Completes the output: a file gets its name. What is not finished is discarded.
    pub fn finish(mut self) -> Result<()> {
        self.close()
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.failed.borrow().is_some() || unsafe { (*sys::dfmt_sink_error(self.raw)).status < 0 }
    }

    pub(crate) fn close(&mut self) -> Result<()> {
        self.check(unsafe { sys::dfmt_sink_close(self.raw) })
    }

    pub(crate) fn check(&self, status: i32) -> Result<()> {
        unsafe { check(status, || sys::dfmt_sink_error(self.raw), Some(&self.failed)) }
    }

    pub(crate) fn raw(&self) -> *mut sys::dfmt_sink {
        self.raw
    }

    pub(crate) fn failed(&self) -> &Failed {
        &self.failed
    }
}

impl Drop for Sink<'_> {
    fn drop(&mut self) {
        unsafe { sys::dfmt_sink_free(self.raw) }
    }
}

/// What a call writes, which is UTF-8.
pub(crate) fn collect(call: impl FnOnce(*mut sys::dfmt_sink) -> i32) -> Result<String> {
    let sink = Sink::memory()?;
    sink.check(call(sink.raw()))?;
    Ok(String::from_utf8_lossy(sink.bytes()).into_owned())
}

// ---- callbacks ----

unsafe extern "C" fn write<W: Write>(user: *mut c_void, buf: *const c_void, len: u64, taken: *mut u64) -> i32 {
    let user = unsafe { &mut *user.cast::<User<W>>() };
    let bytes = unsafe { slice::from_raw_parts(buf.cast::<u8>(), len as usize) };
    unsafe { *taken = 0 };
    user.status(|inner| {
        let mut rest = bytes;
        while !rest.is_empty() {
            match inner.write(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(n) => rest = &rest[n.min(rest.len())..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            unsafe { *taken = (bytes.len() - rest.len()) as u64 };
        }
        Ok(sys::DFMT_OK)
    })
}

unsafe extern "C" fn flush<W: Write>(user: *mut c_void) -> i32 {
    let user = unsafe { &mut *user.cast::<User<W>>() };
    user.status(|inner| inner.flush().map(|()| sys::DFMT_OK))
}

unsafe extern "C" fn close<W: Write>(user: *mut c_void, commit: u32) -> i32 {
    let mut user = unsafe { Box::from_raw(user.cast::<User<W>>()) };
    match user.status(|inner| if commit == 1 { inner.flush().map(|()| sys::DFMT_OK) } else { Ok(sys::DFMT_OK) }) {
        sys::DFMT_AGAIN => sys::DFMT_E_IO, // it cannot be called again
        status => status,
    }
}
