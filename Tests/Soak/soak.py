#!/usr/bin/env python3
"""Kills newsdigest again and again, and counts at the receiving end.

Three sources on loopback (newsapi.org, a feed with validators, KudaGo) get new items all the time. Every run is
killed with SIGKILL, at each step boundary (NEWSDIGEST_FAILPOINT, debug builds) and then at random moments, partly
with a second run on the same state, and partly while some of the destinations refuse. What a file, a command and a
mail server received is counted by this program, which knows nothing of the state. In the end every item must have
reached each of the three, and none may have come in two different digests; a whole digest may have come again, byte
for byte, under the same id, where a run was killed since it came before.

    Tests/Soak/soak.py --binary .build/debug/newsdigest --kills 200 [--seed 1] [--keep]
"""

import argparse
import collections
import email
import email.policy
import glob
import http.server
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

import sink

FAILPOINTS = {
    "locked": 1, "opened": 1, "reserved": 1, "gathered": 1, "remembered": 1, "rendered": 1, "pending": 1,
    "delivered": 3, "marked": 3, "allMarked": 1, "finished": 1, "pruned": 1, "shipped": 1, "copied": 1,
    "folded": 1,
}
MARK = re.compile(r"Item (\d{6})")


class World:
    """The items there are, by source."""

    def __init__(self, rng):
        self.rng = rng
        self.lock = threading.Lock()
        self.items = {"newsapi": [], "feed": [], "kudago": []}
        self.count = 0

    def grow(self, number):
        with self.lock:
            for _ in range(number):
                source = ("newsapi", "feed", "kudago")[self.count % 3]
                # Words that no other item has, so that none is taken for another telling of its story.
                words = " ".join("".join(self.rng.choices("bcdfgklmnprst", k=7)) for _ in range(6))
                text = " ".join("".join(self.rng.choices("abcdefghik", k=6)) for _ in range(self.rng.randint(5, 120)))
                self.items[source].append((self.count, f"Item {self.count:06d} {words}", text, time.time()))
                self.count += 1

    def newest(self, source, limit):
        with self.lock:
            return list(reversed(self.items[source][-limit:])), len(self.items[source])


class Sources(http.server.BaseHTTPRequestHandler):
    world = None
    rng = random.Random(7)
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        time.sleep(self.rng.random() * 0.02)
        if self.path.startswith("/v2/"):
            self.newsapi()
        elif self.path.startswith("/feed"):
            self.feed()
        elif self.path.startswith("/public-api/v1.4/events"):
            self.kudago()
        else:
            self.answer(404, b"{}", "application/json")

    def newsapi(self):
        query = dict(part.split("=", 1) for part in self.path.partition("?")[2].split("&") if "=" in part)
        page, size = int(query.get("page", 1)), int(query.get("pageSize", 20))
        items, total = self.world.newest("newsapi", 100)
        articles = [
            {"source": {"id": None, "name": "Wire"}, "author": None, "title": title, "description": text,
             "url": f"https://wire.example/{number}", "urlToImage": None, "publishedAt": stamp(made), "content": None}
            for number, title, text, made in items[(page - 1) * size:page * size]]
        body = {"status": "ok", "totalResults": min(total, 100), "articles": articles}
        self.answer(200, json.dumps(body).encode(), "application/json")

    def feed(self):
        items, total = self.world.newest("feed", 300)
        tag = f'"{total}"'
        if self.headers.get("If-None-Match") == tag:
            return self.answer(304, b"", "application/rss+xml", tag)
        entries = "".join(
            f"<item><title>{title}</title><link>https://paper.example/{number}</link><guid>paper-{number}</guid>"
            f"<pubDate>{email.utils.formatdate(made)}</pubDate><description>{text}</description></item>"
            for number, title, text, made in items)
        body = f'<rss version="2.0"><channel><title>Paper</title><link>https://paper.example/</link>{entries}</channel></rss>'
        self.answer(200, body.encode(), "application/rss+xml", tag)

    def kudago(self):
        items, total = self.world.newest("kudago", 100)
        query = dict(part.split("=", 1) for part in self.path.partition("?")[2].split("&") if "=" in part)
        page, size = int(query.get("page", 1)), int(query.get("page_size", 20))
        # A date of its own that never changes: an event that moves is rightly sent once more.
        results = [
            {"id": number, "publication_date": int(made), "dates": [{"start": int(made) + 86400, "end": int(made) + 90000}],
             "title": title, "slug": str(number), "place": {"title": f"Hall {number}", "address": f"Street {number}"},
             "description": f"<p>{text}</p>", "body_text": "", "location": {"slug": "msk"}, "categories": ["concert"],
             "price": "", "is_free": False, "images": [], "site_url": f"https://kudago.example/msk/event/{number}/",
             "age_restriction": 6}
            for number, title, text, made in items[(page - 1) * size:page * size]]
        more = page * size < len(items)
        link = f"http://{self.headers['Host']}/public-api/v1.4/events/?page={page + 1}&page_size={size}" if more else None
        body = {"count": len(items), "next": link, "previous": None, "results": results}
        self.answer(200, json.dumps(body).encode(), "application/json")

    def answer(self, status, body, kind, tag=None):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if tag:
            self.send_header("ETag", tag)
        self.end_headers()
        if status != 304:
            self.wfile.write(body)

    def log_message(self, *_):
        pass


