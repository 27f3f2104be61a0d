// SPDX-License-Identifier: MIT
use std::ptr;

use diagfmt_sys as sys;

use crate::error::{Error, Failed, Result};
use crate::options::{find, Options};
use crate::rows::{first_failed, Rows};
use crate::sink::Sink;
use crate::source::Source;

/// An operation over some inputs: [run](Operation::run) it, then ask for what was found.
///
/// ```
/// use diagfmt::{ops::Operation, ops_records::ProfileRow, Options, Source};
/// # fn main() -> diagfmt::Result<()> {
/// let mut top = Operation::new("profile", &Options::new())?;
/// top.add(Source::bytes(b"7: malloc 0x5000 24\n8: malloc 0x6000 40\n")?)?;
/// top.run()?;
/// let mut rows = top.rows_of("sizes")?;
/// let largest: ProfileRow = rows.next()?.unwrap().body().unwrap();
/// assert_eq!((largest.block_bytes(), largest.total()), (Some(40), 40));
/// # Ok(()) }
/// ```
///
/// Some write what they make; where to is said before they run:
///
/// ```
/// # use diagfmt::{ops::Operation, Options, Sink, Source};
/// # fn main() -> diagfmt::Result<()> {
/// let mut convert = Operation::new("convert", &Options::new().set("convert.sort", true)?.set("drop", "B")?)?;
/// convert.add(Source::bytes(b"ProblemType: Crash\nB: 2\nA: 1\n")?)?;
/// convert.output(Sink::memory()?)?;
/// convert.run()?;
/// assert_eq!(convert.finish()?.unwrap().bytes(), b"ProblemType: Crash\nA: 1\n");
/// # Ok(()) }
/// ```
///
/// Rows need their operation:
///
/// ```compile_fail,E0505
/// # use diagfmt::{ops::Operation, Options};
/// let operation = Operation::new("heap", &Options::new())?;
/// let rows = operation.rows()?;
/// drop(operation);
/// rows.name();
/// # Ok::<(), diagfmt::Error>(())
/// ```
pub struct Operation<'s> {
    raw: *mut sys::dfmt_op,
    name: &'static str,
    inputs: Vec<Failed>,
    output: Option<Sink<'s>>,
    life: std::marker::PhantomData<&'s ()>,
}

/// A document of a profile that kept its stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Document {
    /// A line a stack: names joined by ';', a blank, its weight.
    Folded = sys::DFMT_PROFILE_FOLDED,
    /// A flame graph: SVG that needs nothing else.
    Flame = sys::DFMT_PROFILE_FLAME,
    /// For `go tool pprof`.
    Pprof = sys::DFMT_PROFILE_PPROF,
    /// For the Firefox Profiler; of a profile that kept its samples.
    Firefox = sys::DFMT_PROFILE_FIREFOX,
}

type MakeRows = unsafe extern "C" fn(*mut sys::dfmt_op, u32, *mut *mut sys::dfmt_rows) -> sys::dfmt_status;
type SetOutput = unsafe extern "C" fn(*mut sys::dfmt_op, *mut sys::dfmt_sink) -> sys::dfmt_status;

/// Kinds of rows, of operations that have several.
const KINDS: &[(&str, &str, MakeRows, u32)] = &[
    ("profile", "functions", sys::dfmt_profile_rows, sys::DFMT_PROFILE_FUNCTIONS),
    ("profile", "groups", sys::dfmt_profile_rows, sys::DFMT_PROFILE_GROUPS),
    ("profile", "stacks", sys::dfmt_profile_rows, sys::DFMT_PROFILE_STACKS),
    ("profile", "tree", sys::dfmt_profile_rows, sys::DFMT_PROFILE_TREE),
    ("profile", "sizes", sys::dfmt_profile_rows, sys::DFMT_PROFILE_SIZES),
    ("heap", "live", sys::dfmt_heap_rows, sys::DFMT_HEAP_LIVE),
    ("heap", "use", sys::dfmt_heap_rows, sys::DFMT_HEAP_USE),
    ("heap", "leaks", sys::dfmt_heap_rows, sys::DFMT_HEAP_LEAKS),
    ("heap", "chains", sys::dfmt_heap_rows, sys::DFMT_HEAP_CHAINS),
];

/// Operations that write to a sink while they run.
const OUTPUTS: &[(&str, SetOutput)] = &[
    ("convert", sys::dfmt_convert_to),
    ("repair", sys::dfmt_convert_to),
    ("share", sys::dfmt_share_to),
    ("text", sys::dfmt_text_to),
    ("value", sys::dfmt_value_to),
];

