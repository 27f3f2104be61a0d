// SPDX-License-Identifier: MIT
use std::ffi::CString;
use std::ptr;

use diagfmt_sys as sys;

use crate::error::{Error, Result};
use crate::record::{word, Type};

/// A value of an option: a number, yes or no, a word, or an item of a list.
#[derive(Clone, Copy, Debug)]
pub enum Setting<'a> {
    /// A number; yes is 1.
    Number(u64),
    /// A word of an enumeration; of flags and lists, one more.
    Word(&'a str),
}

impl From<u64> for Setting<'_> {
    fn from(number: u64) -> Self {
        Setting::Number(number)
    }
}

impl From<bool> for Setting<'_> {
    fn from(yes: bool) -> Self {
        Setting::Number(yes.into())
    }
}

impl<'a> From<&'a str> for Setting<'a> {
    fn from(word: &'a str) -> Self {
        Setting::Word(word)
    }
}

/// Options of readers, writers, scans, sources and sinks, by their names in the library: "recover", "apport.keys"; and
/// of operations: "profile.keep".
///
/// ```
/// # fn main() -> diagfmt::Result<()> {
/// use diagfmt::Options;
/// let options = Options::new().set("recover", true)?.set("apport.keys", "Title")?.set("max_memory", 1 << 30)?;
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Options {
    raw: *mut sys::dfmt_config,
}

impl Options {
    /// All defaults.
    pub fn new() -> Options {
        let mut raw = ptr::null_mut();
        let status = unsafe { sys::dfmt_config_new(&mut raw) };
        assert_eq!(status, sys::DFMT_OK, "out of memory");
        Options { raw }
    }

    /// Sets an option, or adds to a list.
    pub fn set<'a>(self, name: &str, value: impl Into<Setting<'a>>) -> Result<Options> {
        let option = find(name)?;
        let status = match value.into() {
            Setting::Number(number) => unsafe { sys::dfmt_config_set(self.raw, option.key, number) },
            Setting::Word(item) if option.kind == sys::DFMT_KIND_STR => unsafe {
                sys::dfmt_config_add(self.raw, option.key, item.as_ptr().cast(), item.len() as u64)
            },
            Setting::Word(word) => self.set_word(option, word),
        };
        match status {
            sys::DFMT_OK => Ok(self),
            _ => Err(Error::new(status, format!("{name} cannot have that value"))),
        }
    }

    fn set_word(&self, option: &sys::dfmt_option, word: &str) -> i32 {
        let number = Type::find(option.words).and_then(|words| words.field(word)).map(|f| u64::from(f.raw().offset));
        let mut value = 0;
        match number {
            Some(bit) if option.kind == sys::DFMT_KIND_FLAGS => unsafe {
                sys::dfmt_config_get(self.raw, option.key, &mut value);
                sys::dfmt_config_set(self.raw, option.key, value | bit)
            },
            Some(number) => unsafe { sys::dfmt_config_set(self.raw, option.key, number) },
            None => sys::DFMT_E_ARG,
        }
    }

    pub(crate) fn raw(&self) -> *const sys::dfmt_config {
        self.raw
    }
}

impl Default for Options {
    fn default() -> Self {
        Options::new()
    }
}

impl Drop for Options {
    fn drop(&mut self) {
        unsafe { sys::dfmt_config_free(self.raw) }
    }
}

pub(crate) fn find(name: &str) -> Result<&'static sys::dfmt_option> {
    (0..)
        .map_while(|i| unsafe { sys::dfmt_option_at(i).as_ref() })
        .chain((0..).map_while(of_operations))
        .find(|option| word(option.name) == Some(name))
        .ok_or_else(|| Error::new(sys::DFMT_E_UNSUPPORTED, format!("there is no option {name}")))
}

pub(crate) fn c_name(name: &str) -> Result<CString> {
    CString::new(name).map_err(|_| Error::new(sys::DFMT_E_ARG, "a name with a NUL"))
}

#[cfg(feature = "ops")]
fn of_operations(i: u32) -> Option<&'static sys::dfmt_option> {
    unsafe { sys::dfmt_ops_option_at(i).as_ref() }
}

#[cfg(not(feature = "ops"))]
fn of_operations(_: u32) -> Option<&'static sys::dfmt_option> {
    None
}