class MailServer(sink.Mails):
    """Takes mails unless it refuses all, and takes its time to say so, where a sender is most easily caught between two
    states."""

    received = None
    refuses = False
    rng = random.Random(8)

    def rcpt(self, recipient):
        return "550 not now" if self.refuses else "250 ok"

    def mail(self, recipient, data):
        self.received("smtp", data)
        time.sleep(self.rng.random() * 0.03)
        return "250 taken"


class Ledger:
    """What each destination received."""

    def __init__(self):
        self.lock = threading.Lock()
        # destination -> digest id -> every version of its bytes, with the times at which it came
        self.digests = {
            kind: collections.defaultdict(lambda: collections.defaultdict(list)) for kind in ("file", "command", "smtp")}
        self.kills = []
        self.faults = []
        # How many runs were started; those that another was at work beside; the digest that each put in the file.
        self.runs = 0
        self.overlaps = set()
        self.shown = {}

    def receive(self, kind, data, when=None):
        with self.lock:
            try:
                identity = self.identity(kind, data)
            except (ValueError, KeyError) as error:
                self.faults.append(f"{kind} received something broken ({error}): {data[:80]!r}")
                return
            self.digests[kind][identity][data].append(when or time.time())
            # A reader looks between the runs, so one run that shows two digests hides the first.
            if kind == "file" and self.shown.setdefault(self.runs, identity) != identity:
                if self.runs not in self.overlaps:
                    self.faults.append(f"digest {identity} took the place of {self.shown[self.runs]} in one run")

    def count(self):
        with self.lock:
            return sum(len(digests) for digests in self.digests.values())

    @staticmethod
    def identity(kind, data):
        if kind != "smtp":
            return json.loads(data)["id"]
        return email.message_from_bytes(data, policy=email.policy.default)["Message-ID"].strip("<>").split("@")[0]

    @staticmethod
    def items(kind, data):
        if kind == "smtp":
            message = email.message_from_bytes(data, policy=email.policy.default)
            text = message.get_body(("plain",)).get_content()
        else:
            digest = json.loads(data)
            text = json.dumps([section["stories"] for section in digest["sections"]])
        return set(map(int, MARK.findall(text)))

    def check(self, count):
        """The faults, and for each destination how many digests and items came, were lost, came twice, were repeated."""
        faults = list(self.faults)
        counts = {}
        for kind, digests in self.digests.items():
            homes = collections.defaultdict(set)
            for identity, versions in digests.items():
                if len(versions) > 1:
                    faults.append(f"{kind}: digest {identity} came in {len(versions)} different versions")
                for data, times in versions.items():
                    for item in self.items(kind, data):
                        homes[item].add(identity)
                    times.sort()
                    for before, again in zip(times, times[1:]):
                        # What a killed run had handed over may be written down a moment later.
                        if not any(before - 1 <= kill <= again for kill in self.kills):
                            faults.append(f"{kind}: digest {identity} came again although no run was killed")
            lost = [item for item in range(count) if item not in homes]
            twice = {item: sorted(ids) for item, ids in homes.items() if len(ids) > 1}
            if lost:
                faults.append(f"{kind}: {len(lost)} items lost, such as {lost[:5]}")
            if twice:
                faults.append(f"{kind}: {len(twice)} items in two digests, such as {list(twice.items())[:3]}")
            counts[kind] = {
                "digests": len(digests), "items": len(homes), "lost": len(lost), "twice": len(twice),
                "repeats of the same digest": sum(sum(map(len, versions.values())) - 1 for versions in digests.values())}
        return faults, counts