impl<'s> Operation<'s> {
    /// The names of all operations.
    pub fn names() -> impl Iterator<Item = &'static str> {
        sys::OPERATIONS.iter().map(|(name, _)| *name)
    }

    /// An operation by its name. Options are those of the operation, such as "profile.keep", and of the library.
    pub fn new(name: &str, options: &Options) -> Result<Operation<'s>> {
        let found = sys::OPERATIONS.iter().find(|(known, _)| *known == name);
        let (name, make) = found.ok_or_else(|| unsupported(format!("there is no operation {name}")))?;
        let mut raw = ptr::null_mut();
        match unsafe { make(options.raw(), &mut raw) } {
            sys::DFMT_OK => {
                Ok(Operation { raw, name, inputs: Vec::new(), output: None, life: std::marker::PhantomData })
            }
            status => Err(unsafe { Error::from_raw(status, ptr::null(), None) }),
        }
    }

    /// Adds an input; nothing is read yet.
    pub fn add(&mut self, source: Source<'s>) -> Result<()> {
        self.inputs.push(source.failed().clone());
        self.check(unsafe { sys::dfmt_op_add(self.raw, source.raw()) }) // it has a reference of its own
    }

    /// Says where "convert", "repair", "share", "text" or "value" writes; [`Operation::finish`] completes it.
    pub fn output(&mut self, to: Sink<'s>) -> Result<()> {
        let found = OUTPUTS.iter().find(|(name, _)| *name == self.name);
        let (_, set) = found.ok_or_else(|| unsupported(format!("{} writes nothing while it runs", self.name)))?;
        self.check(unsafe { set(self.raw, to.raw()) })?;
        self.output = Some(to);
        Ok(())
    }

    /// Runs to the end. After an error of an input [`accept`](Operation::accept) or [`leave_out`](Operation::leave_out)
    /// lets the same call go on, after one of a limit [`limit`](Operation::limit).
    pub fn run(&mut self) -> Result<()> {
        self.check(unsafe { sys::dfmt_op_run(self.raw) })
    }

    /// The number of the input in hand, from 0.
    pub fn input(&self) -> u64 {
        unsafe { sys::dfmt_op_input(self.raw) }
    }

    /// After an error of an input: counts what was read of it before that.
    pub fn accept(&mut self) -> Result<()> {
        self.check(unsafe { sys::dfmt_op_accept(self.raw) })
    }

    /// After an error of an input: leaves it out as a whole.
    pub fn leave_out(&mut self) -> Result<()> {
        self.check(unsafe { sys::dfmt_op_drop(self.raw) })
    }

    /// Raises a limit by its name; then the call that it stopped can be repeated.
    pub fn limit(&mut self, name: &str, value: u64) -> Result<()> {
        self.check(unsafe { sys::dfmt_op_limit(self.raw, find(name)?.key, value) })
    }

    /// What was found.
    pub fn rows(&self) -> Result<Rows<'_>> {
        self.rows_by(|out| unsafe { sys::dfmt_op_rows(self.raw, out) })
    }

    /// The same of a kind: of "profile" "functions", "groups", "stacks", "tree" or "sizes"; of "heap" "live", "use",
    /// "leaks" or "chains".
    pub fn rows_of(&self, kind: &str) -> Result<Rows<'_>> {
        let found = KINDS.iter().find(|(name, known, ..)| (*name, *known) == (self.name, kind));
        let (.., make, what) = found.ok_or_else(|| unsupported(format!("{} has no rows of {kind}", self.name)))?;
        self.rows_by(|out| unsafe { make(self.raw, *what, out) })
    }

    fn rows_by(&self, make: impl FnOnce(*mut *mut sys::dfmt_rows) -> i32) -> Result<Rows<'_>> {
        let mut raw = ptr::null_mut();
        self.check(make(&mut raw))?;
        Ok(unsafe { Rows::from_raw(raw, self.inputs.clone()) })
    }

    /// Writes a document of all stacks of a "profile". The option "profile.purpose" of its name keeps what it needs, and
    /// has the defaults of the tool; so does "profile.keep", "stacks" or more, and "samples" for [Document::Firefox].
    pub fn write(&self, document: Document, to: &mut Sink<'_>) -> Result<()> {
        if self.name != "profile" {
            return Err(unsupported(format!("{} has no documents", self.name)));
        }
        match unsafe { sys::dfmt_profile_write(self.raw, document as u32, ptr::null(), to.raw()) } {
            status if to.has_failed() => to.check(status),
            status => self.check(status),
        }
    }

    /// Completes the output, where there is one: a file gets its name. What a memory sink has is in what is returned.
    pub fn finish(mut self) -> Result<Option<Sink<'s>>> {
        let Some(mut sink) = self.output.take() else { return Ok(None) };
        if sink.bytes().is_empty() {
            // memory that has something needs no commit
            sink.close()?;
        }
        Ok(Some(sink))
    }

    fn check(&self, status: i32) -> Result<()> {
        if status == sys::DFMT_OK {
            return Ok(());
        }
        let all = self.inputs.iter().chain(self.output.as_ref().map(Sink::failed));
        Err(unsafe { Error::from_raw(status, sys::dfmt_op_error(self.raw), first_failed(all)) })
    }
}

impl Drop for Operation<'_> {
    fn drop(&mut self) {
        unsafe { sys::dfmt_op_free(self.raw) }
    }
}

fn unsupported(message: String) -> Error {
    Error::new(sys::DFMT_E_UNSUPPORTED, message)
}
