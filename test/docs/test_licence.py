#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every file names its licence: in its first lines, or by .reuse/dep5 if it has no room for that. And `reuse lint`
agrees, where that is installed (77 otherwise, after the rest was found good). Outside of a clone the whole tree counts.
"""
import fnmatch
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = b"SPDX-License-" b"Identifier: MIT"  # in two parts, or it would be taken for a mark itself
# Prose, empty files, and data of which every byte counts.
WITHOUT = ["*.md", "LICENSE", "LICENSES/*", ".reuse/*", "debian/*", "docs/man/*.scd", "python/diagfmt/py.typed",
           "test/abi/*.abi", "test/abi/*.txt", "test/fuzz/regress/*", "test/format/*/fuzz/regress/*", "test/format/*/golden/*",
           "test/format/*/golden-*.sha256", "npm/package.json", "packaging/vcpkg/diagfmt/vcpkg.json",
           "packaging/vcpkg/diagfmt/usage"]
MADE = ["amalgamation/diagfmt.c", "amalgamation/diagfmt.h"]  # in a tarball


def files():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            check=False) if (ROOT / ".git").exists() else None
    if listed and listed.returncode == 0:
        return [name for name in listed.stdout.decode().split("\0") if (ROOT / name).is_file()]
    names = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return [str(name) for name in names if not name.parts[0].startswith("build") and "__pycache__" not in name.parts
            and not is_of_others(name) and str(name) not in MADE]


def is_of_others(name):
    """Whether it is in the folder of a subproject, which a build may have brought."""
    return name.parts[0] == "subprojects" and len(name.parts) > 2 and name.parts[1] != "packagefiles"


def main():
    names = files()
    bad = [name for name in names if not any(fnmatch.fnmatch(name, pattern) for pattern in WITHOUT)
           and not any(MARK in line for line in (ROOT / name).read_bytes().splitlines()[:3])]
    if bad or not names:
        sys.exit("these files do not name their licence:\n" + "\n".join(bad))
    if (ROOT / "LICENSES" / "MIT.txt").read_bytes() != (ROOT / "LICENSE").read_bytes():
        sys.exit("LICENSES/MIT.txt is not LICENSE")
    print("%d files" % len(names))
    if not shutil.which("reuse") or not (ROOT / ".git").exists():
        print("no reuse, or no clone: not linted")
        return 77
    done = subprocess.run(["reuse", "--root", ROOT, "lint"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    print(done.stdout)
    return done.returncode or "ERROR" in done.stdout


if __name__ == "__main__":
    sys.exit(main())