class Soak:
    def __init__(self, options):
        self.options = options
        self.rng = random.Random(options.seed)
        self.world = World(self.rng)
        self.ledger = Ledger()
        self.exits = collections.Counter()
        self.kills = collections.Counter()
        self.folder = tempfile.mkdtemp(prefix="newsdigest-soak-")
        self.received = os.path.join(self.folder, "received")
        os.mkdir(self.received)
        self.state = os.path.join(self.folder, "state.sqlite")
        self.shelf = os.path.join(self.folder, "shelf")
        os.mkdir(self.shelf)
        self.output = os.path.join(self.shelf, "digest.json")
        self.shut = os.path.join(self.folder, "shut")
        self.refusing = set()
        Sources.world = self.world
        MailServer.received = self.ledger.receive
        self.web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Sources)
        self.web.daemon_threads = True
        self.web.handle_error = lambda *_: None
        self.mail = sink.Quiet(("127.0.0.1", 0), MailServer)
        for server in (self.web, self.mail):
            threading.Thread(target=server.serve_forever, daemon=True).start()
        self.configure()
        self.watching = True
        self.watcher = threading.Thread(target=self.watch, daemon=True)
        self.watcher.start()

    def configure(self):
        receiver = os.path.join(self.folder, "receive")
        with open(receiver, "w") as script:
            script.write(f"""#!/bin/sh
[ ! -e "{self.shut}" ] || exit 78
part=$(mktemp "{self.received}/.part.XXXXXX") && cat > "$part" && mv "$part" "{self.received}/digest.$$.$(date +%s%N)"
""")
        os.chmod(receiver, 0o755)
        web, mail = self.web.server_address[1], self.mail.server_address[1]
        self.config = os.path.join(self.folder, "config.toml")
        with open(self.config, "w") as file:
            file.write(f"""
title = "Soak"
timezone = "UTC"
[digest]
categories = ["technology", "events"]
max_items = 500
max_per_section = 500
max_bytes = 50_000_000
[newsapi]
key = "soak"
categories = ["technology"]
daily_requests = 100_000
base_url = "http://127.0.0.1:{web}/v2"
[[feeds]]
url = "http://127.0.0.1:{web}/feed"
name = "Paper"
category = "technology"
limit = 300
first_items = 300
[kudago]
location = "msk"
categories = ["concert"]
base_url = "http://127.0.0.1:{web}/public-api/v1.4"
[network]
host_gap = "0s"
[[deliver]]
to = "file"
path = "{self.output}"
format = "json"
[[deliver]]
to = "command"
command = ["{receiver}"]
format = "json"
[[deliver]]
to = "smtp"
host = "127.0.0.1"
port = {mail}
security = "none"
from = "digest@example.org"
recipients = ["reader@example.org"]
""")

    def watch(self):
        """The file shows one digest at a time, so it is looked at all the time."""
        last = None
        while self.watching:
            try:
                status = os.stat(self.output)
                stamp = (status.st_ino, status.st_mtime_ns)
                if stamp != last:
                    with open(self.output, "rb") as file:
                        self.ledger.receive("file", file.read())
                    last = stamp
            except FileNotFoundError:
                pass
            time.sleep(0.001)

    def start(self, failpoint=None, overlaps=False):
        with self.ledger.lock:
            self.ledger.runs += 1
            if overlaps:
                self.ledger.overlaps |= {self.ledger.runs - 1, self.ledger.runs}
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TZ": "UTC"}
        if failpoint:
            environment["NEWSDIGEST_FAILPOINT"] = failpoint
        return subprocess.Popen(
            [self.options.binary, "run", "--config", self.config, "--state", self.state],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def end(self, process, what):
        output, errors = process.communicate(timeout=120)
        code = process.returncode
        self.exits[code] += 1
        if code == -signal.SIGKILL:
            self.kills[what] += 1
            self.ledger.kills.append(time.time())
        elif code == 76 and self.refusing:
            pass
        elif code not in (0, 75):
            self.ledger.faults.append(f"{what}: exit {code}: {errors.decode(errors='replace').strip()}")
        elif code == 0 and errors:
            self.ledger.faults.append(f"{what}: said {errors.decode(errors='replace').strip()}")
        return code

    def check_state(self):
        """Both the state and its kept copy are sound at any moment."""
        for name in (self.state, self.state + ".kept"):
            if not os.path.exists(name):
                continue
            copy = os.path.join(self.folder, "copy.sqlite")
            for ending in ("", "-wal"):
                if os.path.exists(copy + ending):
                    os.remove(copy + ending)
                if os.path.exists(name + ending):
                    shutil.copy(name + ending, copy + ending)
            connection = sqlite3.connect(copy)
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.close()
            if verdict != "ok":
                self.ledger.faults.append(f"{os.path.basename(name)}: {verdict}")

    def refuse(self, kinds):
        """Has these destinations refuse from now on, and the others take what comes."""
        if ("file" in kinds) != ("file" in self.refusing):
            away = self.shelf + ".away"
            os.rename(*((self.shelf, away) if "file" in kinds else (away, self.shelf)))
        if "command" in kinds:
            open(self.shut, "w").close()
        elif os.path.exists(self.shut):
            os.remove(self.shut)
        MailServer.refuses = "smtp" in kinds
        self.refusing = set(kinds)

    def step(self):
        self.world.grow(self.rng.randint(1, 9))

    def at_failpoints(self):
        for point, times in FAILPOINTS.items():
            for number in range(1, times + 1):
                # The second round begins with what the first left behind. It may not come to the point: a file shows
                # one digest at a time, so what was pending goes out and the next waits.
                for attempt in range(2):
                    self.step()
                    name = f"{point}:{number}"
                    code = self.end(self.start(name), name)
                    if code != -signal.SIGKILL and attempt == 0:
                        self.ledger.faults.append(f"{name}: was not killed, exit {code}")
                    self.check_state()
                self.step()
                self.end(self.start(), "clean")

    def at_random(self, kills):
        length = 1.0
        while self.kills["random"] < kills:
            if self.rng.random() < 0.05 or length == 1.0:
                # How long a run takes changes with what else the machine does.
                started = time.time()
                self.step()
                self.refuse([])
                self.end(self.start(), "clean")
                length = time.time() - started
            self.step()
            if self.rng.random() < 0.3:
                self.refuse([kind for kind in self.ledger.digests if self.rng.random() < 0.25])
            process = self.start()
            other = None
            if self.rng.random() < 0.3:
                time.sleep(self.rng.random() * length)
                other = self.start(overlaps=True)
            time.sleep(self.rng.random() * length * 1.2)
            process.kill()
            self.end(process, "random")
            if other:
                if self.rng.random() < 0.5:
                    time.sleep(self.rng.random() * length)
                    other.kill()
                self.end(other, "overlap")
            if self.rng.random() < 0.1:
                self.check_state()

    def finish(self):
        self.refuse([])
        # The file shows one digest at a time, so each run brings the next of those that wait for it.
        came = None
        while came != (came := self.ledger.count()):
            for _ in range(2):
                self.end(self.start(), "clean")
        # A program that a killed run had started may still be at work.
        time.sleep(0.5)
        self.watching = False
        self.watcher.join()
        for path in glob.glob(self.received + "/digest.*"):
            with open(path, "rb") as file:
                self.ledger.receive("command", file.read(), os.stat(path).st_mtime)
        self.check_state()
        return self.ledger.check(self.world.count)

    def close(self):
        self.web.shutdown()
        self.mail.shutdown()
        if not self.options.keep:
            shutil.rmtree(self.folder)


def stamp(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, help="a debug build of newsdigest")
    parser.add_argument("--kills", type=int, default=200, help="how many at random moments")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="leave the folder for a look")
    soak = Soak(parser.parse_args())
    started = time.time()
    soak.at_failpoints()
    soak.at_random(soak.options.kills)
    faults, counts = soak.finish()
    killed = soak.kills
    print(f"{sum(killed.values())} kills in {time.time() - started:.0f} s; exits {dict(soak.exits)}")
    for point in FAILPOINTS:
        print(f"  {point:12} {sum(number for name, number in killed.items() if name.split(':')[0] == point):4}")
    print(f"  {'at random':12} {killed['random']:4}")
    print(f"  {'overlapping':12} {killed['overlap']:4}")
    print(f"{soak.world.count} items; what came:")
    for kind, numbers in counts.items():
        print(f"  {kind:8} " + ", ".join(f"{number} {name}" for name, number in numbers.items()))
    for fault in faults[:20]:
        print(f"FAULT {fault}")
    print("every item came to each destination in exactly one digest" if not faults else f"{len(faults)} faults")
    if soak.options.keep:
        print(soak.folder)
    soak.close()
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
