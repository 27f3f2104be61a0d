// SPDX-License-Identifier: MIT
//! serde: events and records as what their JSON lines say. The library writes the line, and what is here hands it to a
//! serializer, so that there is one idea of what a record looks like.
use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::error::Result;
use crate::reader::{Event, OwnedEvent};
use crate::record::Record;
use crate::rows::Row;

macro_rules! serialize {
    ($($name:ty)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
                hand_on(self.json(), to)
            }
        }
    )*};
}
serialize!(Event<'_> OwnedEvent Record<'_> Row<'_>);

fn hand_on<S: Serializer>(json: Result<String>, to: S) -> std::result::Result<S::Ok, S::Error> {
    json.map(|json| Node::parse(&mut json.as_str())).map_err(S::Error::custom)?.serialize(to)
}

/// JSON as the library writes it: without spaces, and never malformed.
enum Node {
    Null,
    Bool(bool),
    U64(u64),
    I64(i64),
    F64(f64),
    Text(String),
    Array(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Node {
    fn parse(rest: &mut &str) -> Node {
        match rest.as_bytes()[0] {
            b'{' => Node::Object(list(rest, '}', |rest| {
                let name = text(rest);
                take(rest, 1);
                (name, Node::parse(rest))
            })),
            b'[' => Node::Array(list(rest, ']', Node::parse)),
            b'"' => Node::Text(text(rest)),
            _ => Node::word(rest),
        }
    }

    fn word(rest: &mut &str) -> Node {
        let end = rest.find([',', '}', ']']).unwrap_or(rest.len());
        match take(rest, end) {
            "null" => Node::Null,
            word @ ("true" | "false") => Node::Bool(word == "true"),
            number => number
                .parse()
                .map(Node::U64)
                .or_else(|_| number.parse().map(Node::I64))
                .unwrap_or_else(|_| Node::F64(number.parse().expect("the library writes numbers"))),
        }
    }
}

fn take<'a>(rest: &mut &'a str, n: usize) -> &'a str {
    let (first, after) = rest.split_at(n);
    *rest = after;
    first
}

/// Between brackets, with commas.
fn list<T>(rest: &mut &str, end: char, element: impl Fn(&mut &str) -> T) -> Vec<T> {
    let mut elements = Vec::new();
    take(rest, 1);
    while !rest.starts_with(end) {
        elements.push(element(rest));
        if rest.starts_with(',') {
            take(rest, 1);
        }
    }
    take(rest, 1);
    elements
}

fn text(rest: &mut &str) -> String {
    let mut made = String::new();
    take(rest, 1);
    loop {
        let end = rest.find(['"', '\\']).expect("texts end");
        made.push_str(take(rest, end));
        if take(rest, 1) == "\"" {
            return made;
        }
        made.push(match take(rest, 1) {
            "b" => '\x08',
            "t" => '\t',
            "n" => '\n',
            "f" => '\x0c',
            "r" => '\r',
            "u" => u32::from_str_radix(take(rest, 4), 16).ok().and_then(char::from_u32).expect("control characters"),
            other => other.chars().next().expect("a character"),
        });
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Node::Null => to.serialize_unit(),
            Node::Bool(yes) => to.serialize_bool(*yes),
            Node::U64(number) => to.serialize_u64(*number),
            Node::I64(number) => to.serialize_i64(*number),
            Node::F64(number) => to.serialize_f64(*number),
            Node::Text(text) => to.serialize_str(text),
            Node::Array(elements) => {
                let mut list = to.serialize_seq(Some(elements.len()))?;
                elements.iter().try_for_each(|element| list.serialize_element(element))?;
                list.end()
            }
            Node::Object(members) => {
                let mut map = to.serialize_map(Some(members.len()))?;
                members.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}
