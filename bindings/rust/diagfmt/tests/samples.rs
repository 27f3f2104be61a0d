// SPDX-License-Identifier: MIT
//! Every sample, in every way of reading it: the JSON lines are those of the tool.
mod common;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use diagfmt::records::ApitraceCall;
use diagfmt::{Error, Event, JsonPayload, Options, Reader, Record, Result, Sink, Source, Table, Type, Value, Writer};

const KEPT: usize = 64; // events of a file that are looked at in detail

/// What a reader delivers, as lines, and what ends it.
fn read(mut reader: Reader<'_>, mut look: impl FnMut(&mut Event<'_>)) -> (String, Option<Error>) {
    let mut text = String::new();
    loop {
        match reader.next() {
            Ok(None) => return (text, None),
            Ok(Some(mut event)) => {
                look(&mut event);
                while event.json_line(JsonPayload::Digest, &mut text).is_err_and(|error| error.is_again()) {}
            }
            Err(error) if error.is_again() => {}
            Err(error) => return (text, Some(error)),
        }
    }
}

/// The same as one text.
fn lines(reader: Reader<'_>, look: impl FnMut(&mut Event<'_>)) -> String {
    let (text, error) = read(reader, look);
    error.map_or(text.clone(), |error| text + &error.to_string())
}

fn plain(path: &Path) -> String {
    lines(Reader::open(path).unwrap(), |_| {})
}

#[test]
fn lines_are_those_of_the_tool() {
    for path in common::samples() {
        let theirs = common::tool(&["dump"], &path);
        let (ours, _) = read(Reader::open(&path).unwrap(), |_| {});
        assert!(ours == theirs, "{}: the lines differ", path.display());
    }
}

/// One byte, then nothing yet, and so on.
struct Slow<R>(R, bool);

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let n = buf.len().min(1000);
        self.0.read(&mut buf[..n])
    }
}

#[test]
fn every_source_gives_the_same() {
    let options = Options::new();
    for path in common::samples() {
        let bytes = fs::read(&path).unwrap();
        let expected = plain(&path);
        let streamed = lines(Reader::read(bytes.as_slice()).unwrap(), |_| {});
        assert_eq!(lines(Reader::bytes(&bytes).unwrap(), |_| {}), expected, "{}", path.display());
        assert_eq!(
            lines(Reader::new(Source::seek(File::open(&path).unwrap()).unwrap(), &options).unwrap(), |_| {}),
            expected
        );
        assert_eq!(lines(Reader::read(Slow(bytes.as_slice(), false)).unwrap(), |_| {}), streamed, "{}", path.display());
    }
}

/// Names and scalars of JSON are those that the descriptions give; nested ones likewise.
fn compare(record: Record<'_>, json: &serde_json::Value) {
    let object = json.as_object().unwrap();
    let members = record.members().filter(|(name, _)| object.contains_key(*name)).count();
    assert_eq!(members, object.keys().filter(|key| *key != "event").count(), "{json}");
    for (name, value) in record.members() {
        if let Some(said) = object.get(name) {
            compare_value(value, said);
        }
    }
}

fn compare_value(value: Value<'_>, said: &serde_json::Value) {
    match value {
        Value::Record(record) => compare(record, said),
        Value::Array(array) => {
            let all = said.as_array().unwrap();
            assert_eq!(array.len(), all.len());
            array.iter().zip(all).for_each(|(one, said)| compare_value(one, said));
        }
        Value::Text(text) if text.to_str().is_ok() => assert_eq!(text.to_str().ok(), said.as_str()),
        Value::Word(word) if word.word().is_some() => assert_eq!(word.word(), said.as_str()),
        Value::Flags(word) => {
            let words: Vec<_> = said.as_array().unwrap().iter().filter_map(|one| one.as_str()).collect();
            assert_eq!(word.words().collect::<Vec<_>>(), words);
        }
        Value::Bool(yes) => assert_eq!(Some(yes), said.as_bool()),
        Value::I64(number) => assert_eq!(Some(number), said.as_i64()),
        Value::U64(number) if said.is_number() => assert_eq!(Some(number), said.as_u64()),
        _ => {}
    }
}

