// SPDX-License-Identifier: MIT
//! Files to read: `DFMT_SAMPLES`, and `DFMT_CORPUS` where that is set.
#![allow(dead_code)] // each program uses some
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// What the tool prints of a file.
pub fn tool(arguments: &[&str], path: &Path) -> String {
    tool_of(arguments, &[path])
}

/// The same of several files. The tool has its own library.
pub fn tool_of(arguments: &[&str], paths: &[&Path]) -> String {
    let mut command = Command::new(env::var("DFMT_TOOL").expect("DFMT_TOOL is the tool"));
    command.args(arguments).args(paths).stderr(Stdio::null()).env_remove("LD_LIBRARY_PATH");
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

pub fn samples() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for variable in ["DFMT_SAMPLES", "DFMT_CORPUS"] {
        if let Some(folder) = env::var_os(variable) {
            gather(Path::new(&folder), &mut found);
        }
    }
    assert!(!found.is_empty(), "DFMT_SAMPLES names no folder with samples");
    found.sort();
    found
}

/// Large ones tell nothing new.
fn gather(folder: &Path, to: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, to);
        } else if path.metadata().is_ok_and(|of| of.len() < 4 << 20) {
            to.push(path);
        }
    }
}

pub fn sample(name: &str) -> PathBuf {
    samples().into_iter().find(|path| path.file_name().unwrap() == name).unwrap()
}
