#!/usr/bin/env python3
"""What a digest costs for each of many readers: HTML and text mail of 24 stories, over SMTP on this machine.

The mail server is a loopback sink that only counts. Prints, for each kind and number of readers: seconds in all,
milliseconds of processor time for each reader beyond the first, the greatest memory, and bytes of state for each digest.
The kinds, one beside the other:

* alike: all readers have the same settings;
* mute: each has a pattern of their own that hits nothing, so all get the same stories;
* taste: three languages; half of the readers have interests that differ and hit, and some of these also have sections,
  languages of articles, or a pattern that hits nothing;
* liked: as taste, and that half of the readers also liked and disliked stories of the day before.

    bench/readers.py --kinds alike taste -- 2000
    bench/readers.py --binary .build/postgresql/release/newsdigest --server-repeat 5 150 300

With --server-repeat, it compares a state on a PostgreSQL server of its own with one in a file instead, each so many times
in turn: the first run, which also makes the tables, and the run of the next day. It prints the medians.
"""

import argparse
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Tests/Soak"))
from sink import Mails, Quiet


class Sink(Quiet):
    """A mail server that accepts everything and counts the mails."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Counter)
        self.mails = 0
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Counter(Mails):
    def mail(self, recipient, data):
        self.server.mails += 1
        return "250 taken"


WORDS = [w for w in open("README.md").read().split() if w.isalpha() and len(w) > 4]
SECTIONS = ["technology", "science", "business"]
KINDS = ("alike", "mute", "taste", "liked")


def feed(path, stories, first=0, day=21):
    chance = random.Random(1 + first)
    items = []
    for number in range(first, first + stories):
        text = " ".join(chance.choice(WORDS) for _ in range(60))
        title = f"{' '.join(chance.choice(WORDS) for _ in range(8))} {number * 7919 % 1000003}"
        items.append(
            f"<item><title>{title}</title><link>https://paper{number}.example/{number}</link><guid>{number}</guid>"
            f"<pubDate>{day} Nov 2026 06:00:00 GMT</pubDate><description>{text}</description></item>")
    with open(path, "w") as file:
        file.write(f"<rss version='2.0'><channel><title>Paper</title>{''.join(items)}</channel></rss>")


def settings(kind, number, chance):
    """What the line of a reader has beside the person."""
    if kind == "alike":
        return {}
    if kind == "mute":
        return {"interest": {"mute": [f"nowhere{number}"]}}
    settings = {"language": ["en", "ru", "tr"][number % 3]}
    if number % 2:
        settings["interest"] = {"boost": chance.sample(WORDS, 3)}
        if number % 8 == 1:
            settings["digest"] = {"categories": SECTIONS[:2]}
        if number % 8 == 3:
            settings["interest"]["mute"] = [f"nowhere{number}"]
        if number % 8 == 5:
            settings["interest"]["languages"] = ["en", "ru"]
    return settings


def configure(folder, kind, count, stories, sink):
    """Writes feeds, a list of readers, and a configuration that sends each of them a mail."""
    chance = random.Random(2)
    # Readers alike have one feed, as in earlier measurements.
    sections = SECTIONS[:1] if kind == "alike" else SECTIONS
    for number, section in enumerate(sections):
        feed(f"{folder}/{section}.xml", stories, first=number * stories)
    with open(f"{folder}/readers.jsonl", "w") as file:
        for number in range(count):
            reader = {"id": f"r{number}", "name": f"Reader {number}", "email": f"r{number}@example.org"}
            file.write(json.dumps(reader | settings(kind, number, chance)) + "\n")
    feeds = "".join(f"""
[[feeds]]
url = "file://{folder}/{section}.xml"
name = "Paper of {section}"
category = "{section}"
limit = 24
first_items = 24
""" for section in sections)
    with open(f"{folder}/config.toml", "w") as file:
        file.write(f"""
