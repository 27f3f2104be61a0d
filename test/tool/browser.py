# SPDX-License-Identifier: MIT
"""A headless Chromium, spoken to through two pipes; and PNG, as it writes it, to pixels. Plain Python."""

import base64
import json
import os
import pathlib
import select
import shutil
import struct
import subprocess
import tempfile
import time
import zlib


def found():
    return next(filter(None, map(shutil.which, ("chromium", "chromium-headless-shell", "chromium-browser"))), None)


class Browser:
    def __init__(self, width, height):
        self.scratch = tempfile.TemporaryDirectory()
        to_browser, self.to = os.pipe()
        self.back, from_browser = os.pipe()
        # Chromium reads from descriptor 3 and writes to 4: the shell puts them there.
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", 'exec "$0" "$@" 3<&%d 4>&%d' % (to_browser, from_browser), found(), "--headless", "--no-sandbox",
             "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe", "--force-device-scale-factor=1", "--disable-lcd-text",
             "--no-first-run", "--user-data-dir=" + self.scratch.name, "about:blank"],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.scratch.name})
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.rest, self.session = 0, b"", None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.to)
        os.close(self.back)
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.scratch.name, ignore_errors=True)
        self.scratch.cleanup()

    def message(self, seconds=60):
        while b"\0" not in self.rest:
            if not select.select([self.back], [], [], seconds)[0]:
                raise TimeoutError("the browser says nothing")
            part = os.read(self.back, 1 << 20)
            if not part:
                raise EOFError("the browser has ended")
            self.rest += part
        line, _, self.rest = self.rest.partition(b"\0")
        return json.loads(line)

    def send(self, method, **params):
        self.number += 1
        body = {"id": self.number, "method": method, "params": params, **({"sessionId": self.session} if self.session else {})}
        data = json.dumps(body).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        return self.number

    def call(self, method, **params):
        number = self.send(method, **params)
        while True:
            m = self.message()
            if m.get("method") == "Page.javascriptDialogOpening":
                raise AssertionError("a dialog: %s" % m["params"])
            if m.get("id") == number:
                if "error" in m:
                    raise AssertionError("%s: %s" % (method, m["error"]))
                return m["result"]

    def open(self, path, fragment="", scripts=True):
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri() + fragment)
        end = time.monotonic() + 60
        while self.value("document.readyState + ' ' + location.protocol") != "complete file:":
            if time.monotonic() > end:
                raise TimeoutError("the page does not load")
            time.sleep(0.05)

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise AssertionError("%s: %s" % (expression, result["exceptionDetails"]))
        return result["result"].get("value")

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key)

    def answer(self, action, text):
        """Does what opens a prompt, and answers it."""
        action()
        while self.message().get("method") != "Page.javascriptDialogOpening":
            pass
        self.call("Page.handleJavaScriptDialog", accept=True, promptText=text)

    def screenshot(self):
        return png(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


def png(data):
    """Rows of (red, green, blue)."""
    at, packed, width, channels = 8, b"", 0, 0
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        at += 12 + size
        if kind == b"IHDR":
            width, _, depth, colour, *_ = struct.unpack(">IIBBBBB", body)
            channels = {2: 3, 6: 4}[colour]
            if depth != 8:
                raise ValueError("not 8 bits")
        elif kind == b"IDAT":
            packed += body
    plain, stride, rows = zlib.decompress(packed), width * channels, []
    before = bytearray(stride)
    for start in range(0, len(plain), stride + 1):
        line = unfiltered(plain[start], bytearray(plain[start + 1 : start + 1 + stride]), before, channels)
        rows.append([tuple(line[i : i + 3]) for i in range(0, stride, channels)])
        before = line
    return rows


def unfiltered(kind, line, before, n):
    for i in range(len(line)):
        a, b, c = line[i - n] if i >= n else 0, before[i], before[i - n] if i >= n else 0
        if kind == 1:
            line[i] = line[i] + a & 255
        elif kind == 2:
            line[i] = line[i] + b & 255
        elif kind == 3:
            line[i] = line[i] + (a + b) // 2 & 255
        elif kind == 4:
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[i] = line[i] + nearest & 255
    return line
