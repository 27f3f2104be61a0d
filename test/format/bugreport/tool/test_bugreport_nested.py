#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Zips in a zip, one in another: what triage finds in each, and at which places. test_bugreport_nested.py DIAGFMT"""

import io
import json
import pathlib
import sys
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

from program import run  # noqa: E402

BANNER = "=" * 56
MAIN = "bugreport-a-B-2024-11-20-10-12-00.txt"
TEXT = BANNER + "\n== dumpstate: 2024-11-20 10:12:00\n" + BANNER + "\n"


def crash(process="com.example", second=1, pid=1234):
    lines = ["FATAL EXCEPTION: main", "Process: %s, PID: %d" % (process, pid), "java.lang.IllegalStateException: no",
             "\tat %s.Main.run(Main.java:1)" % process]
    return "".join("11-20 10:00:%02d.000  %d  %d E AndroidRuntime: %s\n" % (second, pid, pid, line) for line in lines)


def zip_of(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def report(log, **more):
    """A bug report that has this in the logs of the device."""
    return zip_of(**{"version.txt": "2.0", "main_entry.txt": MAIN, MAIN: TEXT, "FS/data/misc/logd/logcat": log, **more})


def found(data, code=1):
    got, out, err = run("triage", "--json", data=data)
    assert got == code, (got, err)
    return [json.loads(line) for line in out.decode().splitlines()]


class Nested(unittest.TestCase):
    def test_a_report_in_a_zip_of_other_files(self):
        rows = found(zip_of(**{"getprop.txt": "[a]: [b]\n", "bugreport.zip": report(crash())}))
        self.assertEqual([(r["kind"], r["process_name"], r["place"]) for r in rows],
                         [("java_crash", "com.example", "bugreport.zip!FS/data/misc/logd/logcat:1")])

    def test_a_log_beside_it_has_the_same_crash(self):
        rows = found(zip_of(**{"logcat.txt": crash() + crash("com.other", 2), "bugreport.zip": report(crash() + crash("com.third", 3))}))
        self.assertEqual(sorted((r["process_name"], r["count"], r["place"]) for r in rows),
                         [("com.example", 1, "logcat.txt:1"), ("com.other", 1, "logcat.txt:5"),
                          ("com.third", 1, "bugreport.zip!FS/data/misc/logd/logcat:5")])
        self.assertEqual(sorted(r["rank"] for r in rows), [1, 2, 3])

    def test_one_in_another(self):
        data, path = report(crash("com.level0")), ""
        for level in range(1, 6):
            data = report(crash("com.level%d" % level, level), **{"a.zip": data})
            path += "a.zip!"
            rows = found(data)
            self.assertEqual(len(rows), min(level, 4) + 1)
            self.assertEqual(rows[-1]["place"], path[:4 * len("a.zip!")] + "FS/data/misc/logd/logcat:1")

    def test_several_in_one(self):
        rows = found(report(crash(), **{"a.zip": report(crash("com.a")), "b.zip": zip_of(x="y"), "c.zip": report(crash("com.c"))}))
        self.assertEqual([r["place"].rpartition("!")[0] for r in rows], ["", "a.zip", "c.zip"])

    def test_a_damaged_one_leaves_the_others(self):
        cut = report(crash("com.cut"))[:-60]
        rows = found(report(crash(), **{"a.zip": cut, "c.zip": report(crash("com.c"))}), 1)
        self.assertEqual([r["process_name"] for r in rows], ["com.example", "com.cut", "com.c"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
