# SPDX-License-Identifier: MIT
"""What all bindings have for described types: the names of their classes, and which types and members they leave out."""

META = {"str", "error", "option", "event", "probe", "field", "type"}  # of C alone
HIDDEN = {"PRESENT", "COUNT", "HEAD", "RESERVED", "SIZE"}  # kinds of members that only C has a use for


def camel(name):
    return "".join(part.capitalize() for part in name.replace(".", "_").split("_"))
