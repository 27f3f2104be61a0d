# SPDX-License-Identifier: MIT
"""The types of events, for type checkers: events.pyi lists them."""

from .reader import Event

__all__ = ["AnyEvent"]

#: what readers deliver
AnyEvent = Event
