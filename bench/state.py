#!/usr/bin/env python3
"""What a long history costs: the same run on the same recorded sources, with no history and with a long one.

    swift build -c release --product newsdigest && swift build -c release --product StateGenerator
    bench/state.py --bin .build/release [--items 1000000] [--digests 10000] [--folder DIR]

Prints user time and wall time of a run that sends a digest and of one that finds nothing new, each the median of
several, the time of searches in the history, and the bytes of an item in the file.
"""

import argparse
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time
import zlib

# As many items are made one by one.
BASE = 20_000
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOW = "2026-11-21T08:00:00Z"


def measure(arguments):
    """Wall seconds, processor seconds (user and system) and output of a command that must succeed."""
    with tempfile.TemporaryFile() as output:
        started = time.perf_counter()
        process = subprocess.Popen(arguments, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"{arguments} ended with {process.returncode}")
        output.seek(0)
        return wall, usage.ru_utime + usage.ru_stime, usage.ru_utime, output.read()


def copy(source, target):
    """With the kept copy and all times, as they stand between two runs."""
    for ending in ("", ".kept", ".lock", "-wal", "-shm"):
        if os.path.exists(target + ending):
            os.remove(target + ending)
        if source and os.path.exists(source + ending):
            shutil.copy2(source + ending, target + ending)


def multiply(path, copies):
    """Adds copies of all there is, each before the last in time, under ids and hashes of their own."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000;")
    connection.create_function("other", 2, lambda number, copy: (number ^ (copy * 0x5851F42D4C957F2D)) % (1 << 63))
    connection.create_function("folded", 2, folded)
    items, digests, runs = (
        connection.execute(f"SELECT max(number) FROM {table}").fetchone()[0] for table in ("item", "digest", "run"))
    first, last = connection.execute("SELECT min(created), max(created) + 28800 FROM digest").fetchone()
    # The numbers of runs grow with time.
    above = (copies - 1) * runs
    connection.executescript(
        f"UPDATE run SET number = number + {above}; UPDATE decision SET run = run + {above};")
    for n in range(1, copies):
        i, d, r, t = n * items, n * digests, n * runs, n * (last - first)
        connection.executescript(f"""
            BEGIN;
            INSERT INTO item SELECT number + {i}, id || '{n}', source, other(link, {n}), title || ' {n}', url || '{n}',
                category, publisher, position, firstSeen - {t}, lastSeen - {t}, version, isPast, isCurrent, content
                FROM item WHERE number <= {items};
            INSERT INTO words (rowid, text) SELECT number + {i}, folded(title, content) || ' {n}' FROM item
                WHERE number <= {items};
            INSERT OR IGNORE INTO identity SELECT other(hash, {n}), item + {i} FROM identity WHERE item <= {items}
                ORDER BY 1;
            INSERT INTO digest SELECT number + {d}, id || '-{n}', profile, title, created - {t}, status, finished - {t},
                isSent, leftOver, content FROM digest WHERE number <= {digests};
            INSERT INTO entry SELECT digest + {d}, place, item + {i}, lead, category, isSameArticle FROM entry
                WHERE digest <= {digests};
            INSERT INTO rendering SELECT number + {d}, digest + {d}, bytes FROM rendering WHERE digest <= {digests};
            INSERT INTO delivery SELECT digest + {d}, destination, place, rendering + {d}, format, finished - {t}, tries,
                reason, parts FROM delivery WHERE digest <= {digests};
            INSERT INTO sent SELECT profile, item + {i}, digest + {d} FROM sent WHERE item <= {items};
            INSERT OR IGNORE INTO storyKey SELECT other(key, {n}), profile, digest + {d}, place FROM storyKey
                WHERE digest <= {digests} ORDER BY 1;
            INSERT INTO run SELECT number - {r}, started - {t}, ended - {t}, summary FROM run WHERE number > {above};
            INSERT INTO decision SELECT run - {r}, profile, log FROM decision WHERE run > {above};
            COMMIT;
            """)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def folded(title, content):
    """Near enough to what the program stores of an item's words."""
    summary = json.loads(zlib.decompress(content[4:])).get("s", "")
    return (title + " " + summary[:300]).lower().replace("ё", "е")


