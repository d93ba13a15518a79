#!/usr/bin/env python3
"""Builds sites (`to = "site"`) with the real program, and looks at them from file:// with a real Chromium.

    python3 -m venv .build/site && .build/site/bin/pip install playwright axe-playwright-python
    .build/site/bin/python scripts/site_check.py [--days 324 --stories 43] [--pictures FOLDER]

It needs Debian's `chromium` and these two packages, and no network. It checks axe-core's rules in light and dark, the
width of 320 px, the keyboard, the pages without script, the search, all links and ids, and that no request leaves
file://. It prints what the first query costs. Status 0: all is well; 1: faults, one a line; 2: the tools are missing.
"""
import argparse
import datetime
import html
import http.server
import itertools
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The demo's recorded answers are of this day. The other digests are of the days before it.
LAST = datetime.date(2026, 11, 21)
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
# Each day's stories that a search must find. A story of the next day continues the first one.
KNOWN = [
    ("Ferry Elsom Queen runs aground at Gullport harbour", "The ferry Elsom Queen lies at Gullport harbour. Naïve cafés."),
    ("Ferry Elsom Queen towed from Gullport harbour after running aground", "The ferry Elsom Queen left Gullport."),
    ("Ёлка загорелась на площади в Зареченске", "Пожарные потушили ёлку за час, никто не пострадал."),
    ("Işıklar İlçesinde tramvay seferleri başladı", "İstanbul yolunda yeni hat açıldı."),
    (f"{LONG} wählt neuen Vorstand", "https://very-long.example/" + "a" * 120),
    ("東京の桜が満開になった", "花見の客が公園に集まった。"),
]
# Queries, and the word that the title of their first result has; none must be found for "".
QUERIES = [
    ("ferry", "Ferry"), ("GULLPORT towed", "towed"), ("cafes", "Ferry"), ("елка", "Ёлка"), ("ЁЛКА зареченск", "Ёлка"),
    ("isiklar", "Işıklar"), ("IŞIKLAR", "Işıklar"), ("istanbul", "Işıklar"), ("İSTANBUL", "Işıklar"), ("東京", "東京"),
    ("donaudampf", LONG), ("nosuchwordhere", ""),
]
TIDE = "A gauge at the pier measured the tide of the day, and the harbour master wrote it into her book."
ARTICLE = f"""<html lang="en"><head><title>How the tide was measured</title></head><body><article>
<h1>How the tide was measured</h1>
{"".join(f"<p>{TIDE} It was {n} m high.</p>" for n in range(6))}
<table><tr><th>Pier</th>{"".join(f"<th>Departure {n}</th>" for n in range(12))}</tr>
<tr><td>North</td>{"<td>10:00</td>" * 12}</tr></table><pre>{"tide " * 60}</pre><p>{LONG}</p></article></body></html>"""


def missing(what):
    print(f"site_check: {what}", file=sys.stderr)
    sys.exit(2)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=ROOT / ".build/debug/newsdigest", type=pathlib.Path)
    parser.add_argument("--days", default=8, type=int, help="the digests of the English site")
    parser.add_argument("--stories", default=12, type=int, help="the stories of each of them")
    parser.add_argument("--pictures", type=pathlib.Path, help="write pictures of the pages into this folder")
    return parser.parse_args()


# MARK: sites


class Words:
    """Sentences of made-up words that are as frequent as those of a language (Zipf's law)."""

    def __init__(self):
        self.random = random.Random(1)
        parts = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
        words = {"".join(self.random.choices(parts, k=self.random.randint(1, 4))) for _ in range(30_000)}
        self.words = sorted(words)
        self.random.shuffle(self.words)
        self.weights = list(itertools.accumulate(1 / (n + 3) for n in range(len(self.words))))

    def sentence(self, count):
        return " ".join(self.random.choices(self.words, cum_weights=self.weights, k=count)).capitalize()


def rss(day, stories):
    """stories: titles and summaries."""
    items = "".join(
        f"<item><title>{html.escape(title)}</title><link>https://news.example/{day}/{number}</link>"
        f"<pubDate>{day:%a, %d %b %Y} 06:00:00 GMT</pubDate><description>{html.escape(text)}</description></item>"
        for number, (title, text) in enumerate(stories))
    return f'<rss version="2.0"><channel><title>News</title><link>https://news.example/</link>{items}</channel></rss>'


