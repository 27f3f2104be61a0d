// SPDX-License-Identifier: MIT
use std::ffi::c_char;
use std::marker::PhantomData;
use std::ptr;

use diagfmt_sys as sys;

use crate::error::{Error, Failed, Result};
use crate::ops_records::{OpsOpKind, OpsOpPart, OpsPart};
use crate::options::{c_name, find, Options};
use crate::record::{word, Record, Typed};
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
/// assert_eq!(convert.finish()?[0].bytes(), b"ProblemType: Crash\nA: 1\n");
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
    inputs: Vec<Failed>,
    outputs: Vec<Output<'s>>,
    life: PhantomData<&'s ()>,
}

/// Where an output of an input goes.
struct Output<'s> {
    name: String,
    input: u64,
    to: Sink<'s>,
}

impl<'s> Operation<'s> {
    /// The names of all operations.
    pub fn names() -> impl Iterator<Item = &'static str> {
        kinds().filter_map(|kind| word(kind.name))
    }

    /// What the library says of each operation: what it does, how many inputs it takes.
    pub fn kinds() -> impl Iterator<Item = OpsOpKind<'static>> {
        kinds().filter_map(|kind| described(ptr::from_ref(kind).cast()))
    }

    /// What the library says of each answer, document and output of an operation.
    ///
    /// ```
    /// use diagfmt::{ops::Operation, ops_records::OpsPart};
    /// let documents = Operation::parts("profile").filter(|part| part.part() == OpsPart::DOCUMENT);
    /// let pictures = documents.filter(|document| document.media().unwrap() == "image/svg+xml");
    /// assert_eq!(pictures.map(|picture| picture.name().unwrap().to_string()).collect::<Vec<_>>(), ["flame"]);
    /// ```
    pub fn parts(name: &str) -> impl Iterator<Item = OpsOpPart<'static>> {
        parts(kinds().find(|kind| word(kind.name) == Some(name)))
    }

    /// An operation by its name. Options are those of the operation, such as "profile.keep", and of the library.
    pub fn new(name: &str, options: &Options) -> Result<Operation<'s>> {
        let kind = c_name(name)?;
        let mut raw = ptr::null_mut();
        match unsafe { sys::dfmt_op_new(options.raw(), kind.as_ptr(), &mut raw) } {
            sys::DFMT_OK => Ok(Operation { raw, inputs: Vec::new(), outputs: Vec::new(), life: PhantomData }),
            sys::DFMT_E_UNSUPPORTED => {
                Err(Error::new(sys::DFMT_E_UNSUPPORTED, format!("there is no operation {name}")))
            }
            status => Err(unsafe { Error::from_raw(status, ptr::null(), None) }),
        }
    }

    /// Adds an input; nothing is read yet.
    pub fn add(&mut self, source: Source<'s>) -> Result<()> {
        self.inputs.push(source.failed().clone());
        self.check(unsafe { sys::dfmt_op_add(self.raw, source.raw()) }) // it has a reference of its own
    }

    /// Says where the first output goes, such as the file that "convert" writes, before the operation runs.
    /// [`Operation::finish`] completes it.
    pub fn output(&mut self, to: Sink<'s>) -> Result<()> {
        let of = unsafe { sys::dfmt_op_describe(self.raw).as_ref() };
        let first = parts(of).find(|part| part.part() == OpsPart::OUTPUT).and_then(|part| part.name());
        self.output_of(&first.unwrap_or_default().to_string_lossy(), 0, to)
    }

    /// The same of any output, by its name. Where each input has one, `input` is its number, from 0, and it was added
    /// before; else that is 0.
    pub fn output_of(&mut self, name: &str, input: u64, to: Sink<'s>) -> Result<()> {
        let output = c_name(name)?;
        self.check(unsafe { sys::dfmt_op_output(self.raw, output.as_ptr(), input, to.raw()) })?;
        self.outputs.retain(|other| (other.name.as_str(), other.input) != (name, input));
        self.outputs.push(Output { name: name.into(), input, to });
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

    /// What was found: the usual answers that these inputs have, one set after the other.
    pub fn rows(&self) -> Result<Rows<'_>> {
        self.answer(ptr::null())
    }

    /// An answer by its name, such as "functions" of "profile".
    pub fn rows_of(&self, answer: &str) -> Result<Rows<'_>> {
        self.answer(c_name(answer)?.as_ptr())
    }

    fn answer(&self, name: *const c_char) -> Result<Rows<'_>> {
        let mut raw = ptr::null_mut();
        self.check(unsafe { sys::dfmt_op_answer(self.raw, name, &mut raw) })?;
        Ok(unsafe { Rows::from_raw(raw, self.inputs.clone()) })
    }

    /// Writes a document by its name, such as "flame" of a "profile" whose option "profile.purpose" is "flame": it keeps
    /// what that needs.
    pub fn write(&self, document: &str, to: &mut Sink<'_>) -> Result<()> {
        let name = c_name(document)?;
        match unsafe { sys::dfmt_op_write(self.raw, name.as_ptr(), ptr::null(), to.raw()) } {
            status if to.has_failed() => to.check(status),
            status => self.check(status),
        }
    }

    /// Completes the outputs, in the order in which they were given: files get their names. What memory sinks have is in
    /// what is returned. If one cannot be completed, those after it are discarded.
    pub fn finish(mut self) -> Result<Vec<Sink<'s>>> {
        std::mem::take(&mut self.outputs).into_iter().map(|output| completed(output.to)).collect()
    }

    fn check(&self, status: i32) -> Result<()> {
        if status == sys::DFMT_OK {
            return Ok(());
        }
        let all = self.inputs.iter().chain(self.outputs.iter().map(|output| output.to.failed()));
        Err(unsafe { Error::from_raw(status, sys::dfmt_op_error(self.raw), first_failed(all)) })
    }
}

impl Drop for Operation<'_> {
    fn drop(&mut self) {
        unsafe { sys::dfmt_op_free(self.raw) }
    }
}

fn completed(mut sink: Sink<'_>) -> Result<Sink<'_>> {
    if sink.bytes().is_empty() {
        // memory that has something needs no commit
        sink.close()?;
    }
    Ok(sink)
}

fn kinds() -> impl Iterator<Item = &'static sys::dfmt_op_kind> {
    (0..).map_while(|i| unsafe { sys::dfmt_op_at(i).as_ref() })
}

fn parts(of: Option<&'static sys::dfmt_op_kind>) -> impl Iterator<Item = OpsOpPart<'static>> {
    let of = of.map_or(ptr::null(), ptr::from_ref);
    let all = (0..).map_while(move |i| unsafe { sys::dfmt_op_part_at(of, i).as_ref() });
    all.filter_map(|part| described(ptr::from_ref(part).cast()))
}

/// What the library has as one of its static descriptions.
fn described<T: Typed<'static>>(at: *const sys::dfmt_head) -> Option<T> {
    unsafe { Record::from_head(at) }.and_then(T::of)
}
