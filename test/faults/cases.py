# SPDX-License-Identifier: MIT
"""What the tool is asked for while its calls fail: each command with each format that it takes, on small samples."""

import dataclasses


@dataclasses.dataclass
class Case:
    """A command line. Words that begin with @ are samples; OUT is a file that was there before, OUT2, too, NEW one that was not, DIR a
    new folder, KEY a key of placeholders, KNOWN has bug patterns, SEVERAL a folder with files, and with archives of several."""
    name: str
    words: list
    stdin: str = ""       # a sample that comes through a pipe
    appends: bool = False  # OUT grows; it begins as this format's sample
    reaches: str = ""      # a kind of call that it has to make

    @property
    def together(self):
        """Whether its outputs appear all or not at all."""
        return sum(w.rpartition("=")[2] in ("OUT", "OUT2", "NEW") for w in self.words) > 1

    @property
    def piecemeal(self):
        """Whether it makes file after file in a folder while it reads: a signal may end it after any of them, also after the
        last, as what it has not read yet may be damaged, and its status would say so."""
        return self.words[0] in ("extract", "dump") and any(w.rpartition("=")[2] in ("DIR", "DIRECTORY") for w in self.words)

    def writes(self):
        return any(w in ("OUT", "NEW", "DIR", "DIRECTORY") for w in self.words)


READ = {  # the folder of a format's samples: those that every reading command takes
    "apport": ["gzip_plain.crash", "zstd_plain.crash", "two_values.crash"],
    "apitrace": ["values.trace", "packed_brotli.trace", "whole.trace.gz"],
    "simpleperf": ["typical.simpleperf"],
    "mallocdbg": ["v12_info.txt", "ops.txt", "log_full.txt"],
    "bugreport": ["report.zip", "report.txt", "streamed.zip"],
}
OTHER = {  # to compare with the first of a format
    "apport": "zlib_plain.crash", "apitrace": "ids.trace", "simpleperf": "merged.simpleperf", "mallocdbg": "v12.txt",
    "bugreport": "before.txt",
}
DAMAGED = {
    "apport": ["gzip_truncated.crash", "bad_junk_between.crash"],
    "apitrace": ["cut_block.trace", "forked.trace"],
    "simpleperf": ["cut_end.simpleperf", "trailing.simpleperf"],
    "mallocdbg": ["cut_in_record.txt", "log_cut.txt", "bad_record.txt"],
    "bugreport": ["bad_data.zip", "no_directory.zip", "cut.txt", "cut.zip"],
}
READING = ["identify", "identify --json", "info", "info --json", "ls", "ls --long --json", "dump", "dump --payload=inline",
           "verify", "verify --strict --json"]
