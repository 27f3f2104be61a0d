// SPDX-License-Identifier: MIT
//! Rows, documents and files are those of the tool.
#![cfg(feature = "ops")]
mod common;

use std::fs;
use std::path::Path;

use common::tool;
use diagfmt::ops::{Document, Operation};
use diagfmt::ops_records::ProfileFacts;
use diagfmt::records::Status;
use diagfmt::{Filter, Is, Options, Print, Result, Rows, Sink, Source, Table, Type};

/// An operation over one file, which has run.
fn run(name: &str, path: &Path, options: Options) -> Result<Operation<'static>> {
    let mut operation = Operation::new(name, &options)?;
    operation.add(Source::path(path)?)?;
    operation.run()?;
    Ok(operation)
}

/// What is left of the set, a line for each row.
fn lines(rows: &mut Rows<'_>) -> String {
    let mut text = String::new();
    while let Some(row) = rows.next().unwrap() {
        text += &(row.json().unwrap() + "\n");
    }
    text
}

/// The same as the library prints it.
fn printed(rows: &mut Rows<'_>) -> String {
    let mut sink = Sink::memory().unwrap();
    rows.print(Print::Json, &mut sink).unwrap();
    String::from_utf8(sink.bytes().to_vec()).unwrap()
}

#[test]
fn rows_are_those_of_the_tool() {
    let mut found = 0;
    for path in common::samples() {
        for (name, command) in [("profile", "top"), ("heap", "leaks")] {
            let Ok(operation) = run(name, &path, Options::new()) else { continue };
            let theirs = tool(&[command, "--json"], &path);
            found += 1;
            let all = lines(&mut operation.rows().unwrap());
            assert!(all == theirs, "{command} {}: the rows differ", path.display());
            assert!(printed(&mut operation.rows().unwrap()) == theirs, "{command} {}", path.display());
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn every_set_has_rows() {
    let mut sets = 0;
    for path in common::samples() {
        let Ok(operation) = run("info", &path, Options::new()) else { continue };
        let (mut rows, mut again) = (operation.rows().unwrap(), operation.rows().unwrap());
        loop {
            sets += 1;
            assert!(lines(&mut rows) == printed(&mut again), "{} {}", path.display(), again.name());
            if let Some(facts) = rows.facts() {
                assert!(facts.json().unwrap().starts_with('{'));
            }
            let more = rows.next_set().unwrap();
            assert_eq!(more, again.next_set().unwrap());
            if !more {
                break;
            }
        }
    }
    assert!(sets > 100, "{sets}");
}

#[test]
fn tables_are_those_of_the_tool() {
    let mut found = 0;
    for (i, path) in common::samples().iter().enumerate() {
        let mut reader = diagfmt::Reader::open(path).unwrap();
        let Ok(Some(_)) = reader.next() else { continue };
        let format = reader.format().unwrap();
        let tables = Type::tables().filter(|table| table.name().starts_with(format)).enumerate();
        for (_, table) in tables.filter(|(j, _)| (i + j) % 8 == 0) {
            // of all of them in turn, as the tool is started for each
            found += 1;
            let source = Source::path(path).unwrap();
            let mut rows = Table::new(source, table.name(), &[], &Options::new()).unwrap().rows().unwrap();
            let mut ours = String::new();
            while let Ok(Some(row)) = rows.next() {
                ours += &(row.json().unwrap() + "\n");
            }
            let theirs = tool(&["rows", "--json", "-t", table.name()], path);
            assert!(ours == theirs, "{} {}: the rows differ", table.name(), path.display());
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn documents_are_those_of_the_tool() {
    let mut found = 0;
    for path in common::samples() {
        let options = Options::new().set("profile.keep", "stacks").unwrap();
        let options = options.set("profile.group", "usual").unwrap();
        let Ok(operation) = run("profile", &path, options) else { continue };
        for (document, option) in [(Document::Folded, "--folded"), (Document::Flame, "--title=Flame graph")] {
            let mut sink = Sink::memory().unwrap();
            if operation.write(document, &mut sink).is_ok() {
                found += 1;
                assert!(sink.bytes() == tool(&["flame", option], &path).as_bytes(), "{option} {}", path.display());
            }
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn files_are_written_and_read_again() {
    let mut found = 0;
    for path in common::samples() {
        let mut operation = Operation::new("convert", &Options::new()).unwrap();
        operation.add(Source::path(&path).unwrap()).unwrap();
        operation.output(Sink::memory().unwrap()).unwrap();
        if operation.run().is_err() {
            continue;
        }
        let sink = operation.finish().unwrap().unwrap();
        found += usize::from(sink.bytes() == fs::read(&path).unwrap());
    }
    assert!(found > 20, "{found}");
}

#[test]
fn filters_choose_rows() -> Result<()> {
    let text = b"7: malloc 0x5000 24\n8: malloc 0x6000 8\n7: calloc 0x7000 3 8\n7: free 0x5000\n";
    let count = |filters: &[Filter<'_>]| -> Result<usize> {
        let table = Table::filtered(Source::bytes(text)?, "mallocdbg.op", &["ptr"], filters, &Options::new())?;
        Ok(lines(&mut table.rows()?).lines().count())
    };
    assert_eq!(count(&[])?, 4);
    assert_eq!(count(&[Filter::new("thread_id", Is::Equal, 7u64)?])?, 3);
    assert_eq!(count(&[Filter::new("thread_id", Is::Greater, -1i64)?, Filter::new("bytes", Is::AtMost, 8u64)?])?, 2);
    assert_eq!(count(&[Filter::any("op_word", ["free", "calloc"])?])?, 2);
    assert_eq!(count(&[Filter::any::<u64>("thread_id", [])?])?, 0);
    assert!(count(&[Filter::new("no_such", Is::Equal, 7u64)?]).is_err());
    Ok(())
}

#[test]
fn facts_are_records() -> Result<()> {
    let mut operation = Operation::new("profile", &Options::new())?;
    operation.add(Source::bytes(b"7: malloc 0x5000 24\n8: malloc 0x6000 40\n")?)?;
    operation.run()?;
    let rows = operation.rows_of("sizes")?;
    assert_eq!(rows.name(), "sizes");
    assert!(rows.columns().any(|name| name == "block_bytes"));
    let facts = rows.facts().unwrap();
    assert!(facts.json()?.contains(r#""unit":"bytes","total":64"#), "{}", facts.json()?);
    let facts = <ProfileFacts as diagfmt::Typed>::of(facts).unwrap();
    assert_eq!((facts.total(), facts.unit().to_string().as_str()), (64, "bytes"));
    Ok(())
}

#[test]
fn damage_can_be_accepted() -> Result<()> {
    let text = b"7: malloc 0x5000 24\n7: walloc 0x5000\n";
    for accepted in [true, false] {
        let mut operation = Operation::new("profile", &Options::new())?;
        operation.add(Source::bytes(b"7: malloc 0x5000 24\n")?)?;
        operation.add(Source::bytes(text)?)?;
        let error = operation.run().unwrap_err();
        assert_eq!((error.status, operation.input(), error.line), (Status::E_FORMAT, 1, 2));
        if accepted {
            operation.accept()?;
        } else {
            operation.leave_out()?;
        }
        operation.run()?;
        let total = operation.rows()?.facts().unwrap().get("total").and_then(|total| total.as_u64());
        assert_eq!(total, Some(if accepted { 48 } else { 24 }));
    }
    Ok(())
}

#[test]
fn names_of_operations_are_checked() -> Result<()> {
    assert!(Operation::names().count() > 10);
    assert_eq!(Operation::new("no_such", &Options::new()).err().unwrap().status, Status::E_UNSUPPORTED);
    let mut operation = Operation::new("heap", &Options::new())?;
    assert_eq!(operation.run().unwrap_err().status, Status::E_STATE);
    assert!(operation.output(Sink::memory()?).is_err());
    assert!(operation.rows_of("functions").is_err());
    assert!(operation.write(Document::Flame, &mut Sink::memory()?).is_err());
    assert!(Options::new().set("profile.keep", "no_such").is_err());
    Ok(())
}

struct Broken;

impl std::io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("pulled the plug"))
    }
}

#[test]
fn errors_of_readers_come_through() -> Result<()> {
    let mut operation = Operation::new("verify", &Options::new())?;
    operation.add(Source::read(Broken)?)?;
    let error = operation.run().unwrap_err();
    assert!(error.to_string().contains("pulled the plug"), "{error}");
    Ok(())
}
