#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names of the system's C++ library, as c++filt and llvm-cxxfilt print them: test_demangle_corpus.py NAMES [LIBRARY…]

NAMES is the program that demangles lines of standard input in the style that its argument says. The programs of other
releases print a few names otherwise, so that some differences are allowed: FEW of the names in each style, and RARE of
the names without parameters, which are what signatures of crashes have. Exit status 77: no program, or no library.
"""
import glob
import shutil
import subprocess
import sys

FEW, RARE = 0.005, 0.0005
LIBRARIES = ("/usr/lib/*/libstdc++.so.6", "/usr/lib64/libstdc++.so.6", "/usr/lib/libstdc++.so.6")
STYLES = (("0", ["c++filt"], FEW), ("1", ["llvm-cxxfilt"], FEW), ("2", ["c++filt", "-p"], RARE))


def output(command, text=""):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=300).stdout


def names(library):
    """Mangled names that a library has or needs, without versions."""
    last = (line.split()[-1].split("@")[0] for line in output(["nm", "-D", library]).splitlines())
    return sorted({name for name in last if name.startswith("_Z")})


def compare(program, library, style, reference, allowed):
    lines = names(library)
    text = "".join(name + "\n" for name in lines)
    want, got = output(reference, text).splitlines(), output([program, style], text).splitlines()
    assert len(want) == len(got) == len(lines) > 0, library
    different = [three for three in zip(lines, want, got) if three[1] != three[2]]
    for three in different[:10]:
        print("%s\n  want %s\n  got  %s" % three)
    print("%s, %s: %d of %d names differ" % (library, " ".join(reference), len(different), len(lines)))
    return len(different) <= allowed * len(lines)


def main():
    program, libraries = sys.argv[1], sys.argv[2:] or sorted({path for p in LIBRARIES for path in glob.glob(p)})
    styles = [style for style in STYLES if shutil.which(style[1][0])]
    if not styles or not libraries or not shutil.which("nm"):
        print("nothing to compare with")
        return 77
    results = [compare(program, library, *style) for library in libraries for style in styles]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