SOME = {  # what only some formats can be asked for: words, samples (their first: all)
    "extract -C DIR": ["apport/gzip_plain.crash", "apport/two_values.crash", "apitrace/values.trace", "bugreport/report.zip",
                       "bugreport/streamed.zip"],
    "cat CoreDump": ["apport/gzip_plain.crash"],
    "cat -o OUT CoreDump": ["apport/gzip_plain.crash"],
    "cat -a Text": ["apport/two_values.crash"],
    "cat 0": ["apitrace/values.trace"],
    "cat 1": ["simpleperf/typical.simpleperf"],
    "cat version.txt": ["bugreport/report.zip"],
    "dump --native": ["apitrace/values.trace", "simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt", "mallocdbg/ops.txt",
                      "mallocdbg/log_full.txt"],
    "dump --native=perf-script": ["simpleperf/typical.simpleperf"],
    "dump --native --blobs -C DIRECTORY": ["apitrace/values.trace"],
    "info --set=frames": ["apitrace/demo_teapot.trace"],
    "grep -i a": ["apport/two_values.crash", "bugreport/report.zip", "bugreport/report.txt"],
    "grep --json -a a": ["apport/gzip_plain.crash", "bugreport/report.zip"],
    "top": ["simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt", "mallocdbg/ops.txt"],
    "top --csv": ["simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt"],
    "top --by=tree --json": ["simpleperf/typical.simpleperf"],
    "top --by=thread --time=0..1s": ["simpleperf/typical.simpleperf", "mallocdbg/ops.txt"],
    "leaks": ["mallocdbg/v12_info.txt", "mallocdbg/ops.txt", "mallocdbg/log_full.txt"],
    "leaks --csv": ["mallocdbg/ops.txt"],
    "leaks --json": ["mallocdbg/v12_info.txt", "mallocdbg/ops.txt", "mallocdbg/log_full.txt"],
    "flame": ["simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt"],
    "flame --folded": ["simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt"],
    "flame -o OUT": ["simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt"],
    "convert --to=firefox -o OUT": ["simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt"],
    "convert --to=pprof -o OUT": ["simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt"],
    "convert --to=mime -o OUT": ["apport/two_values.crash", "apport/gzip_plain.crash"],
    "convert --sort -o OUT": ["apport/two_values.crash"],
    "convert --compression=zstd -o OUT": ["apport/gzip_plain.crash"],
    "convert --compression=gzip -o OUT": ["apport/zstd_plain.crash"],
    "convert --container=snappy -o OUT": ["apitrace/packed_brotli.trace"],
    "convert --container=zstd -o OUT": ["apitrace/values.trace"],
    "convert --container=brotli -o OUT": ["apitrace/values.trace"],
    "convert --container=gzip -o OUT": ["apitrace/values.trace"],
    "convert --calls=1- -o OUT": ["apitrace/values.trace"],
    "convert --strip-symbols -o OUT": ["simpleperf/typical.simpleperf"],
    "convert --dialect=v10 -o OUT": ["mallocdbg/v12_info.txt"],
    "convert --to=text -o OUT": ["bugreport/report.zip"],
    "convert --to=zip -o OUT": ["bugreport/report.txt"],
    "convert --redact=raven -o OUT": ["bugreport/report.zip"],
    "share -o OUT": ["bugreport/report.zip", "bugreport/report.txt", "apport/gzip_plain.crash", "mallocdbg/v12_info.txt"],
    "share -o NEW --keep=images,other": ["bugreport/report.zip"],
    "share --no-check -o OUT": ["bugreport/report.zip"],
    "share -C DIRECTORY --account=NEW": ["bugreport/report.txt"],
    "share -o OUT --key-file=KEY --value=account:thing --review=NEW": ["bugreport/report.zip", "bugreport/report.txt"],
    "share -o OUT --account=OUT2 --review=NEW": ["bugreport/report.zip"],
    "share -o NEW --account=OUT2": ["bugreport/report.txt"],
    "share --report-only --csv": ["bugreport/report.zip"],
    "triage": ["bugreport/crashes.txt", "bugreport/report.zip", "bugreport/cut.txt", "apport/gzip_plain.crash"],
    "triage --known=KNOWN": ["apport/gzip_plain.crash"],
    "triage --json": ["bugreport/anr.txt", "bugreport/kernel.txt", "apitrace/faults_gl.trace"],
    "op info": ["bugreport/report.zip", "mallocdbg/v12_info.txt"],
    "op list -s sizes --json": ["bugreport/report.zip", "apport/gzip_plain.crash"],
    "op profile -a functions,groups --csv": ["simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt"],
    "op profile -s purpose=flame -d flame -o OUT": ["simpleperf/typical.simpleperf"],
    "op convert -o OUT": ["apport/gzip_plain.crash", "apitrace/values.trace"],
    "op repair": ["apport/gzip_truncated.crash"],
    "op share -o OUT --output=review=NEW": ["bugreport/report.txt"],
}
MATCHING = {  # each place that looks for a regular expression; glibc 2.36 frees twice where it compiles one with ^
    "grep -i pr[a-z]": ["apport/two_values.crash", "bugreport/report.txt"],
    "grep -o -w a.*": ["bugreport/report.zip"],
    "convert --grep=gl[A-Z] -o OUT": ["apitrace/values.trace"],
    "dump --native --grep=gl[A-Z]": ["apitrace/values.trace"],
    "convert --to=pprof --grep=app -o OUT": ["mallocdbg/v12_info.txt"],
}
THROUGH_PIPES = {"convert --sort -o OUT -": "apport/two_values.crash", "convert --to=text -o OUT -": "bugreport/report.zip",
                 "repair -o OUT -": "apport/gzip_truncated.crash", "convert -o OUT -": "apitrace/values.trace",
                 "info -": "bugreport/report.zip", "share -o OUT -": "bugreport/report.txt"}