def build(folder, binary, language, days, stories):
    """Makes a site in `folder`/public: digests of the days before `LAST`, and the demo's digest."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            found = self.path.startswith("/article")
            is_feed = self.path == "/article.xml"
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "application/rss+xml" if is_feed else "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write((folder / "article.xml").read_bytes() if is_feed else ARTICLE.encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    article = f"http://127.0.0.1:{server.server_port}/article"
    deliver = f'\n[[deliver]]\nto = "site"\npath = "{folder}/public"\n'
    demo = (ROOT / "demo/config.toml").read_text().replace('language = "en"', f'language = "{language}"', 1)
    (folder / "demo.toml").write_text(demo + deliver)
    (folder / "own.toml").write_text(
        f'language = "{language}"\ntimezone = "Europe/Moscow"\nsources = ["feeds", "calendars"]\n'
        f'[digest]\nmax_items = 1000\nmax_per_section = 1000\nmax_bytes = 10000000\n[network]\nhost_gap = "0s"\n'
        + "".join(
            f'[[feeds]]\nurl = "file://{folder}/{name}.xml"\nname = "{title}"\ncategory = "{section}"\nlimit = 1000\n'
            f'first_items = 1000\n{more}\n'
            for name, title, section, more in [
                ("own", "Harbour & Sea Gazette", "technology", "group = false"), ("known", "Пресса", "general", ""),
                ("article", "Whole Articles", "Long reads", "full_text = true")]).replace(
            f"file://{folder}/article.xml", f"{article}.xml")
        + f'[[calendars]]\nurl = "file://{folder}/events.ics"\nname = "Town hall"\ndays = 3\n' + deliver)
    starts = "".join(
        f"BEGIN:VEVENT\r\nUID:{n}@town.example\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Concert {n} in the town hall\r\n"
        f"DTSTART:{LAST - datetime.timedelta(n):%Y%m%d}T170000Z\r\nLOCATION:Town hall\\, Main street\r\n"
        f"URL:https://town.example/{n}\r\nEND:VEVENT\r\n" for n in range(min(days, 30)))
    (folder / "events.ics").write_text(
        f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//town//EN\r\n{starts}END:VCALENDAR\r\n", newline="")

    def run(config, *more):
        command = [binary, "--config", folder / config, "--state", folder / "state.sqlite", "--quiet", *more]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            missing(f"{' '.join(map(str, command))} failed:\n{done.stderr}")

    words = Words()
    for back in range(days - 1, 0, -1):
        day = LAST - datetime.timedelta(back)
        own = [(words.sentence(9), words.sentence(30) + ".") for _ in range(stories)]
        # The long title comes with the last of them, so that the lists of the last days have it.
        known = {days - 1: KNOWN[:1], days - 2: KNOWN[1:]}.get(back, [])
        (folder / "own.xml").write_text(rss(day, own))
        (folder / "known.xml").write_text(rss(day, known))
        story = rss(day, [(f"How the tide was measured {back} times", TIDE)] if back < 4 else [])
        (folder / "article.xml").write_text(re.sub(r"https://news.example/[^<]+", f"{article}/{back}", story))
        run("own.toml", "--now", f"{day}T08:00:00Z")
    run("demo.toml", "--replay", ROOT / "demo/recording")
    server.shutdown()
    return folder / "public"


# MARK: checks


class Check:
    def __init__(self, browser, axe, site):
        self.browser, self.axe, self.site, self.faults = browser, axe, site, []

    def fault(self, page, text):
        name = urllib.parse.unquote(str(page)).replace(self.site.as_uri() + "/", "")
        self.faults.append(f"{self.site.parent.name} {name}: {text}")

    def url(self, name):
        return f"{self.site.as_uri()}/{name}"

    def kinds(self):
        """A page of each kind, and digests at both ends and in the middle."""
        digests = re.findall(r'digests/[^"]+html', (self.site / "index.html").read_text())
        digests = list(dict.fromkeys(re.sub("#.*", "", name) for name in digests))
        of = {name: sorted(self.site.glob(f"{name}/**/*.html")) for name in ("days", "weeks", "sections", "sources")}
        lists = [of[name][place].relative_to(self.site) for name in of for place in (0, len(of[name]) // 2, -1)]
        return list(dict.fromkeys(["index.html", *digests[:4], digests[-1], *map(str, lists), "index.html?q=ferry"]))

    def open(self, name, **context):
        """A page in a context of its own, whose requests and errors are faults."""
        page = self.browser.new_context(**context).new_page()
        page.bytes = {}

        def asked(request):
            url = request.url
            if url.startswith("file://"):
                file = pathlib.Path(urllib.parse.unquote(urllib.parse.urlsplit(url).path))
                page.bytes[url] = file.stat().st_size if file.is_file() else 0
            # Only the pictures of stories may come from elsewhere. Without a network, they are missing.
            elif not url.startswith("data:") and request.resource_type != "image":
                self.fault(name, f"asks for {url}")

        page.on("request", asked)
        page.on("console", lambda line: line.type in ("error", "warning")
                and not line.location["url"].startswith("https:") and self.fault(name, line.text))
        page.on("pageerror", lambda error: self.fault(name, str(error)))
        page.goto(self.url(name))
        if "?q=" in name and context.get("java_script_enabled", True):
            page.wait_for_selector("#results:not([hidden])", state="attached")
        return page

    def links(self):
        """Every relative link leads to a file, and every fragment to an id; no page has an id twice."""
        pages = {path: path.read_text() for path in self.site.glob("**/*.html")}
        ids = {path: re.findall(r'\bid="([^"]*)"', text) for path, text in pages.items()}
        for path, text in pages.items():
            if len(set(ids[path])) < len(ids[path]):
                self.fault(path.relative_to(self.site), "has an id twice")
            for link in set(map(html.unescape, re.findall(r'\b(?:href|src|action)="([^"]*)"', text))):
                url = urllib.parse.urlsplit(link)
                if url.scheme or url.netloc:
                    continue
                target = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
                if not target.is_file() or (url.fragment and url.fragment not in ids.get(target, [])):
                    self.fault(path.relative_to(self.site), f"the link {link} leads nowhere")

    def axe_and_width(self, name):
        for scheme, width in (("light", 1280), ("dark", 320)):
            page = self.open(name, color_scheme=scheme, viewport={"width": width, "height": 800})
            # Chromium's own protocol, since the policy of the pages allows no other script.
            tools = page.context.new_cdp_session(page)
            tools.send("Runtime.evaluate", {"expression": self.axe})
            answer = tools.send("Runtime.evaluate", {
                "expression": "axe.run({preload: false}).then((r) => r.violations)", "awaitPromise": True, "returnByValue": True})
            for rule in answer["result"]["value"]:
                where = "; ".join(f"{node['html'][:120]} {node['any'][0]['message'] if node['any'] else ''}"
                                  for node in rule["nodes"][:2])
                self.fault(name, f"{scheme}, {width} px: {rule['id']}: {rule['help']}: {where}")
            wide = tools.send("Runtime.evaluate", {"expression": "document.documentElement.scrollWidth"})
            if wide["result"]["value"] > width:
                self.fault(name, f"is {wide['result']['value']} px wide at {width} px")
            page.context.close()

    def keyboard(self, name):
        """Tab reaches the name, the search and each link in the order of the page, and shows where it is."""
        page = self.open(name)
        tools = page.context.new_cdp_session(page)
        look = ("(() => { const a = document.activeElement, s = getComputedStyle(a), b = a.getBoundingClientRect();"
                "return [a.tagName, a.getAttribute('href') ?? a.name, s.outlineStyle != 'none' && s.outlineWidth != '0px',"
                "b.width > 0 && b.top < innerHeight && b.bottom > 0]; })()")
        value = lambda text: tools.send("Runtime.evaluate", {"expression": text, "returnByValue": True})["result"]["value"]
        wanted = value("[...document.querySelectorAll('a[href], input')].map((e) => e.getAttribute('href') ?? e.name)")
        reached = []
        for _ in wanted:
            page.keyboard.press("Tab")
            tag, target, outlined, seen = value(look)
            reached.append(target)
            if not outlined or not seen:
                self.fault(name, f"the focus on {tag} {target} is not visible")
        if reached != wanted:
            self.fault(name, f"Tab reaches {reached[:5]}…, and not {wanted[:5]}…")
        page.goto(self.url(name))
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.type("ferry elsom")
        page.keyboard.press("Enter")
        try:
            page.wait_for_selector("#results li", timeout=5000)
        except Exception:
            self.fault(name, f"Enter in the search shows no results: {page.url}")
        page.context.close()

    def without_script(self, name):
        page = self.open(name, java_script_enabled=False)
        text = page.inner_text("main")
        if len(text) < 80:
            self.fault(name, "cannot be read without script")
        if page.locator("form:visible").count():
            self.fault(name, "shows a search that does not work without script")
        if name.startswith("index.html") and "JavaScript" not in text:
            self.fault(name, "does not say that the search needs JavaScript")
        page.context.close()

    def search(self):
        for query, wanted in QUERIES:
            name = f"index.html?q={urllib.parse.quote(query)}"
            page = self.open(name)
            titles, status = page.locator("#results li a").all_inner_texts(), page.inner_text("#status")
            if (wanted not in titles[0] if titles else wanted) or (titles and not wanted) or (not titles and not status):
                self.fault(name, f"finds {titles[:3]}, and says '{status}'")
            if titles:
                page.click("#results li a")
                if not page.locator(":target").count():
                    self.fault(name, "the first result leads to no story")
            page.context.close()

    def costs(self):
        words = Words().words
        for query in ["ferry", words[0], words[200], words[5000], f"{words[3]} {words[7]}", words[1][:2], "nosuchwordhere"]:
            start = time.monotonic()
            page = self.open(f"index.html?q={query}")
            seconds, size = time.monotonic() - start, sum(page.bytes.values())
            print(f"query {query!r}: {len(page.bytes)} files, {size:,} bytes, {seconds:.2f} s with a new context,"
                  f" {page.locator('#results li').count()} results")
            if size > 300_000:
                self.fault(f"index.html?q={query}", f"loads {size:,} bytes")
            page.context.close()

    def pictures(self, folder):
        for number, name in enumerate(self.kinds()):
            for scheme, width in (("light", 1280), ("light", 320), ("dark", 1280)):
                page = self.open(name, color_scheme=scheme, viewport={"width": width, "height": 900})
                kind = re.split(r"[/.]", name)[0] + ("-search" if "?" in name else "")
                page.screenshot(path=folder / f"{self.site.parent.name}-{number}-{kind}-{scheme}-{width}.png")
                page.context.close()


def main():
    options = arguments()
    try:
        import axe_playwright_python
        import playwright.sync_api
    except ImportError as error:
        missing(f"{error}; install playwright and axe-playwright-python with pip")
    chromium = shutil.which("chromium")
    if not chromium:
        missing("there is no chromium; install Debian's package")
    if not options.binary.is_file():
        missing(f"there is no {options.binary}; run `make build`, or use --binary")
    axe = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
    faults = []
    with tempfile.TemporaryDirectory() as work, playwright.sync_api.sync_playwright() as player:
        browser = player.chromium.launch(executable_path=chromium, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        for language, days, stories in (("en", options.days, options.stories), ("ru", 5, 8)):
            folder = pathlib.Path(work) / language
            folder.mkdir()
            start = time.monotonic()
            site = build(folder, options.binary, language, days, stories)
            files = [path for path in site.glob("**/*") if path.is_file()]
            print(f"site {language}: {days} digests in {time.monotonic() - start:.0f} s, {len(files)} files, "
                  f"{sum(path.stat().st_size for path in files):,} bytes", flush=True)
            check = Check(browser, axe, site)
            check.links()
            for name in check.kinds():
                check.axe_and_width(name)
                check.without_script(name)
            check.keyboard("index.html")
            check.keyboard(check.kinds()[1])
            check.search()
            check.costs()
            if options.pictures:
                options.pictures.mkdir(parents=True, exist_ok=True)
                check.pictures(options.pictures)
            faults += check.faults
        browser.close()
    print(*dict.fromkeys(faults), f"{len(set(faults))} faults", sep="\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
