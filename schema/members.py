# SPDX-License-Identifier: MIT
"""What a member of a struct is: its kind, unit, presence bit and flags, by its declaration, its name and its comment."""
import re

from c_headers import Bad

SCALARS = {"uint32_t": "U32", "int32_t": "I32", "uint64_t": "U64", "int64_t": "I64", "double": "F64", "dfmt_str": "STR",
           "dfmt_head": "HEAD", "dfmt_status": "I32"}
NUMBERS = {"U32", "I32", "U64", "I64"}
# Units that names say; the first that matches.
UNIT_OF_NAME = [(r"(duration|age)_ns$", "DURATION_NS"),
                (r"_ns$", "INSTANT_NS"),
                (r"_us$", "DURATION_US"),
                (r"local_s$", "LOCAL_S"),
                (r"(^|_)(bytes|size)$|^bytes_|_bytes_delta$|_length$|^(map|function)_offset$|^skipped$", "BYTES"),
                (r"(^|_)crc32$", "CRC32"),
                (r"(^|_|v)(address|addr|ptr|pcs?)$", "ADDRESS"),
                (r"(^|_)offset$", "OFFSET"),
                (r"(^|_)line$", "LINE")]
INDEX = re.compile(r"number$|_number$|ordinal$|input$")
TAGS = {"first", "last", "hidden", "reserved", "no unit", "bool", "bytes"}  # and units and flags by their names
NAME_TAGS = ("if ", "since ")  # with a name or a number behind
WORDS = re.compile(r"\b(DFMT_\w+?)(_\*| …)")


def describe(model, struct):
    """Fills in what each member is, and puts them in the order of JSON."""
    lists = listed_bits(model, struct)
    struct.members[:] = [m for m in struct.members if "hidden" not in m.comment.tags]
    for m in struct.members:
        try:
            check_tags(model, m)
            m.kind, m.elem, m.counter = kind(model, struct, m)
            m.mask = mask(model, struct, m, lists)
            m.unit = unit(model, m)
            m.flags = [f for f in model.names("DFMT_FIELD_") if f.lower() in m.comment.tags or
                       (f, m.kind) == ("UTF8", "CSTR")]
        except Bad as bad:
            raise Bad(f"{struct.name}.{m.name}: {bad}") from None
    check_bits(model, struct)
    struct.members[:] = in_json(struct.members)


def in_json(members):
    """In the order of JSON: behind the head those that say "first", at the end those that say "last"."""
    first = [m for m in members if "first" in m.comment.tags]
    last = [m for m in members if "last" in m.comment.tags]
    head = [m for m in members if m.kind in ("HEAD", "PRESENT")] if first else []
    return head + first + [m for m in members if m not in head + first + last] + last


def check_tags(model, m):
    known = TAGS | {n.lower() for n in model.names("DFMT_UNIT_") + model.names("DFMT_FIELD_")}
    for tag in m.comment.tags:
        if tag not in known and not tag.startswith(NAME_TAGS):
            raise Bad(f"there is no tag [{tag}]")


# ---- kinds: (kind, type or kind of elements, member that counts them) ----


def kind(model, struct, m):
    if m.stars:
        return pointer(model, struct, m)
    if m.name == "present":
        return "PRESENT", None, None
    if m.name == "reserved" or "reserved" in m.comment.tags:
        return "RESERVED", None, None
    if m.name == "size" and m is struct.members[0]:
        return "SIZE", None, None
    if any(counter(struct, other) == m.name for other in struct.members if other.stars):
        return "COUNT", None, None
    if m.base == "dfmt_status":
        return "I32", "DFMT_TYPE_STATUS", None
    words = words_of(model, m)
    if words:
        return words.shape.upper(), words.number, None
    return scalar(m), None, None


def scalar(m):
    tags = m.comment.tags
    if m.base == "uint32_t" and ("bool" in tags or re.match(r"[01](:| if\b)", m.comment.text)):
        return "BOOL"
    if m.base == "dfmt_str" and "bytes" in tags:
        return "BYTES"
    if m.base not in SCALARS:
        raise Bad(f"no kind is known for {m.base}")
    return SCALARS[m.base]


def words_of(model, m):
    """The words that its comment names."""
    if m.base != "uint32_t":
        return None
    found = (model.words_called(*name) for name in WORDS.findall(m.comment.text))
    return next((words for words in found if words), None)


def counter(struct, m):
    """The member that counts what a pointer points to: its own, or that of all columns."""
    return next((name for name in ("n_" + m.name, "n_rows") if struct.member(name)), None)


def pointer(model, struct, m):
    if m.base == "char":
        return "BYTES" if "bytes" in m.comment.tags else "CSTR", None, None
    if m.base == "void":
        return "POINTER", None, None
    count = counter(struct, m)
    if m.base in SCALARS and m.base != "dfmt_head":
        if not count:
            raise Bad(f"there is no n_{m.name} that counts it")
        return "ARRAY", "DFMT_KIND_" + SCALARS[m.base], count
    to = model.structs.get(m.base)
    number = to.number if to else None
    if count:
        return "REF_ARRAY" if m.stars > 1 else "ARRAY", number, count
    return "VALUE_TREE" if number and to.is_tree() else "REF", number, None


# ---- presence ----


def listed_bits(model, struct):
    """{member: enumerator} of bits whose comments begin with the members that they are of: "a, b and c"."""
    bits = {}
    for name in model.bits_of(struct):
        members = re.split(r", and |, | and ", re.split(r"[;:.]", model.comment[name].text)[0])
        if all(struct.member(member) for member in members):
            bits.update(dict.fromkeys(members, name))
    return bits


def mask(model, struct, m, lists):
    said = m.comment.value("if")
    if said == "never":
        return None
    own = f"{struct.name.upper()}_HAS_{said or m.name.upper()}"
    if own in model.value:
        return own
    if said:
        raise Bad(f"there is no {own}")
    return lists.get(m.name)


def check_bits(model, struct):
    """Each bit is of a member, or of several whose names begin as its own does."""
    for name in model.bits_of(struct):
        word = name.partition("_HAS_")[2].lower()
        if not any(m.mask == name or m.name.startswith(word + "_") for m in struct.members):
            raise Bad(f"{struct.name}: no member has the presence bit {name}")


# ---- units ----


def unit(model, m):
    units = model.names("DFMT_UNIT_")
    said = [u for u in units if u.lower() in m.comment.tags and (u, m.kind) != ("BYTES", "BYTES")]
    number = (m.elem or "").removeprefix("DFMT_KIND_") if m.kind == "ARRAY" else m.kind
    if said or "no unit" in m.comment.tags or number not in NUMBERS:
        return said[0] if said else "NONE"
    if number == "U64" and INDEX.search(m.name):  # a number of 32 bits is a code, not a position
        return "INDEX"
    return next((u for pattern, u in UNIT_OF_NAME if re.search(pattern, m.name)), "NONE")
