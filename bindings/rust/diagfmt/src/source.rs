// SPDX-License-Identifier: MIT
//! Where bytes come from.
use std::ffi::{c_void, CString};
use std::io::{self, Read, Seek, SeekFrom};
use std::marker::PhantomData;
use std::os::unix::ffi::OsStrExt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::{ptr, slice};

use diagfmt_sys as sys;

use crate::error::{check, Error, Failed, Result};

/// Bytes to read: a file, memory, or a reader of the program's own.
pub struct Source<'s> {
    raw: *mut sys::dfmt_source,
    failed: Failed,
    life: PhantomData<&'s ()>,
}

impl<'s> Source<'s> {
    /// A file, which is opened at the first use.
    pub fn path(path: impl AsRef<Path>) -> Result<Source<'static>> {
        let path = c_path(path.as_ref())?;
        Source::make(|out| unsafe { sys::dfmt_source_path(ptr::null(), path.as_ptr(), out) })
    }

    /// Bytes in memory.
    pub fn bytes(bytes: &'s [u8]) -> Result<Source<'s>> {
        Source::make(|out| unsafe {
            sys::dfmt_source_memory(ptr::null(), bytes.as_ptr().cast(), bytes.len() as u64, out)
        })
    }

    /// Whatever can be read. [`io::ErrorKind::WouldBlock`] ends a call with [`Status::AGAIN`](crate::records::Status):
    /// it can be repeated. Other errors are the source of this crate's.
    pub fn read<R: Read + 's>(from: R) -> Result<Source<'s>> {
        Source::with_ops(from, |_| {})
    }

    /// The same with places, which some formats read better: a zip by its directory.
    pub fn seek<R: Read + Seek + 's>(from: R) -> Result<Source<'s>> {
        Source::with_ops(from, |ops| {
            ops.read_at = Some(read_at::<R>);
            ops.total = Some(total::<R>);
        })
    }

    fn with_ops<R: Read + 's>(from: R, add: impl FnOnce(&mut sys::dfmt_source_ops)) -> Result<Source<'s>> {
        let failed = Failed::default();
        let user = Box::into_raw(Box::new(User { inner: from, failed: failed.clone() }));
        let mut ops = sys::dfmt_source_ops {
            size: size_of::<sys::dfmt_source_ops>() as u32,
            flags: 0,
            read: Some(read::<R>),
            read_at: None,
            total: None,
            close: Some(close::<R>),
        };
        add(&mut ops);
        let made = Source::make(|out| unsafe { sys::dfmt_source_new(ptr::null(), &ops, user.cast(), out) });
        if made.is_err() {
            drop(unsafe { Box::from_raw(user) });
        }
        made.map(|source| source.with_failed(failed))
    }

    pub(crate) fn make(new: impl FnOnce(*mut *mut sys::dfmt_source) -> i32) -> Result<Source<'s>> {
        let mut raw = ptr::null_mut();
        match new(&mut raw) {
            sys::DFMT_OK => Ok(Source { raw, failed: Failed::default(), life: PhantomData }),
            status => Err(unsafe { Error::from_raw(status, ptr::null(), None) }),
        }
    }

    pub(crate) fn with_failed(mut self, failed: Failed) -> Source<'s> {
        self.failed = failed;
        self
    }

    pub(crate) fn raw(&self) -> *mut sys::dfmt_source {
        self.raw
    }

    pub(crate) fn failed(&self) -> &Failed {
        &self.failed
    }
}

impl Read for Source<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let mut got = 0;
        if buf.is_empty() {
            return Ok(0);
        }
        match unsafe { sys::dfmt_source_read(self.raw, buf.as_mut_ptr().cast(), buf.len() as u64, &mut got) } {
            sys::DFMT_OK => Ok(got as usize),
            sys::DFMT_END => Ok(0),
            status => unsafe { check(status, || sys::dfmt_source_error(self.raw), Some(&self.failed)) }
                .map(|()| 0)
                .map_err(io::Error::from),
        }
    }
}

impl Drop for Source<'_> {
    fn drop(&mut self) {
        unsafe { sys::dfmt_source_free(self.raw) }
    }
}

pub(crate) fn c_path(path: &Path) -> Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Error::new(sys::DFMT_E_ARG, "a path with a NUL"))
}

// ---- callbacks ----

pub(crate) struct User<T> {
    pub(crate) inner: T,
    pub(crate) failed: Failed,
}

impl<T> User<T> {
    /// What a function says, as a status; its error, or that it panicked, is kept for the call around it.
    pub(crate) fn status(&mut self, f: impl FnOnce(&mut T) -> io::Result<i32>) -> i32 {
        let inner = &mut self.inner;
        let result =
            catch_unwind(AssertUnwindSafe(|| f(inner))).unwrap_or_else(|_| Err(io::Error::other("it panicked")));
        match result {
            Ok(status) => status,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => sys::DFMT_AGAIN,
            Err(error) => {
                *self.failed.borrow_mut() = Some(error);
                sys::DFMT_E_IO
            }
        }
    }
}

/// One that was not only interrupted.
fn read_some(from: &mut impl Read, buf: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(buf) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other.map(|n| n.min(buf.len())),
        }
    }
}

/// The library's room, which holds bytes of any kind.
unsafe fn room<'a>(buf: *mut c_void, cap: u64) -> &'a mut [u8] {
    unsafe {
        ptr::write_bytes(buf.cast::<u8>(), 0, cap as usize);
        slice::from_raw_parts_mut(buf.cast(), cap as usize)
    }
}

unsafe extern "C" fn read<R: Read>(user: *mut c_void, buf: *mut c_void, cap: u64, got: *mut u64) -> i32 {
    let user = unsafe { &mut *user.cast::<User<R>>() };
    user.status(|inner| {
        let n = read_some(inner, unsafe { room(buf, cap) })?;
        unsafe { *got = n as u64 };
        Ok(if n == 0 { sys::DFMT_END } else { sys::DFMT_OK })
    })
}

unsafe extern "C" fn read_at<R: Read + Seek>(
    user: *mut c_void,
    at: u64,
    buf: *mut c_void,
    cap: u64,
    got: *mut u64,
) -> i32 {
    let user = unsafe { &mut *user.cast::<User<R>>() };
    user.status(|inner| {
        let before = inner.stream_position()?;
        inner.seek(SeekFrom::Start(at))?;
        let n = read_some(inner, unsafe { room(buf, cap) });
        inner.seek(SeekFrom::Start(before))?;
        unsafe { *got = *n.as_ref().unwrap_or(&0) as u64 };
        n.map(|n| if n == 0 { sys::DFMT_END } else { sys::DFMT_OK })
    })
}

unsafe extern "C" fn total<R: Read + Seek>(user: *mut c_void, bytes: *mut u64) -> i32 {
    let user = unsafe { &mut *user.cast::<User<R>>() };
    user.status(|inner| {
        let before = inner.stream_position()?;
        unsafe { *bytes = inner.seek(SeekFrom::End(0))? };
        inner.seek(SeekFrom::Start(before))?;
        Ok(sys::DFMT_OK)
    })
}

unsafe extern "C" fn close<R>(user: *mut c_void) {
    let user = unsafe { Box::from_raw(user.cast::<User<R>>()) };
    let _ = catch_unwind(AssertUnwindSafe(|| drop(user)));
}
