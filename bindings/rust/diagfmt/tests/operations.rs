// SPDX-License-Identifier: MIT
//! Rows, documents and files are those of the tool.
#![cfg(feature = "ops")]
mod common;

use std::collections::HashSet;
use std::fs;
use std::os::fd::AsRawFd;
use std::path::Path;

use common::{sample, tool, tool_of};
use diagfmt::ops::Operation;
use diagfmt::ops_records::{HeapChange, HeapGrowth, HeapRow, OpsTraits, ProfileFacts};
use diagfmt::records::Status;
use diagfmt::{Filter, Is, Options, Print, Result, Rows, Sink, Source, Table, Type};

/// An operation over files, which has run.
fn run(name: &str, paths: &[&Path], options: Options) -> Result<Operation<'static>> {
    let mut operation = Operation::new(name, &options)?;
    for path in paths {
        operation.add(Source::path(path)?)?;
    }
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
            let Ok(operation) = run(name, &[&path], Options::new()) else { continue };
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
fn files_are_compared() -> Result<()> {
    for (name, before, after) in
        [("compare", "demo_small.simpleperf", "demo_trace.simpleperf"), ("diff", "v12.txt", "many.txt")]
    {
        let (before, after) = (sample(before), sample(after));
        let operation = run(name, &[&before, &after], Options::new())?;
        let mut rows = operation.rows()?;
        let mut ours = printed(&mut rows);
        while rows.next_set()? {
            ours += &printed(&mut rows);
        }
        assert!(ours == tool_of(&[name, "--json"], &[&before, &after]), "{name}: the rows differ");
    }
    Ok(())
}

#[test]
fn answers_have_names() -> Result<()> {
    let operation = run("diff", &[&sample("v12.txt"), &sample("many.txt")], Options::new())?;
    let mut rows = operation.rows_of("growth")?;
    assert_eq!(rows.name(), "growth");
    let most: HeapGrowth = rows.next()?.unwrap().body().unwrap();
    assert!(most.change() == HeapChange::GROWN && most.bytes_delta() > 0);
    assert_eq!(operation.rows_of("differences").err().unwrap().status, Status::E_UNSUPPORTED);
    Ok(())
}

#[test]
fn every_set_has_rows() {
    let mut sets = 0;
    for path in common::samples() {
        let Ok(operation) = run("info", &[&path], Options::new()) else { continue };
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
        let options = Options::new().set("profile.purpose", "flame").unwrap();
        let Ok(operation) = run("profile", &[&path], options) else { continue };
        for (document, option) in [("folded", "--folded"), ("flame", "--title=Flame graph")] {
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
        let sinks = operation.finish().unwrap();
        found += usize::from(sinks[0].bytes() == fs::read(&path).unwrap());
    }
    assert!(found > 20, "{found}");
}

#[test]
fn each_input_has_an_output() -> Result<()> {
    let mut unused = Vec::new();
    let mut share = Operation::new("share", &Options::new())?;
    share.add(Source::bytes(b"mail to jane@example.org now\n")?)?;
    share.add(Source::bytes(b"nobody\n")?)?;
    share.output(Sink::write(&mut unused)?)?;
    for (name, input) in [("output", 0), ("output", 1), ("review", 0)] {
        share.output_of(name, input, Sink::memory()?)?;
    }
    assert_eq!(share.output_of("review", 1, Sink::memory()?).unwrap_err().status, Status::E_ARG);
    share.run()?;
    let texts =
        share.finish()?.iter().map(|sink| String::from_utf8_lossy(sink.bytes()).into_owned()).collect::<Vec<_>>();
    let [first, second, review] = &texts[..] else { panic!("{texts:?}") };
    assert!(first.contains("<email:") && !first.contains("jane"), "{first}");
    assert_eq!(second, "nobody\n");
    assert!(review.contains("jane"), "{review}");
    assert!(unused.is_empty());
    Ok(())
}

#[test]
fn values_are_extracted() -> Result<()> {
    let folder = std::env::temp_dir().join(format!("diagfmt-extract-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let directory = fs::File::open(&folder).unwrap();
    let options = Options::new().set("extract.directory", directory.as_raw_fd() as u64)?;
    let mut extract = Operation::new("extract", &options)?;
    extract.add(Source::bytes(b"ProblemType: Crash\nA: 1\n")?)?;
    let ran = extract.run();
    let made = fs::read(folder.join("A"));
    fs::remove_dir_all(&folder).unwrap();
    ran?;
    assert_eq!(made.unwrap(), b"1");
    Ok(())
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
fn operations_are_described() {
    let (mut kinds, mut parts) = (HashSet::new(), HashSet::new());
    for kind in Operation::kinds() {
        let name = kind.name().unwrap().to_string();
        assert!(!kind.help().unwrap().as_bytes().is_empty() && kind.max_inputs() > 0, "{name}");
        let before = parts.len();
        for part in Operation::parts(&name) {
            let called = format!("{name} {} {}", part.part(), part.name().unwrap());
            assert!(part.part().word().is_some() && !part.help().unwrap().as_bytes().is_empty(), "{called}");
            assert!(parts.insert(called), "{name}");
        }
        assert!(parts.len() > before && kinds.insert(name));
    }
    assert!(kinds.len() > 10 && Operation::names().all(|name| kinds.contains(name)));
    assert_eq!(Operation::parts("no_such").count(), 0);
    let of_each: Vec<_> =
        Operation::parts("share").filter(|part| part.flags().contains(OpsTraits::PER_INPUT)).collect();
    assert_eq!(of_each.iter().map(|part| part.name().unwrap().to_string()).collect::<Vec<_>>(), ["output"]);
}

#[test]
fn names_of_operations_are_checked() -> Result<()> {
    assert_eq!(Operation::new("no_such", &Options::new()).err().unwrap().status, Status::E_UNSUPPORTED);
    let mut operation = Operation::new("heap", &Options::new())?;
    assert_eq!(operation.run().unwrap_err().status, Status::E_STATE);
    assert_eq!(operation.output(Sink::memory()?).unwrap_err().status, Status::E_UNSUPPORTED);
    assert_eq!(operation.write("flame", &mut Sink::memory()?).unwrap_err().status, Status::E_UNSUPPORTED);
    operation.add(Source::bytes(b"7: malloc 0x5000 24\n")?)?;
    operation.run()?;
    assert_eq!(operation.rows_of("functions").err().unwrap().status, Status::E_ARG);
    assert!(Options::new().set("profile.keep", "no_such").is_err());
    Ok(())
}

/// Structs in lists, whose presence bits may come first.
#[test]
fn frames_have_their_members() -> Result<()> {
    let mut operation = Operation::new("heap", &Options::new())?;
    let log = b"E/malloc_debug( 7): +++ app leaked block of size 8 at 0x1000 (leak 1 of 1)\n\
        E/malloc_debug( 7): Backtrace at time of allocation:\n\
        E/malloc_debug( 7):           #00  pc 00001000  /a.so (f+4)\n";
    operation.add(Source::bytes(log)?)?;
    operation.run()?;
    let mut rows = operation.rows()?;
    let row: HeapRow = rows.next()?.unwrap().body().unwrap();
    let frame = row.frames().unwrap().iter().next().unwrap();
    assert_eq!((frame.function().unwrap().to_string(), frame.function_offset()), ("f".to_string(), Some(4)));
    assert!(frame.pc().is_none());
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
