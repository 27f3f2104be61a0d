#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Opens a flame graph in a headless Chromium: what is painted, without and with its script; clicks, keys, searches.

usage: flame_browser.py DIAGFMT    exit status 77 if there is no Chromium
"""

import pathlib
import random
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import test_flame as pictures
import browser
import corpus
import flame_model as flame
import simpleperf_model as model

FOUND = (230, 0, 230)
STATE = """Array.prototype.map.call(document.getElementById('frames').children, function (g) {
  var r = g.querySelector('rect'), t = g.querySelector('text');
  return {x: +r.getAttribute('x'), w: +r.getAttribute('width'), y: +r.getAttribute('y'), shown: g.style.display !== 'none',
    caller: g.classList.contains('caller'), found: g.classList.contains('found'), text: t ? t.textContent : ''};
})"""
TEXT = "document.getElementById('%s').textContent"


def near(a, b, by=0.05):
    return abs(a - b) <= by


def painted(tally, rows, boxes, colours):
    """Each box that is wide enough has its colour, above its text; and what is beside the graph has another."""
    seen = 0
    for b, colour in zip(boxes, colours):
        if b["w"] < 4 or not b["shown"]:
            continue
        x, y = int(b["x"] + b["w"] / 2), int(b["y"]) + 1
        at = rows[y][x]
        if any(abs(p - q) > 2 for p, q in zip(at, colour)):
            tally.equal("colour at %d, %d" % (x, y), colour, at)
        seen += 1
    tally.equal("boxes that are painted", True, seen > 10)
    tally.equal("beside the graph", True, all(min(rows[y][3]) > 230 for y in range(len(rows))))


def colours_of(svg):
    return [tuple(map(int, re.findall(r"\d+", r[5]))) for r in pictures.rectangles(svg)]


def descendants(boxes, n):
    end = n + 1
    while end < len(boxes) and boxes[end][0] > boxes[n][0]:
        end += 1
    return range(n + 1, end)


def callers(boxes, n):
    depth, out = boxes[n][0], []
    for i in range(n - 1, -1, -1):
        if boxes[i][0] < depth:
            depth = boxes[i][0]
            out.append(i)
    return out


def share(boxes, expression):
    """Per cent of all whose names are found; what is called by them does not count again."""
    total, i = 0, 1
    while i < len(boxes):
        if re.search(expression, boxes[i][1]):
            total += boxes[i][4]
            i = max(descendants(boxes, i), default=i)
        i += 1
    return "Matched: %.1f %%" % (100 * total / boxes[0][4])


def zoomed(tally, what, state, boxes, n, width=1180):
    below, under = set(descendants(boxes, n)) | {n}, set(callers(boxes, n))
    tally.equal(what + ": shown", [i in below | under for i in range(len(boxes))], [b["shown"] for b in state])
    tally.equal(what + ": callers", sorted(under), [i for i, b in enumerate(state) if b["caller"] and b["shown"]])
    for i in below | under:
        want = (10, width) if i in under else (10 + (boxes[i][3] - boxes[n][3]) * width / boxes[n][4], boxes[i][4] * width / boxes[n][4])
        if not near(want[0], state[i]["x"], 0.5) or not near(want[1], state[i]["w"], 0.5):
            tally.equal("%s: place of %d" % (what, i), want, (state[i]["x"], state[i]["w"]))
    tally.equal(what + ": text", True, state[n]["text"].startswith(boxes[n][1][:8]))
    tally.equal(what + ": texts fit", [], [b["text"] for b in state
                                           if b["shown"] and len(b["text"]) * 7.22 + 6 > b["w"] + 0.01 and b["text"]])


def found(tally, what, state, boxes, expression):
    tally.equal(what, [i > 0 and bool(re.search(expression, b[1])) for i, b in enumerate(boxes)], [b["found"] for b in state])


def look(tally, page, path, stacks):
    """page: a Browser; stacks: what the picture shows."""
    svg, boxes = path.read_bytes(), flame.boxes(stacks)
    colours = colours_of(svg)
    wide = [i for i, b in enumerate(boxes) if b[4] > 60 and len(descendants(boxes, i)) > 3 and b[0] > 2 and
            len(callers(boxes, i)) < sum(c[0] < b[0] for c in boxes[:i])]  # others that are lower come before it
    n, word = wide[len(wide) // 2], "draw|Looper"
    with tally.case("without a script"):
        page.open(path, scripts=False)
        state = page.value(STATE)
        painted(tally, page.screenshot(), state, colours)
        tally.equal("nothing to press", None, page.value("document.getElementById('search') && 1"))
        tally.equal("tooltip", boxes[n][1],
                    page.value("document.querySelectorAll('#frames title')[%d].textContent" % n).rpartition(" (")[0])
    with tally.case("with a script"):
        page.open(path)
        state = page.value(STATE)
        painted(tally, page.screenshot(), state, colours)
        tally.equal("all is shown", True, all(b["shown"] for b in state))
    with tally.case("search by address"):
        page.open(path, "#search=draw%7CLooper")
        state = page.value(STATE)
        found(tally, "marked", state, boxes, word)
        tally.equal("share", share(boxes, word), page.value(TEXT % "matched"))
        tally.equal("some and not all", True, 0 < sum(b["found"] for b in state) < len(state) - 1)
        painted(tally, page.screenshot(), state, [FOUND if b["found"] else c for b, c in zip(state, colours)])
    with tally.case("zoom by address"):
        page.open(path, "#zoom=%d" % n)
        state = page.value(STATE)
        zoomed(tally, "zoom", state, boxes, n)
        rows = page.screenshot()
        painted(tally, rows, [b for b in state if not b["caller"]], [c for b, c in zip(state, colours) if not b["caller"]])
    with tally.case("an address that means nothing"):
        page.open(path, "#zoom=99999999&search=%zz&x")
        tally.equal("all is shown", True, all(b["shown"] for b in page.value(STATE)))
    with tally.case("clicks and keys"):
        page.open(path)
        page.click(boxes[n][3] + boxes[n][4] / 2, state[n]["y"] + 8)
        zoomed(tally, "click", page.value(STATE), boxes, n)
        tally.equal("address", "#zoom=%d" % n, page.value("location.hash"))
        page.answer(lambda: page.send("Input.dispatchKeyEvent", type="keyDown", key="/"), "Looper")
        found(tally, "key /", page.value(STATE), boxes, "Looper")
        tally.equal("both in the address", "#zoom=%d&search=Looper" % n, page.value("location.hash"))
        zoomed(tally, "still", page.value(STATE), boxes, n)
        page.key("Escape")
        state = page.value(STATE)
        tally.equal("reset", [True], list({b["shown"] and not b["caller"] for b in state}))
        tally.equal("as before", True, all(near(b["x"], w[3], 0.01) and near(b["w"], w[4], 0.01) for b, w in zip(state, boxes)))
        tally.equal("button", "Reset search", page.value(TEXT % "search"))
        page.click(1180, 20)
        tally.equal("no search", ("", False, ""), (page.value(TEXT % "matched"), any(b["found"] for b in page.value(STATE)),
                                                   page.value("location.hash")))
        page.answer(lambda: page.send("Input.dispatchKeyEvent", type="keyDown", key="/"), "<int, (l")
        found(tally, "no expression: as it stands", page.value(STATE), boxes, re.escape("<int, (l"))
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=boxes[n][3] + 5, y=state[n]["y"] + 8)
        tally.equal("details", boxes[n][1], page.value(TEXT % "details").rpartition(" (")[0])


def branching():
    """A profile whose stacks have much in common, so that there are wide boxes high up."""
    rng = random.Random(4)
    names = [b"android::Looper::pollOnce(int)", b"draw", b"std::map<int, (lambda)>::at", b"main", b"void android::View::draw()", b"run"]
    samples = []
    for i in range(400):
        chain = [{"file_id": 0, "symbol_id": min(int(rng.expovariate(0.9)), 5), "vaddr_in_file": 0} for _ in range(rng.randrange(2, 14))]
        samples.append({"sample": {"time": i, "thread_id": 1 + i % 2, "event_count": 100 + i, "callchain": chain}})
    return model.file_of(samples + [{"file": {"id": 0, "path": b"/x", "symbol": names}},
                                    {"thread": {"thread_id": 1, "process_id": 1, "thread_name": b"one"}}])


def hostile(tally, page, scratch):
    """Names that would be markup or script show as text."""
    (scratch / "h").write_bytes(pictures.hostile())
    (scratch / "h.svg").write_bytes(pictures.run(scratch / "h")[1])
    stacks = flame.of_profile(list(model.decode(pictures.hostile())))[0]
    boxes = flame.boxes(stacks)
    page.open(scratch / "h.svg", "#search=%3Cscript%3E&zoom=1")
    state = page.value(STATE)
    found(tally, "marked", state, boxes, "<script>")
    zoomed(tally, "zoom", state, boxes, 1)
    tally.equal("names", [b[1] for b in boxes],
                [t.rpartition(" (")[0] for t in page.value("Array.prototype.map.call(document.querySelectorAll('#frames title'), "
                                                           "function (t) { return t.textContent; })")])
    tally.equal("one script", 1, page.value("document.getElementsByTagName('script').length"))


def main():
    if not browser.found():
        print("skipped: no Chromium here")
        return corpus.SKIPPED
    tally = corpus.Tally()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        data = branching()
        (scratch / "g").write_bytes(data)
        (scratch / "g.svg").write_bytes(pictures.run(scratch / "g")[1])
        height = int(re.search(rb'height="(\d+)"', (scratch / "g.svg").read_bytes()).group(1))
        with browser.Browser(1200, height) as page:
            look(tally, page, scratch / "g.svg", flame.of_profile(list(model.decode(data)))[0])
            with tally.case("hostile names"):
                hostile(tally, page, scratch)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
