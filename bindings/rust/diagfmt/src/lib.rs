// SPDX-License-Identifier: MIT
//! Reads and writes diagnostic files by libdiagfmt: crash reports of Ubuntu, bug reports of Android, CPU profiles of
//! simpleperf, heap dumps of malloc_debug, and traces of apitrace.
//!
//! ```no_run
//! use diagfmt::{records::ApportField, Reader};
//! use std::io::Read;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut reader = Reader::open("demo.crash")?;
//! while let Some(mut event) = reader.next()? {
//!     let Some(field) = event.body::<ApportField>() else { continue };
//!     match field.text() {
//!         Some(text) => println!("{}: {text}", field.key()),
//!         None => println!("{}: {} bytes", field.key(), event.payload().read_to_end(&mut Vec::new())?),
//!     }
//! }
//! # Ok(()) }
//! ```
//!
//! An event, and whatever comes out of it, is good until the next one, and the compiler sees to that. Typed records
//! ([`records`]) are made of the library's descriptions; [`Record`] and [`Value`] show any record without knowing it.
//! With the feature `serde` events, records and rows can be serialized: they are what the library's JSON lines say. With
//! the feature `ops` the operations of libdiagfmt-ops are in `ops`.
#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

mod body;
mod error;
#[cfg(feature = "serde")]
mod json;
/// What can be done with files: operations of libdiagfmt-ops, with the feature `ops`.
#[cfg(feature = "ops")]
pub mod ops;
/// As [`records`], of what operations find.
#[cfg(feature = "ops")]
#[rustfmt::skip]
pub mod ops_records;
mod options;
mod printed;
mod reader;
mod record;
/// One struct for each kind of record, one for each enumeration.
#[rustfmt::skip]
pub mod records;
mod rows;
mod sink;
mod source;
mod table;
mod tree;
mod value;
mod writer;

pub use body::{Body, Input};
pub use diagfmt_sys as sys;
pub use error::{Error, Result};
pub use options::{Options, Setting};
pub use reader::{Event, Form, JsonPayload, OwnedEvent, Payload, Reader};
pub use record::{Field, Iter, List, Member, Record, Text, Type, Typed};
pub use rows::{Form as Print, Row, Rows};
pub use sink::Sink;
pub use source::Source;
pub use table::{Filter, Is, Operand, Table};
pub use tree::Tree;
pub use value::{Array, Value, Word};
pub use writer::{ValueWriter, Writer};

/// The version of the running library: major << 24 | minor << 16 | patch << 8.
pub fn version() -> u32 {
    unsafe { sys::dfmt_version() }
}
