// SPDX-License-Identifier: MIT
//! Declarations of libdiagfmt, made from its headers, which say what each call does. The crate `diagfmt` is safe.
//!
//! The library is found by pkg-config; with `DIAGFMT_STATIC` in the environment it is linked statically. Enumerators
//! are constants, not Rust enumerations: a later library may return others. With the feature `ops` the declarations of
//! libdiagfmt-ops are here, too, and that is linked.
#![allow(non_camel_case_types, clippy::missing_safety_doc, clippy::type_complexity)]

#[rustfmt::skip]
mod bindings;
pub use bindings::*;

#[cfg(feature = "ops")]
#[rustfmt::skip]
mod ops;
#[cfg(feature = "ops")]
pub use ops::*;
