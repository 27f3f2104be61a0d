#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library's version script, of one and its parts: join_maps.py MAP PART...

A part has nodes of MAP with functions of their own, which follow those that the node has there.
"""
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/\s*", re.S)
NODE = re.compile(r"([\w.]+) \{\s*global:\n(.*?)(?=local:|\})", re.S)


def read(path):
    with open(path, encoding="utf-8") as file:
        return COMMENT.sub("", file.read())


def main(path, *parts):
    text, more = read(path), {}
    for part in parts:
        for node, functions in NODE.findall(read(part)):
            more[node] = more.get(node, "") + functions
    print(NODE.sub(lambda m: m[0] + more.pop(m[1], ""), text), end="")
    if more:
        sys.exit(f"{path} has no node {', '.join(more)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