APPENDED = ["apport/two_values.crash", "apport/gzip_plain.crash"]

SQL = [  # a query, options
    ("SELECT tag, count(*) FROM log WHERE priority >= 4 GROUP BY tag",), ("SELECT name, payload FROM entry", "--json"),
    ("SELECT a.tag, b.message FROM log a JOIN log b USING(tag)", "--csv"), (".schema log",)]


def made():
    """Every case, in order."""
    for form, samples in READ.items():
        for sample in samples:
            at = "@%s/%s" % (form, sample)
            for command in READING:
                yield Case("%s %s" % (command, sample), [*command.split(), at])
            for command in ["convert -o OUT", "convert -o NEW", "convert", "repair -o OUT", "repair -o NEW",
                            "convert -C DIRECTORY"]:
                yield Case("%s %s" % (command, sample), [*command.split(), at])
        first, other = "@%s/%s" % (form, samples[0]), "@%s/%s" % (form, OTHER[form])
        yield Case("diff %s with itself" % samples[0], ["diff", first, first])
        yield Case("diff %s %s" % (samples[0], OTHER[form]), ["diff", first, other])
        yield Case("info %s %s" % (samples[0], OTHER[form]), ["info", first, other])
        yield Case("ls --jobs %s %s" % (samples[0], OTHER[form]), ["ls", "-j2", first, other, first])
        yield Case("repair --jobs %s %s" % (samples[0], OTHER[form]), ["repair", "-j2", "-C", "DIRECTORY", first, other])
        if form in ("simpleperf", "mallocdbg"):
            yield Case("compare %s with itself" % samples[0], ["compare", first, first])
            yield Case("compare --csv %s twice" % samples[0], ["compare", "--csv", first, first, "vs", first, first])
    for form, samples in DAMAGED.items():
        for sample in samples:
            at = "@%s/%s" % (form, sample)
            for command in ["repair -o OUT", "verify", "dump", "convert --recover -o OUT"]:
                yield Case("%s %s" % (command, sample), [*command.split(), at])
            if form in ("apport", "bugreport"):
                yield Case("extract -C DIR %s" % sample, ["extract", "-C", "DIR", at])
    for some, reaches in (SOME, ""), (MATCHING, "match"):
        for command, samples in some.items():
            for sample in samples:
                words = command.split()
                words.insert(len(words) - (words[0] == "cat"), "@" + sample)
                yield Case("%s %s" % (command, sample.split("/")[1]), words, reaches=reaches)
    for command, sample in THROUGH_PIPES.items():
        yield Case("%s <%s" % (command, sample.split("/")[1]), command.split(), stdin=sample)
    for sample in APPENDED:
        for command in ["convert --append-to=OUT", "convert --hide --keep-times --append-to=OUT"]:
            yield Case("%s %s" % (command, sample.split("/")[1]), [*command.split(), "@" + sample], appends=True)
    for command in ["triage -qr SEVERAL", "triage --json -qr -j2 SEVERAL", "info --json -qr SEVERAL", "grep -qr a SEVERAL"]:
        yield Case(command, command.split())
    yield Case("options", ["options"])
    yield Case("op", ["op"])
    yield Case("op diff", ["op", "diff", "@apport/gzip_plain.crash", "@apport/zlib_plain.crash"])
    yield Case("options guard=8", ["options", "--json", "backtrace=16 guard=8"])
    yield Case("help", ["convert", "--help"])
    yield Case("version", ["--version"])
    for query, *options in SQL:
        yield Case("sql %s" % query, ["sql", *options, query, "@bugreport/report.zip"])
    yield Case("FILE!KEY", ["dump", "@bugreport/report.zip!bugreport-thing-AB1C.240101.002-2024-03-17-08-15-30.txt"])