class Bench:
    def __init__(self, options):
        self.options = options
        self.newsdigest = os.path.join(options.bin, "newsdigest")
        self.state = os.path.join(options.folder, "state.sqlite")

    def run(self):
        return measure([
            self.newsdigest, "run", "--config", f"{ROOT}/demo/config.toml", "--replay", f"{ROOT}/demo/recording",
            "--state", self.state, "--now", NOW, "--out", os.path.join(self.options.folder, "digest.html")])

    def runs(self, history):
        """Medians of the first run on a state and of the next one, as (wall, processor, user)."""
        first, second = [], []
        for _ in range(self.options.repeat):
            copy(history, self.state)
            first.append(self.run()[:3])
            second.append(self.run()[:3])
        return [[statistics.median(column) for column in zip(*times)] for times in (first, second)]

    def generate(self):
        """A part of the history by the program's own calls, which render every page, and the rest as copies of it."""
        big = os.path.join(self.options.folder, f"big-{self.options.items}.sqlite")
        copies = max(1, self.options.items // BASE)
        base = os.path.join(self.options.folder, f"base-{self.options.items // copies}.sqlite")
        started = time.time()
        if not os.path.exists(base):
            copy(None, self.state)
            self.run()
            with sqlite3.connect(self.state) as connection:
                sources = [row[0] for row in connection.execute("SELECT id FROM source")]
            subprocess.run(
                [os.path.join(self.options.bin, "StateGenerator"), base, str(self.options.items // copies),
                 str(self.options.digests // copies), "2026-11-21T00:00:00Z", *sources], check=True)
        if not os.path.exists(big):
            shutil.copy2(base, big)
            multiply(big, copies)
            shutil.copy2(big, big + ".kept")
            print(f"generated in {time.time() - started:.0f} s")
        return big

    def search(self, state, *arguments):
        wall, _, _, output = measure([
            self.newsdigest, "history", "--config", f"{ROOT}/demo/config.toml", "--state", state, "--now", NOW,
            *arguments])
        print(f"history {' '.join(arguments):40} {wall:6.2f} s {output.count(bytes([10])):8} lines")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=f"{ROOT}/.build/release")
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--digests", type=int, default=10_000)
    parser.add_argument("--folder", help="where the states are made and kept; else a temporary one")
    parser.add_argument("--repeat", type=int, default=9)
    options = parser.parse_args()
    temporary = None
    if not options.folder:
        temporary = options.folder = tempfile.mkdtemp(prefix="newsdigest-bench-")
    os.makedirs(options.folder, exist_ok=True)
    bench = Bench(options)
    big = bench.generate()
    size = os.path.getsize(big)
    print(f"{options.items} items, {options.digests} digests: {size / 1e6:.0f} MB, {size / options.items:.0f} bytes an item")
    # What a first run leaves besides history: the price of knowing the sources, paid with and without one.
    without, with_history = bench.runs(None), bench.runs(big)
    for name, a, b in zip(("a run that sends", "a run with nothing new"), without, with_history):
        for kind, x, y in zip(("wall", "user + system", "user"), a, b):
            print(f"{name:24}{kind:15}{x * 1000:8.0f} ms without, {y * 1000:8.0f} ms with, {y / x:5.2f} times")
    with sqlite3.connect(big) as connection:
        titles = [row[0] for row in connection.execute("SELECT title FROM item WHERE number IN (5, 777, 999)")]
    for title in titles:
        bench.search(big, "--search", " ".join(sorted(title.split(), key=len)[-2:]))
    bench.search(big, "--search", sorted(titles[0].split(), key=len)[-1])
    bench.search(big, "--search", sorted(titles[0].split(), key=len)[-1], "--limit", "100")
    bench.search(big, "--since", "7d")
    if temporary:
        shutil.rmtree(temporary)


if __name__ == "__main__":
    main()
