#!/usr/bin/env python3
"""How long commands take on a state with a year of daily digests for ten thousand readers.

One run serves all readers. Its rows are then copied for each day before it, with items of their own. Prints the size of
the state, and the seconds and megabytes of each command for one reader, and of the next run for all of them.
"""

import argparse
import os
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import time

import readers as bench
import state as single

DAY = 86_400


def copy_days(path, days):
    """Copies the digests of the only run to each of the `days` days before it."""
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA cache_size = -500000")
    last = {table: db.execute(f"SELECT max(number) FROM {table}").fetchone()[0]
            for table in ("item", "digest", "rendering", "form", "run")}
    words = {number: single.folded(title, content)
             for number, title, content in db.execute("SELECT number, title, content FROM item")}
    # The rows of the run move behind those of the copies, as if it had been the last of all.
    for day in range(1, days):
        shift, back = {table: number * day for table, number in last.items()}, DAY * day
        db.execute("BEGIN")
        db.execute(f"""INSERT INTO item SELECT number + {shift['item']}, id || 'd{day}', source, link + {day},
            title || ' {day}', url || '?{day}', category, publisher, position, firstSeen - {back}, lastSeen - {back},
            version, isPast, {int(day < 90)}, content FROM item WHERE number <= {last['item']}""")
        if day < 90:
            db.executemany("INSERT INTO itemWords (rowid, text) VALUES (?, ?)",
                           [(number + shift["item"], f"{text} {day}") for number, text in words.items()])
        db.execute(f"INSERT INTO run SELECT number + {shift['run']}, started - {back}, ended - {back}, summary FROM run "
                   f"WHERE number <= {last['run']}")
        if day < 90:
            db.execute(f"INSERT INTO decision SELECT run + {shift['run']}, profile, log, sameAs FROM decision "
                       f"WHERE run <= {last['run']}")
        db.execute(f"INSERT INTO form SELECT number + {shift['form']}, bytes FROM form WHERE number <= {last['form']}")
        db.execute(f"""INSERT INTO digest
            (number, id, profile, title, created, status, finished, isSent, leftOver, content, edition)
            SELECT number + {shift['digest']}, substr(id, 1, 6) || printf('%04x', {day}) || substr(id, 7), profile,
            title, created - {back}, status, finished - {back}, isSent, leftOver, NULL, edition + {shift['digest']}
            FROM digest WHERE number <= {last['digest']}""")
        db.execute(f"INSERT INTO entry SELECT digest + {shift['digest']}, place, item + {shift['item']}, lead, category, "
                   f"isSameArticle, title, article, story FROM entry WHERE digest <= {last['digest']}")
        db.execute(f"INSERT INTO rendering SELECT number + {shift['rendering']}, digest + {shift['digest']}, bytes, "
                   f"form + {shift['form']} FROM rendering WHERE number <= {last['rendering']}")
        db.execute(f"""INSERT INTO delivery SELECT digest + {shift['digest']}, destination, place,
            rendering + {shift['rendering']}, format, finished - {back}, tries, reason, mark FROM delivery
            WHERE digest <= {last['digest']}""")
        db.execute(f"""INSERT INTO sent (profile, item, digest)
            SELECT profile, item + {shift['item']}, digest + {shift['digest']} FROM sent
            WHERE item <= {last['item']}""")
        db.execute(f"INSERT INTO storyKey SELECT key + {day}, profile, digest + {shift['digest']}, place FROM storyKey "
                   f"WHERE digest <= {last['digest']}")
        for edition, place, item in db.execute(
                f"SELECT digest, place, item FROM entry WHERE lead IS NULL AND digest > {shift['digest']}").fetchall():
            db.execute("INSERT INTO storyWords (rowid, text) VALUES (?, ?)",
                       (edition << 20 | ((1 << 20) - 1 - place), f"{words[item - shift['item']]} {day}"))
        db.execute("COMMIT")
    db.execute("DELETE FROM history")
    db.execute("PRAGMA journal_mode = WAL")
    db.close()


def timed(name, command, **options):
    start = time.time()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    output, error = child.communicate()
    seconds = time.time() - start
    print(f"{name:<44} {seconds:>8.2f} s   {len(output):>8} bytes of output, status {child.returncode}", flush=True)
    if child.returncode:
        print(error.decode()[-500:])
    return output


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binary", default=".build/release/newsdigest")
    arguments.add_argument("--readers", type=int, default=10_000)
    arguments.add_argument("--days", type=int, default=365)
    arguments.add_argument("--folder", help="keep the state here")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = options.folder or folder
        os.makedirs(folder, exist_ok=True)
        state, sink = f"{folder}/state.sqlite", bench.Sink()
        bench.configure(folder, "alike", options.readers, 24, sink)
        common = ["--config", f"{folder}/config.toml", "--state", state]
        if not os.path.exists(state):
            subprocess.run([options.binary, "run", "--all-profiles", *common, "--now", "2026-11-21T08:00:00Z"], check=True)
            start = time.time()
            copy_days(state, options.days)
            # The backup copy equals the state, so that the next run need not make it anew.
            shutil.copy2(state, state + ".kept")
            print(f"{options.days} days for {options.readers} readers made in {time.time() - start:.0f} s")
        db = sqlite3.connect(state)
        count = db.execute("SELECT count(*) FROM digest").fetchone()[0]
        print(f"{count} digests, {os.path.getsize(state) / 1e6:.0f} MB, {os.path.getsize(state) / count:.0f} bytes each")
        reader = f"r{options.readers // 2}"
        find = "SELECT digest.id FROM digest JOIN name ON name.number = profile WHERE text = ? ORDER BY created LIMIT 1"
        digest = db.execute(find, (reader,)).fetchone()[0]
        item = db.execute("SELECT item.id, title FROM entry JOIN item ON item.number = item ORDER BY digest LIMIT 1").fetchone()
        db.close()
        binary = options.binary
        timed("history --profile", [binary, "history", "--profile", reader, *common])
        timed("history --profile --since 7d", [binary, "history", "--profile", reader, "--since", "7d", *common])
        timed("history --profile --limit 24", [binary, "history", "--profile", reader, "--limit", "24", *common])
        word = max(item[1].split(), key=len)
        timed("history --profile --search", [binary, "history", "--profile", reader, "--search", word, *common])
        timed("history --limit 24", [binary, "history", "--limit", "24", *common])
        timed("history show", [binary, "history", "show", digest, *common])
        timed("why --profile", [binary, "why", item[0], "--profile", reader, *common])
        timed("why", [binary, "why", item[0], *common])
        timed("resend --out", [binary, "resend", digest, "--out", f"{folder}/again.eml", *common])
        bench.feed(f"{folder}/{bench.SECTIONS[0]}.xml", 24, first=100, day=22)
        next_day = ["--now", "2026-11-22T08:00:00Z"]
        timed("run --profile", [binary, "run", "--profile", reader, *common, *next_day])
        timed("run --all-profiles", [binary, "run", "--all-profiles", *common, *next_day])
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"{sink.mails} mails; at most {usage.ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
