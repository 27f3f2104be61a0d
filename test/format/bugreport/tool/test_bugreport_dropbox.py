#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Files of /data/system/dropbox in a report: joined with its log by process and time. test_bugreport_dropbox.py DIAGFMT"""

import calendar
import gzip
import sys
import unittest

from test_bugreport_nested import crash, found, report

STORED = "FS/data/system/dropbox/"
HOUR = 3600
# of the lines of crash(), which are in local time; the report is of 2024
CRASHED = calendar.timegm((2024, 11, 20, 10, 0, 1))


def stored(tag, seconds, body, pid=1234, process="com.example", subject=""):
    """{name: content} of a file that was stored at that time, in UTC."""
    heads = "Process: %s\nPID: %d\nFlags: 0x1\nPackage: %s v1 (1)\n%s\n" % (process, pid, process, subject)
    return {"%s%s@%d.txt" % (STORED, tag, seconds * 1000): heads + body}


TRACE = "java.lang.IllegalStateException: no\n\tat com.example.Main.run(Main.java:1)\n"


class Dropbox(unittest.TestCase):
    def findings(self, log, **files):
        return [(r["kind"], r.get("process_name"), r["count"], [e.get("entry", "") for e in r["evidence"]])
                for r in found(report(log, **files))]

    def test_what_the_log_tells_of_counts_once_in_any_zone(self):
        for zone in -11 * HOUR, -3.5 * HOUR, 0, 5.75 * HOUR, 14 * HOUR:
            with self.subTest(zone=zone):
                files = stored("data_app_crash", CRASHED - zone + 2, TRACE)
                self.assertEqual(self.findings(crash(), **files),
                                 [("java_crash", "com.example", 1, ["FS/data/misc/logd/logcat", *files])])

    def test_another_time_or_process_is_another_crash(self):
        for seconds, pid in (CRASHED + 60, 1234), (CRASHED - 40 * HOUR, 1234), (CRASHED, 1235):
            with self.subTest(seconds=seconds, pid=pid):
                self.assertEqual(self.findings(crash(), **stored("data_app_crash", seconds, TRACE, pid))[0][2], 2)

    def test_the_tag_tells_the_kind(self):
        stars = " ".join(["***"] * 16) + "\npid: 1234, tid: 1234, name: a  >>> com.example <<<\nsignal 6 (SIGABRT), code 0\n"
        for tag, kind, body, subject in (
                ("system_app_anr", "anr", "CPU usage\n", "Subject: no answer (x)\n"), ("system_app_wtf", "wtf", TRACE, "Subject: Tag\n"),
                ("system_server_watchdog", "watchdog", "x\n", "Subject: Blocked\n"), ("data_app_native_crash", "native_crash", stars, ""),
                ("data_app_crash", "java_crash", TRACE, ""), ("system_app_crash", "past_crash", "nothing\n", "")):
            with self.subTest(tag=tag):
                files = stored(tag, CRASHED, body, subject=subject)
                self.assertEqual(self.findings("", **files), [(kind, "com.example", 1, [*files])])

    def test_in_gzip(self):
        for name, data in stored("data_app_crash", CRASHED, TRACE).items():
            packed = gzip.compress(data.encode(), mtime=0)
            self.assertEqual(self.findings(crash(), **{name + ".gz": packed}),
                             [("java_crash", "com.example", 1, ["FS/data/misc/logd/logcat", name + ".gz"])])
            self.assertEqual(self.findings("", **{name + ".gz": packed}), [("java_crash", "com.example", 1, [name + ".gz"])])
            self.assertEqual(self.findings("", **{name + ".gz": packed[:-8]})[0][:3], ("java_crash", "com.example", 1))
        self.assertEqual(found(report("", **{STORED + "data_app_crash@1.txt.gz": b"\x1f\x8b\x08nothing"}), code=0), [])

    def test_what_is_no_fault_is_none(self):
        self.assertEqual(found(report("", **stored("data_app_strictmode", CRASHED, TRACE)), code=0), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
