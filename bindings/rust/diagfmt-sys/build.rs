// SPDX-License-Identifier: MIT
//! Finds the library by pkg-config, which `PKG_CONFIG` and `PKG_CONFIG_PATH` change as usual.
use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=PKG_CONFIG");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    println!("cargo:rerun-if-env-changed=DIAGFMT_STATIC");
    let program = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".into());
    let is_static = env::var_os("DIAGFMT_STATIC").is_some();
    let package = if env::var_os("CARGO_FEATURE_OPS").is_some() { "diagfmt-ops" } else { "diagfmt" };
    let mut command = Command::new(program);
    command.args(["--libs", &format!("{package} >= 0.1")]);
    if is_static {
        command.arg("--static");
    }
    let output = command.output().expect("pkg-config cannot be run");
    assert!(output.status.success(), "pkg-config: {}", String::from_utf8_lossy(&output.stderr));
    for word in String::from_utf8_lossy(&output.stdout).split_whitespace() {
        if let Some(folder) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={folder}");
        } else if let Some(name) = word.strip_prefix("-l") {
            let kind = if is_static && name.starts_with("diagfmt") { "static=" } else { "" };
            println!("cargo:rustc-link-lib={kind}{name}");
        } else {
            println!("cargo:rustc-link-arg={word}");
        }
    }
}
