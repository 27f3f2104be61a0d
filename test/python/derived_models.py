# SPDX-License-Identifier: MIT
"""What the rows of derived tables should be, by the JSON lines of the events alone: a second view of each.

MODELS: for each table a function of a path and options of a reader, which yields rows as JSON has structs.
"""
import json

import diagfmt


def lines(path, *types, **options):
    """The events of these types, as JSON has them."""
    with diagfmt.open(path, **options) as reader:
        for event in reader:
            if event.type in types:
                yield json.loads(event.json())


# --- simpleperf -------------------------------------------------------------------------------------------------------


def names_of(path, **options):
    """Names by number: event types, files with their two lists, threads with their processes; the last ones count."""
    types, files, threads = [], {}, {}
    kinds = {"simpleperf." + kind: kind for kind in ("meta", "file", "thread")}
    try:
        for line in lines(path, *kinds, **{**options, "simpleperf_records": list(kinds.values())}):
            if line["event"] == "simpleperf.meta":
                types = line.get("event_types", [])
            elif line["event"] == "simpleperf.file":
                files[line.get("id", 0)] = line
            else:
                threads[line.get("thread_id", 0)] = line
    except diagfmt.Error:
        pass  # what is before the damage counts
    return types, files, threads


def at(names, number):
    return names[number] or None if number is not None and 0 <= number < len(names) else None


def stack_frame(path, **options):
    types, files, threads = names_of(path, **options)
    for number, sample in enumerate(lines(path, "simpleperf.sample", **options)):
        thread = threads.get(sample.get("thread_id"), {})
        process = thread.get("process_id", 0) if thread else None
        for depth, frame in enumerate(sample.get("frames", ())):
            file = files.get(frame.get("file_id", 0), {})
            symbol = frame.get("symbol_id", 0)
            yield {"depth": depth, "sample_number": number, "time_ns": sample.get("time_ns"),
                   "event_count": sample.get("event_count"), "event_type_id": sample.get("event_type_id"),
                   "event_type": at(types, sample.get("event_type_id")), "thread_id": sample.get("thread_id"),
                   "thread_name": thread.get("name") or None, "process_id": process,
                   "process_name": threads.get(process, {}).get("name") or None, "vaddr": frame.get("vaddr"),
                   "execution": frame.get("execution"), "symbol": at(file.get("symbols", ()), symbol),
                   "mangled": at(file.get("mangled", ()), symbol), "path": file.get("path") or None}


MODELS = {"simpleperf.stack_frame": stack_frame}
