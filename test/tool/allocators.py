# SPDX-License-Identifier: MIT
"""Who asked for a block: the first frame of its stack that is of no allocator, by the names of functions and files alone."""

import re

ENDS = r"(?:$|[(@.$ ])"
ALLOCATOR = re.compile(
    r"(?:debug_|__libc_|__interceptor_|je_|mi_|scudo_|tc_|__)?"
    r"(?:[mcv]alloc|pvalloc|realloc(?:array)?|c?free|(?:posix_)?memalign|aligned_alloc|strn?dup|wcsdup)" + ENDS +
    r"|operator (?:new|delete)(?:\[|" + ENDS + ")"
    r"|_Z(?:n[wa]|d[la])."
    r"|(?:std|__gnu_cxx)::.*::(?:allocate\(|__libcpp_allocate|__libcpp_operator_new|__allocate_at_least)", re.S)
IN_BETWEEN = ("libc_malloc_debug.so", "diagfmt-malloc-debug.so")


def inner(frames):
    """How many frames to leave out: those of allocators at the inner end, but never the outermost. frames: (function, file),
    innermost first; "" or None if not known."""
    n = 0
    while n + 1 < len(frames):
        function, file = (text(x) for x in frames[n])
        if not ALLOCATOR.match(function) and file.rsplit("/", 1)[-1] not in IN_BETWEEN:
            break
        n += 1
    return n


def text(name):
    return name.decode("latin-1") if isinstance(name, bytes) else name or ""
