// SPDX-License-Identifier: MIT
//! Errors say what is wrong, where, and which side caused it.
mod common;

use std::error::Error as _;
use std::io::{self, Read, Write};

use diagfmt::records::Status;
use diagfmt::{Body, Error, Form, Options, Reader, Result, Sink, Source, Table, Writer};

fn end_of(mut reader: Reader<'_>) -> Option<Error> {
    loop {
        match reader.next() {
            Ok(Some(_)) => {}
            Ok(None) => return None,
            Err(error) => return Some(error),
        }
    }
}

#[test]
fn damage_has_a_place() {
    let error = end_of(Reader::bytes(b"7: malloc 0x5000 24\n7: walloc 0x5000\n").unwrap()).unwrap();
    assert_eq!((error.status, error.offset, error.line), (Status::E_FORMAT, 20, 2), "{error}");
    let error = end_of(Reader::open("/nonexistent/file").unwrap()).unwrap();
    assert_eq!(error.status, Status::E_IO);
}

struct Broken(usize);

impl Read for Broken {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self.0 {
            0 => panic!("a reader of the program's"),
            1 => Err(io::Error::new(io::ErrorKind::ConnectionReset, "pulled the plug")),
            _ => {
                buf[0] = b'7';
                self.0 = 1;
                Ok(1)
            }
        }
    }
}

#[test]
fn errors_of_callbacks_come_through() {
    let error = end_of(Reader::read(Broken(2)).unwrap()).unwrap();
    assert_eq!(error.status, Status::E_IO);
    assert!(error.source().unwrap().to_string().contains("pulled the plug"));
    assert_eq!(io::Error::from(error).kind(), io::ErrorKind::ConnectionReset);
    assert_eq!(end_of(Reader::read(Broken(0)).unwrap()).unwrap().status, Status::E_IO);
}

#[test]
fn limits_can_be_raised() -> Result<()> {
    let file = packed(&[7; 100_000])?;
    let mut reader = Reader::new(Source::bytes(&file)?, &Options::new().set("max_output", 4096u64)?)?;
    let mut event = reader.next()?.unwrap();
    let mut value = Vec::new();
    let error = event.payload().read_to_end(&mut value).unwrap_err();
    let error = error.into_inner().unwrap().downcast::<Error>().unwrap();
    assert_eq!((error.status, value.len()), (Status::E_LIMIT, 4096));
    assert!(error.needed > 4096 && error.option > 0);
    event.limit("max_output", 1 << 20)?;
    event.payload().read_to_end(&mut value).unwrap();
    assert_eq!(value, [7; 100_000]);
    Ok(())
}

#[test]
fn limits_of_writers_change() -> Result<()> {
    let mut writer = Writer::new(Sink::memory()?, "apport", &Options::new())?;
    writer.limit("max_memory", 1 << 28)?;
    writer.limit("max_table", 1 << 20)?;
    assert_eq!(writer.limit("max_record", 1 << 20).unwrap_err().status, Status::E_UNSUPPORTED);
    assert_eq!(writer.limit("max_table", 1).unwrap_err().status, Status::E_ARG);
    assert_eq!(writer.limit("no_such", 1).unwrap_err().status, Status::E_UNSUPPORTED);
    writer.put(&Body::new("apport.field")?.set("key", "Title")?.set("text", "x")?)?;
    assert_eq!(writer.finish_sink()?.bytes(), b"Title: x\n");
    Ok(())
}

/// A report with a value that is compressed.
fn packed(value: &[u8]) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut writer = Writer::write(&mut file, "apport", &Options::new())?;
    let body =
        Body::new("apport.field")?.set("key", "CoreDump")?.set("encoding", "base64")?.set("compression", "gzip")?;
    let mut to = writer.begin(&body, Form::Decoded)?;
    to.write_all(value).unwrap();
    to.end()?;
    writer.finish()?;
    Ok(file)
}

#[test]
fn names_are_checked() {
    assert_eq!(Options::new().set("no_such", 1u64).unwrap_err().status, Status::E_UNSUPPORTED);
    assert!(Options::new().set("apitrace.form", "events").is_ok());
    assert!(Options::new().set("apitrace.form", "no_such").is_err());
    assert!(Writer::new(Sink::memory().unwrap(), "no_such", &Options::new()).is_err());
    assert!(Body::new("apport.field").unwrap().set("no_such", 1u64).is_err());
    assert!(Body::new("apport.field").unwrap().set("key", 1u64).is_err());
    assert!(Body::new("no_such").is_err());
    let source = Source::bytes(b"").unwrap();
    let error = Table::new(source, "mallocdbg.op", &["no_such"], &Options::new()).err().unwrap();
    assert!(error.message.contains("thread_id"), "{error}");
}

#[test]
fn bodies_hold_arrays() -> Result<()> {
    let property = Body::new("pair")?.set("key", "os")?.set("value", "linux")?;
    let header = Body::new("apitrace.header")?.set("semantic_version", 6u64)?.set("properties", vec![property])?;
    let mut writer = Writer::new(Sink::memory()?, "apitrace", &Options::new())?;
    writer.put(&header)?;
    let sink = writer.finish_sink()?;
    let mut reader = Reader::bytes(sink.bytes())?;
    let event = reader.next()?.unwrap();
    let header: diagfmt::records::ApitraceHeader = event.body().unwrap();
    let property = header.properties().unwrap().get(0).unwrap();
    assert_eq!((property.key().to_string(), property.value().to_string()), ("os".into(), "linux".into()));
    let copy = Body::of(event.record())?.set("semantic_version", 5u64)?.unset("properties")?;
    assert_eq!(Writer::new(Sink::memory()?, "apitrace", &Options::new())?.put(&copy).err().map(|e| e.message), None);
    Ok(())
}
