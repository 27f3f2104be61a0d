# SPDX-License-Identifier: MIT
"""Members by the words of formats/triage.md, which the corpus and the models have, and by the names of docs/concepts.md,
which rows have.
"""
NAMES = {
    "class": "class_name", "defining_uid": "defining_user_id", "fault_addr": "fault_address", "index": "number",
    "kb": "size_kb", "lock": "lock_address", "offset": "start_offset", "package_uid": "package_user_id",
    "pid": "process_id", "ppid": "parent_process_id", "prio": "java_priority", "process": "process_name",
    "real_uid": "real_user_id", "sender_pid": "sender_process_id", "sender_uid": "sender_user_id", "thread": "thread_name",
    "tid": "thread_id", "tids": "vm_thread_ids", "time": "time_text", "uid": "user_id", "user": "android_user",
}
# What some tables mean by a word.
NAMES_OF = {
    "anr.lock": {"place": "frame_number", "tid": "vm_thread_id"},
    "anr.thread": {"sys_tid": "thread_id", "tid": "vm_thread_id"},
    "process": {"user": "user_id"},
    "tombstone.frame": {"place": "number"},
}


def renamed(row, names):
    """With the members of rows within it."""
    def value_of(value):
        return [renamed(v, names) if isinstance(v, dict) else v for v in value] if isinstance(value, list) else value
    return {names.get(key, key): value_of(value) for key, value in row.items()}


def named(table, rows):
    return [renamed(row, NAMES | NAMES_OF.get(table, {})) for row in rows]


def worded(table, rows):
    """The other way round."""
    names = {word: name for word, name in NAMES.items() if word not in NAMES_OF.get(table, {})} | NAMES_OF.get(table, {})
    return [renamed(row, {name: word for word, name in names.items()}) for row in rows]
