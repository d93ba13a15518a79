#!/usr/bin/env python3
"""What a long history costs: the same run on the same recorded sources, with no history and with a long one.

    swift build -c release --product newsdigest && swift build -c release --product StateGenerator
    bench/state.py --bin .build/release [--items 1000000] [--digests 10000] [--folder DIR]

Prints user time and wall time of a run that sends a digest and of one that finds nothing new, each the median of
several, the time of searches in the history, and the bytes of an item in the file.

    swift build -c release --scratch-path .build/postgresql --traits PostgreSQL --product newsdigest
    bench/state.py --bin .build/release --postgresql .build/postgresql/release/newsdigest

With --postgresql, it also copies the history to a PostgreSQL server of its own and measures the same runs there. The
processor time is then that of the program, without the server.
"""

import argparse
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
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
    """With the kept copy and all times, as they stand between two runs, and on the disk: else the run's first fsync
    pays for the copy."""
    for ending in ("", ".kept", ".lock", "-wal", "-shm"):
        if os.path.exists(target + ending):
            os.remove(target + ending)
        if source and os.path.exists(source + ending):
            shutil.copy2(source + ending, target + ending)
            with open(target + ending, "rb+") as file:
                os.fsync(file.fileno())


def multiply(path, copies):
    """Adds copies of all there is, each before the last in time, under ids and hashes of their own, and in the form
    that retention leaves after that time."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY;")
    connection.create_function("other", 2, lambda number, copy: (number ^ (copy * 0x5851F42D4C957F2D)) % (1 << 63))
    connection.create_function("shortened", 1, shortened)
    connection.create_function("folded", 2, folded)
    items, digests, runs = (
        connection.execute(f"SELECT max(number) FROM {table}").fetchone()[0] for table in ("item", "digest", "run"))
    first, last = connection.execute("SELECT min(created), max(created) + 28800 FROM digest").fetchone()
    # Numbers of digests and runs grow with time, so the present ones become the highest.
    above = (copies - 1) * runs
    upper = (copies - 1) * digests
    connection.executescript(f"""
        UPDATE run SET number = -number - {above}; UPDATE run SET number = -number;
        UPDATE decision SET run = run + {above};
        UPDATE digest SET number = -number - {upper}; UPDATE digest SET number = -number, edition = edition + {upper};
        UPDATE told SET digest = -digest - {upper}; UPDATE told SET digest = -digest;
        UPDATE entry SET digest = digest + {upper}; UPDATE sent SET digest = digest + {upper};
        UPDATE storyKey SET digest = digest + {upper}; UPDATE rendering SET digest = digest + {upper};
        UPDATE rendering SET number = -number - {upper}; UPDATE rendering SET number = -number;
        UPDATE delivery SET digest = digest + {upper}, rendering = rendering + {upper};
        INSERT INTO storyWords (storyWords) VALUES ('delete-all');
        CREATE TEMP TABLE text AS SELECT number, folded(title, content) AS words, shortened(content) AS short FROM item;
        CREATE UNIQUE INDEX temp.textNumber ON text (number);
        CREATE TEMP TABLE story AS
            SELECT digest - {upper} AS digest, place,
                (SELECT words FROM text WHERE number = entry.item) || ifnull((SELECT group_concat(' ' || item.title, '')
                    FROM entry AS other JOIN item ON item.number = other.item WHERE other.digest = entry.digest
                    AND other.lead = entry.place AND other.category IS NOT NULL), '') AS words
            FROM entry WHERE lead IS NULL;
        """)
    for n in range(copies):
        # From the oldest on, in which order the indexes of words like it best.
        n = copies - 1 - n
        i, d, r, t = n * items, -n * digests, -n * runs, n * (last - first)
        connection.executescript(f"""
            BEGIN;
            INSERT INTO storyWords (rowid, text) SELECT (digest + {upper + d}) << 20 | (1048575 - place), words FROM story
                ORDER BY 1;
            COMMIT;
            """)
        if n == 0:
            continue
        # Of what was last seen 90 days before the last run, retention leaves less.
        old = f"(item.lastSeen - {t} < {last - 28800 - 90 * 86400})"
        kept = f"(NOT {old} OR EXISTS (SELECT 1 FROM sent WHERE sent.item = item.number))"
        connection.executescript(f"""
            BEGIN;
            INSERT INTO item SELECT item.number + {i}, id || '{n}', source, other(link, {n}),
                iif({kept}, title || ' {n}', ''), iif({kept}, url || '{n}', ''),
                category, publisher, position, firstSeen - {t}, lastSeen - {t}, version, isPast, NOT {old},
                iif({old}, iif({kept}, text.short, NULL), content)
                FROM item JOIN text ON text.number = item.number WHERE item.number <= {items};
            INSERT INTO itemWords (rowid, text) SELECT item.number + {i}, words || ' {n}' FROM item
                JOIN text ON text.number = item.number WHERE item.number <= {items} AND NOT {old} ORDER BY 1;
            INSERT INTO decision SELECT run + {r}, profile, log, sameAs FROM decision JOIN run ON run.number = decision.run
                WHERE run > {above} AND started - {t} >= {last - 28800 - 90 * 86400};
            INSERT INTO rendering SELECT rendering.number + {d}, digest + {d}, bytes, form FROM rendering
                JOIN digest ON digest.number = rendering.digest
                WHERE digest > {upper} AND created - {t} >= {last - 28800 - 400 * 86400};
            INSERT OR IGNORE INTO identity SELECT other(hash, {n}), item + {i} FROM identity WHERE item <= {items}
                ORDER BY 1;
            INSERT INTO digest SELECT number + {d}, id || '-{n}', profile, title, created - {t}, status, finished - {t},
                isSent, leftOver, content, edition + {d} FROM digest WHERE number > {upper};
            INSERT INTO entry SELECT digest + {d}, place, item + {i}, lead, category, isSameArticle, title, article,
                story FROM entry WHERE digest > {upper};
            INSERT INTO sent (profile, item, digest) SELECT profile, item + {i}, digest + {d} FROM sent
                WHERE item <= {items};
            INSERT OR IGNORE INTO storyKey SELECT other(key, {n}), profile, digest + {d}, place FROM storyKey
                WHERE digest > {upper} ORDER BY 1;
            INSERT INTO delivery SELECT digest + {d}, destination, place, rendering + {d}, format, finished - {t}, tries,
                reason, mark FROM delivery WHERE digest > {upper};
            INSERT INTO run SELECT number + {r}, started - {t}, ended - {t}, summary FROM run WHERE number > {above};
            COMMIT;
            """)
    # The words of the copies count as known.
    connection.execute("UPDATE wordCount SET newest = (SELECT max(number) FROM item)")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def unpacked(content):
    """The bytes of what an item says before its texts, the texts, and the bytes behind them (StoredContent)."""
    data = content[4:]
    if data[0] & 15 == 8:
        data = zlib.decompress(data)
    place, texts = 2, []
    for _ in range(6):
        length = shift = 0
        while True:
            byte = data[place]
            place += 1
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        texts.append(data[place:place + length - 1] if length else None)
        place += max(0, length - 1)
    return data[:2], texts, data[place:]


def packed(text):
    if text is None:
        return b"\0"
    rest, number = len(text) + 1, b""
    while rest > 127:
        number += bytes([rest & 127 | 128])
        rest >>= 7
    return number + bytes([rest]) + text


def shortened(content):
    """What retention leaves of a sent item's text."""
    head, texts, tail = unpacked(content)
    guid, summary, _, *others = texts
    texts = [guid, summary.decode()[:300].encode(), None, *others]
    data = head + b"".join(map(packed, texts)) + tail
    return len(data).to_bytes(4, "big") + zlib.compress(data)