#[test]
fn records_and_copies_say_what_json_says() {
    for path in common::samples() {
        let mut owned = Vec::new();
        let mut seen = 0;
        lines(Reader::open(&path).unwrap(), |event| {
            seen += 1;
            if seen > KEPT {
                return;
            }
            let json = event.json().unwrap();
            compare(event.record(), &serde_json::from_str(&json).unwrap());
            assert!(!format!("{event:?}").is_empty());
            owned.push((event.to_owned().unwrap(), json));
        });
        for (event, json) in owned {
            assert_eq!(event.json().unwrap(), json);
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn serde_says_what_json_says() {
    for path in common::samples() {
        let mut seen = 0;
        lines(Reader::open(&path).unwrap(), |event| {
            seen += 1;
            if seen <= KEPT {
                let ours = serde_json::to_value(&*event).unwrap();
                let theirs: serde_json::Value = serde_json::from_str(&event.json().unwrap()).unwrap();
                assert_eq!(ours, theirs);
            }
        });
    }
}

/// Bodies of what is copied are those that were read.
#[test]
fn copies_can_be_read_again() -> Result<()> {
    for path in common::samples() {
        let mut reader = Reader::open(&path)?;
        let Ok(Some(_)) = reader.next() else { continue };
        let format = reader.format().unwrap();
        let mut reader = Reader::open(&path)?;
        let mut writer = Writer::new(Sink::memory()?, format, &Options::new())?;
        let copied = (|| {
            while let Some(mut event) = reader.next()? {
                writer.copy(&mut event)?;
            }
            writer.finish_sink()
        })();
        let Ok(sink) = copied else { continue }; // a damaged one
        let again = lines(Reader::bytes(sink.bytes())?, |_| {});
        assert_eq!(types(&again), types(&plain(&path)), "{}", path.display());
    }
    Ok(())
}

fn types(lines: &str) -> Vec<&str> {
    lines.lines().map(|line| line.split(',').next().unwrap()).collect()
}

#[test]
fn tables_have_rows() -> Result<()> {
    for path in common::samples() {
        let mut reader = Reader::open(&path)?;
        let Ok(Some(_)) = reader.next() else { continue };
        let format = reader.format().unwrap();
        for table in Type::tables().filter(|table| table.name().starts_with(format)) {
            let mut rows = Table::new(Source::path(&path)?, table.name(), &[], &Options::new())?.rows()?;
            assert_eq!(rows.ty(), table);
            for _ in 0..KEPT {
                let Ok(Some(row)) = rows.next() else { break };
                compare(row.record(), &serde_json::from_str(&row.record().json()?).unwrap());
            }
        }
    }
    Ok(())
}

#[test]
fn payloads_are_what_was_written() -> Result<()> {
    use diagfmt::{records::ApportField, Body, Form};
    let core: Vec<u8> = (0..300_000u32).map(|i| (i % 251) as u8).collect();
    let mut file = Vec::new();
    let mut writer = Writer::write(&mut file, "apport", &Options::new())?;
    writer.put(&Body::new("apport.field")?.set("key", "ProblemType")?.set("text", "Crash")?)?;
    let body =
        Body::new("apport.field")?.set("key", "CoreDump")?.set("encoding", "base64")?.set("compression", "gzip")?;
    let mut value = writer.begin(&body, Form::Decoded)?;
    value.write_all(&core).unwrap();
    value.end()?;
    writer.finish()?;
    let mut reader = Reader::bytes(&file)?;
    let first = reader.next()?.unwrap().body::<ApportField>().unwrap();
    assert!(first.key() == "ProblemType" && first.text().unwrap() == "Crash");
    let mut event = reader.next()?.unwrap();
    let field: ApportField = event.body().unwrap();
    let mut read = Vec::new();
    event.payload().read_to_end(&mut read).unwrap();
    assert!(read == core && event.has_payload());
    assert_eq!(field.decoded_size(), Some(core.len() as u64)); // known only now
    Ok(())
}

#[test]
fn calls_have_trees() -> Result<()> {
    let mut nodes = 0;
    for path in common::samples().iter().filter(|path| path.extension().is_some_and(|e| e == "trace")) {
        let mut reader = Reader::open(path)?;
        while let Ok(Some(event)) = reader.next() {
            let Some(call) = event.body::<ApitraceCall>() else { continue };
            assert_eq!(call.name(), call.sig().flatten().map(|sig| sig.name()));
            let args = call.args().into_iter().flatten();
            nodes += args.filter_map(|arg| arg.value()).map(|value| 1 + value.children().count()).sum::<usize>();
        }
    }
    assert!(nodes > 100);
    Ok(())
}