timezone = "UTC"
[digest]
max_items = 24
max_per_section = 24
{feeds}
[readers]
file = "readers.jsonl"
[[deliver]]
to = "smtp"
host = "127.0.0.1"
port = {sink.port}
security = "none"
from = "digest@example.org"
list_unsubscribe = "https://example.org/u?r={{{{recipient}}}}&t={{{{token}}}}"
unsubscribe_secret = "a secret for the bench"
""")


def run(binary, folder, state, sink, count, day=21):
    """Wall seconds and the resources of a run that sends each reader a mail."""
    sink.mails = 0
    start = time.time()
    run = subprocess.Popen([
        binary, "run", "--all-profiles", "--config", f"{folder}/config.toml", "--state", state, "--now",
        f"2026-11-{day}T08:00:00Z"])
    _, status, usage = os.wait4(run.pid, 0)
    wall = time.time() - start
    assert status == 0, f"ended with {status}"
    assert sink.mails == count, f"{sink.mails} mails"
    return wall, usage


def like(state):
    """Gives half of the readers opinions on stories that they were sent: as many likes as dislikes."""
    db = sqlite3.connect(state)
    db.execute("""INSERT INTO opinion (profile, item, isLiked, time)
        SELECT sent.profile, sent.item, sent.item % 2, digest.created + 3600 FROM sent JOIN digest ON digest.number = sent.digest
        WHERE sent.profile % 2 = 0 AND (sent.item * 31 + sent.profile * 17) % 5 = 0""")
    db.commit()
    db.close()


def measure(binary, kind, count, stories):
    sink = Sink()
    with tempfile.TemporaryDirectory() as folder:
        configure(folder, kind, count, stories, sink)
        state = f"{folder}/state.sqlite"
        day = 21
        if kind == "liked":
            run(binary, folder, state, sink, count)
            like(state)
            day = 22
            for number, section in enumerate(SECTIONS):
                feed(f"{folder}/{section}.xml", stories, first=(number + len(SECTIONS)) * stories, day=day)
        before = os.path.getsize(state) if os.path.exists(state) else 0
        wall, usage = run(binary, folder, state, sink, count, day)
        return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.path.getsize(state) - before


def measure_days(binary, count, stories, server):
    """Wall seconds of the first run and of the one of the next day, on a server or, if it is None, in a file."""
    sink = Sink()
    with tempfile.TemporaryDirectory() as folder:
        configure(folder, "alike", count, stories, sink)
        state = server.address if server else f"{folder}/state.sqlite"
        first, _ = run(binary, folder, state, sink, count)
        feed(f"{folder}/{SECTIONS[0]}.xml", stories, first=stories, day=22)
        return first, run(binary, folder, state, sink, count, day=22)[0]


def compare(binary, counts, stories, repeat):
    """Runs with the state in a file and on a server in turn."""
    import machines
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        server = machines.Server(f"{folder}/server")
        try:
            print(f"{'readers':>8} {'run':>6} {'file, s':>8} {'server, s':>10} {'times':>6} {'least':>6} {'most':>6}")
            for count in counts:
                days = ([], [])
                for number in range(repeat):
                    for place in ((0, 1), (1, 0))[number % 2]:
                        server.execute("DROP SCHEMA IF EXISTS soak CASCADE")
                        server.execute("CHECKPOINT")
                        days[place].append(measure_days(binary, count, stories, server if place else None))
                for name, file, other in zip(("first", "next"), zip(*days[0]), zip(*days[1])):
                    a, b, ratios = statistics.median(file), statistics.median(other), [y / x for x, y in zip(file, other)]
                    print(f"{count:>8} {name:>6} {a:>8.2f} {b:>10.2f} {b / a:>6.2f} {min(ratios):>6.2f} {max(ratios):>6.2f}",
                          flush=True)
        finally:
            server.stop()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binary", default=".build/release/newsdigest")
    arguments.add_argument("--stories", type=int, default=24)
    arguments.add_argument("--server-repeat", type=int, metavar="TIMES", help="compare with a PostgreSQL server")
    arguments.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    arguments.add_argument("counts", nargs="*", type=int, default=[100, 1000, 10000])
    options = arguments.parse_args()
    if options.server_repeat:
        return compare(options.binary, options.counts, options.stories, options.server_repeat)
    print(f"{'kind':>6} {'readers':>8} {'seconds':>8} {'ms of CPU each':>15} {'MB':>6} {'bytes of state each':>20}")
    least = {kind: measure(options.binary, kind, 1, options.stories) for kind in options.kinds}
    for count in options.counts:
        for kind in options.kinds:
            wall, cpu, memory, size = measure(options.binary, kind, count, options.stories)
            each = 1000 * (cpu - least[kind][1]) / max(1, count - 1)
            bytes_each = (size - least[kind][3]) / max(1, count - 1)
            print(f"{kind:>6} {count:>8} {wall:>8.1f} {each:>15.2f} {memory:>6.0f} {bytes_each:>20.0f}", flush=True)


if __name__ == "__main__":
    main()