def folded(title, content):
    """Near enough to what the program stores of an item's words."""
    summary = unpacked(content)[1][1].decode()
    return (title + " " + summary[:300]).lower().replace("ё", "е")


class Bench:
    def __init__(self, options):
        self.options = options
        self.newsdigest = os.path.join(options.bin, "newsdigest")
        self.state = os.path.join(options.folder, "state.sqlite")

    def run(self, state):
        return measure([
            self.newsdigest, "run", "--config", f"{ROOT}/demo/config.toml", "--replay", f"{ROOT}/demo/recording",
            "--state", state, "--now", NOW, "--out", os.path.join(self.options.folder, "digest.html")])

    def runs(self, *histories):
        """For each history the medians of the first run on it and of the next one, as (wall, processor, user). The
        histories take turns, now the one first and now the other, and lie ready before either is used, so that whatever
        else the machine does, and what the copying leaves behind in it, falls on all."""
        times = [([], []) for _ in histories]
        for repeat in range(self.options.repeat):
            turns = [(f"{self.state}-{n}", *turn) for n, turn in enumerate(zip(histories, times))]
            for state, history, _ in turns:
                copy(history, state)
            for state, _, (first, second) in turns[::-1 if repeat % 2 else 1]:
                first.append(self.run(state)[:3])
                second.append(self.run(state)[:3])
        return [[[statistics.median(column) for column in zip(*runs)] for runs in pair] for pair in times]

    def generate(self):
        """A part of the history by the program's own calls, which render every page, and the rest as copies of it."""
        big = os.path.join(self.options.folder, f"big-{self.options.items}.sqlite")
        copies = max(1, self.options.items // BASE)
        base = os.path.join(self.options.folder, f"base-{self.options.items // copies}.sqlite")
        started = time.time()
        if not os.path.exists(base):
            copy(None, self.state)
            self.run(self.state)
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

    def searches(self, state):
        """At most a second each, whatever the word."""
        with sqlite3.connect(f"file:{state}?immutable=1", uri=True) as connection:
            connection.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, storyWords, row)")
            commonest, = connection.execute("SELECT term FROM temp.vocabulary ORDER BY doc DESC LIMIT 1").fetchone()
            rarest, = connection.execute("SELECT term FROM temp.vocabulary ORDER BY doc, term LIMIT 1").fetchone()
            title, = connection.execute("SELECT title FROM item WHERE number = 777").fetchone()
        for words in (commonest, commonest[0], rarest, title, f"{commonest} {rarest}"):
            self.search(state, "--search", words)
        self.search(state, "--search", commonest, "--since", "7d")
        self.search(state, "--search", commonest, "--category", "science", "--format", "json")
        self.search(state, "--since", "7d")

    def server_runs(self, newsdigest, history):
        """The same medians on a PostgreSQL server, for an empty database and for one with the history."""
        sys.path.insert(0, f"{ROOT}/Tests/Soak")
        import machines
        folder = tempfile.mkdtemp(prefix="newsdigest-bench-server-", dir=self.options.folder)
        os.chmod(self.options.folder, 0o755)
        os.chmod(folder, 0o755)
        server = machines.Server(f"{folder}/server")
        try:
            def address(database):
                return server.address.replace("/postgres?", f"/{database}?")

            self.newsdigest = newsdigest
            server.execute("CREATE DATABASE big")
            started = time.time()
            subprocess.run([newsdigest, "state", "copy", history, address("big")], check=True)
            print(f"copied to the server in {time.time() - started:.0f} s")
            # What autovacuum does within minutes.
            server.execute("VACUUM ANALYZE", "big")
            times = [([], []) for _ in range(2)]
            for repeat in range(self.options.server_repeat):
                names = ["empty", "filled"]
                for name, template in zip(names, ("template1", "big")):
                    server.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
                server.execute("CHECKPOINT")
                turns = list(zip(names, times))
                for name, (first, second) in turns[::-1 if repeat % 2 else 1]:
                    first.append(self.run(address(name))[:3])
                    second.append(self.run(address(name))[:3])
                for name in names:
                    server.execute(f"DROP DATABASE {name}")
            return [[[statistics.median(column) for column in zip(*runs)] for runs in pair] for pair in times]
        finally:
            server.stop()
            shutil.rmtree(folder)

    def search(self, state, *arguments):
        command = [
            self.newsdigest, "history", "--config", f"{ROOT}/demo/config.toml", "--state", state, "--now", NOW,
            *arguments]
        runs = [measure(command) for _ in range(3)]
        wall, lines = statistics.median(run[0] for run in runs), runs[0][3].count(10)
        print(f"history {' '.join(arguments):60} {wall:6.2f} s {lines:8} lines")


