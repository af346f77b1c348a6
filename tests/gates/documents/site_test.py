#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""site_test.py SITE: the documentation site, served and looked at in a browser.

Every link of every page answers, with the heading that it names.  On every page the browser's console is empty and
nothing is wider than a telephone of 320 px.  Pages are dark where the reader's system is.  The search finds a routine.
SITE/screens gets pictures of the landing page.
"""
import functools
import html.parser
import http.server
import os
import sys
import threading
import time
import urllib.parse

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

SITE = sys.argv[1]
HTML = os.path.join(SITE, "html")
WIDE, NARROW = 1280, 320
failures = []


class Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src", "data") and tag != "base":
                self.links.append(value)
            elif name in ("id", "name"):
                self.anchors.add(value)


def check_links():
    """From the landing page on; returns the pages."""
    pages, waiting = {}, ["index.html"]
    while waiting:
        page = waiting.pop()
        pages[page] = Page(os.path.join(HTML, page))
        for link in pages[page].links:
            target = urllib.parse.urlparse(link)
            path = os.path.normpath(os.path.join(os.path.dirname(page), urllib.parse.unquote(target.path)))
            if target.scheme or not target.path:
                continue
            if not os.path.isfile(os.path.join(HTML, path)):
                failures.append(f"{page}: the link {link} leads nowhere")
            elif path.endswith(".html") and path not in pages and path not in waiting:
                waiting.append(path)
    for page, content in pages.items():
        for link in content.links:
            target = urllib.parse.urlparse(link)
            path = os.path.normpath(os.path.join(os.path.dirname(page), target.path)) if target.path else page
            if not target.scheme and target.fragment and path in pages \
                    and urllib.parse.unquote(target.fragment) not in pages[path].anchors:
                failures.append(f"{page}: the link {link} names no heading")
    return sorted(pages)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        if len(args) > 1 and str(args[1]).startswith(("4", "5")):
            failures.append(f"the browser asked for {args[0]}: {args[1]}")


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=HTML))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def open_browser():
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def show(browser, width, scheme):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width == NARROW})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme}]})


def brightness(browser, of):
    colour = browser.execute_script(f"return getComputedStyle(document.body).{of}")
    return sum(int(part) for part in colour.strip("rgb() ").split(",")[:3]) / 3


def check_page(browser, address, page):
    browser.get(address + page)
    for entry in browser.get_log("browser"):
        failures.append(f"{page}: the console says {entry['message']}")
    width = browser.execute_script("return document.documentElement.scrollWidth")
    if width > NARROW:
        failures.append(f"{page}: {width} px wide on a screen of {NARROW} px")


def check_colours(browser, address):
    for scheme, width in (("light", WIDE), ("dark", WIDE), ("light", NARROW), ("dark", NARROW)):
        show(browser, width, scheme)
        browser.get(address + "index.html")
        page, text = brightness(browser, "backgroundColor"), brightness(browser, "color")
        if (page > 200 > 100 > text) != (scheme == "light") or abs(page - text) < 120:
            failures.append(f"{scheme}, {width} px: text of brightness {text} on {page}")
        picture = os.path.join(SITE, "screens", f"{scheme}-{width}.png")
        browser.save_screenshot(picture)
        if os.path.getsize(picture) < 10000:
            failures.append(f"{picture} shows nothing")


def check_search(browser, address, words, page):
    browser.get(address + "search.html?q=" + words)
    end = time.monotonic() + 30
    found = []
    while time.monotonic() < end and not any(page in link for link in found):
        time.sleep(0.1)
        found = browser.execute_script("return [...document.querySelectorAll('#search-results a')].map(a => a.href)")
    if not any(page in link for link in found):
        failures.append(f"the search for {words} finds {found[:5]}, not {page}")


def main():
    pages = check_links()
    os.makedirs(os.path.join(SITE, "screens"), exist_ok=True)
    address = serve()
    browser = open_browser()
    try:
        check_colours(browser, address)
        show(browser, NARROW, "light")
        for page in pages:
            check_page(browser, address, page)
        check_search(browser, address, "ishmem_int_put_signal", "ishmem_put_signal.html")
        check_search(browser, address, "ISHMEM_SYMMETRIC_SIZE", "environment.html")
    finally:
        browser.quit()
    for failure in sorted(set(failures)):
        print(failure)
    print(f"{len(pages)} pages, {len(set(failures))} wrong; pictures in {SITE}/screens")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