def show(without, with_history, most):
    for name, a, b in zip(("a run that sends", "a run with nothing new"), without, with_history):
        for kind, x, y in zip(("wall", "user + system", "user"), a, b):
            print(f"{name:24}{kind:15}{x * 1000:8.0f} ms without, {y * 1000:8.0f} ms with, {y / x:5.2f} times (at most {most})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=f"{ROOT}/.build/release")
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--digests", type=int, default=10_000)
    parser.add_argument("--folder", help="where the states are made and kept; else a temporary one")
    # The kernel tells user time from system time by sampling, so a few runs say little.
    parser.add_argument("--repeat", type=int, default=31, help="how many of each run, of which the median counts")
    parser.add_argument("--postgresql", metavar="BINARY", help="a newsdigest with PostgreSQL, to measure that too")
    parser.add_argument("--server-repeat", type=int, default=7, help="the same on the server, where each costs a copy")
    options = parser.parse_args()
    temporary = None
    if not options.folder:
        temporary = options.folder = tempfile.mkdtemp(prefix="newsdigest-bench-")
    os.makedirs(options.folder, exist_ok=True)
    bench = Bench(options)
    big = bench.generate()
    size = os.path.getsize(big)
    print(f"{options.items} items, {options.digests} digests: {size / 1e6:.0f} MB")
    print(f"{size / options.items:.0f} bytes an item (at most 1024)")
    # What a first run leaves besides history: the price of knowing the sources, paid with and without one.
    show(*bench.runs(None, big), most=1.2)
    bench.searches(big)
    if options.postgresql:
        print("on a PostgreSQL server:")
        show(*bench.server_runs(os.path.abspath(options.postgresql), big), most=1.3)
    if temporary:
        shutil.rmtree(temporary)


if __name__ == "__main__":
    main()
