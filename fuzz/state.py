#!/usr/bin/env python3
"""Damages states and has every command meet them.

    fuzz/state.py [--binary .build/debug/newsdigest] [--mutants 2000] [--seed 1] [--minutes 30]

Half of the mutants are files with bytes changed, pages exchanged or an end cut off; the other half are sound SQLite files
with wrong values in their cells. Each is met by a few of the commands. A command must end by itself, with a status that
its help names, and where that is 74, with the way on in the line. What does not is kept in the folder it names.
"""

import argparse, os, random, shutil, sqlite3, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor

STATUSES = {0, 1, 64, 69, 73, 74, 76}
ITEM = """<item><guid>{0}-{1}</guid><title>{3} pier</title>
<link>http://127.0.0.1:9/{0}/{1}</link><pubDate>Sat, 21 Nov 2026 0{1}:00:00 GMT</pubDate>
<description>{2}</description><category>pier</category></item>"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", default=".build/debug/newsdigest")
    arguments.add_argument("--mutants", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--minutes", type=float, default=30)
    arguments.add_argument("--jobs", type=int, default=2)
    options = arguments.parse_args()
    world = World(os.path.abspath(options.binary), tempfile.mkdtemp(prefix="newsdigest-state-"))
    ends = time.monotonic() + options.minutes * 60
    tried, finds, statuses = 0, [], {}
    with ThreadPoolExecutor(options.jobs) as pool:
        for number, results in enumerate(pool.map(lambda n: world.meet(options.seed, n, ends), range(options.mutants))):
            if results is None:
                continue
            tried += 1
            if tried % 100 == 0:
                print(f"{tried} mutants, {len(finds)} faults", flush=True)
            for command, status, fault in results:
                statuses[status] = statuses.get(status, 0) + 1
                if fault:
                    finds.append(number)
                    print(f"mutant {number}: {' '.join(command)}: {fault}", flush=True)
    print(f"{tried} mutants, {sum(statuses.values())} commands, statuses {dict(sorted(statuses.items(), key=str))}, "
          f"{len(finds)} faults" + (f"; see {world.folder}" if finds else ""))
    if not finds:
        shutil.rmtree(world.folder)
    sys.exit(1 if finds else 0)


def words(feed, number):
    chance = random.Random(f"{feed} {number}")
    return " ".join("".join(chance.choices("bcdfgklmnprstaeiou", k=8)) for _ in range(5))


class World:
    """A state with all that a state has: items of two sources, digests delivered and pending, saved items, reasons."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.state = os.path.join(folder, "seed", "state.sqlite")
        os.mkdir(os.path.join(folder, "seed"))
        for feed in ("north", "south"):
            # Words that no other has, so that none is taken for another telling of its story.
            items = "".join(
                ITEM.format(feed, n, f"{words(feed, n)} {feed}. " * n * 20, words(feed, n)) for n in range(1, 9))
            with open(os.path.join(folder, feed + ".xml"), "w") as file:
                file.write(f"<rss version='2.0'><channel><title>{feed}</title>{items}</channel></rss>")
        feeds = "".join(f"[[feeds]]\nurl = \"file://{folder}/{name}.xml\"\nname = \"{name}\"\n" for name in ("north", "south"))
        self.write("first.toml", f"{feeds}limit = 4\n[digest]\nmax_items = 3\n")
        self.write("broken.toml", f"{feeds}[[deliver]]\nto = \"command\"\ncommand = [\"false\"]\nattempts = 1\n")
        self.write("config.toml", f"{feeds}[[deliver]]\nto = \"file\"\npath = \"out.html\"\n"
                   "[[deliver]]\nto = \"command\"\ncommand = [\"true\"]\n")
        for hour, config in ((9, "first.toml"), (10, "first.toml"), (11, "broken.toml")):
            self.run(["run", "--quiet", "--now", f"2026-11-21T{hour:02}:00:00Z"], self.state, config)
        with sqlite3.connect(self.state) as state:
            self.items = [row[0] for row in state.execute("SELECT id FROM item ORDER BY number")]
            self.digests = [row[0] for row in state.execute("SELECT id FROM digest ORDER BY number")]
        state.close()
        if len(self.items) < 16 or len(self.digests) < 3:
            sys.exit("the seed is not what it should be")
        self.run(["save", self.items[0], self.items[9], "http://127.0.0.1:9/page"], self.state)
        for ending in ("-wal", "-shm"):
            if os.path.exists(self.state + ending):
                os.remove(self.state + ending)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def run(self, command, state, config="config.toml"):
        folder = os.path.dirname(state)
        environment = {"HOME": folder, "PATH": os.environ["PATH"], "TMPDIR": folder, "SWIFT_BACKTRACE": "enable=no"}
        if "LD_LIBRARY_PATH" in os.environ:
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        return subprocess.run(
            [self.binary, *command, "--state", state, "--config", os.path.join(self.folder, config)], cwd=folder,
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)

    def commands(self, chance):
        item, digest = chance.choice(self.items), chance.choice(self.digests)
        later = ["--now", "2026-11-21T12:00:00Z"]
        return [
            ["run", *later], ["run", "--dry-run", *later], ["run", "--include-sent", "--dry-run", *later],
            ["history", *later], ["history", "--search", "pier", "--limit", "3"], ["history", "--format", "html"],
            ["history", "--format", "json", "--since", "7d", *later], ["history", "show", digest],
            ["history", "forget", item], ["search", "pier", "--limit", "5", *later], ["why", item],
            ["show", item], ["saved"], ["saved", "--format", "csv"], ["saved", "rm", item], ["save", item],
            ["resend", digest, "--out", "again.html"], ["sources", "list"], ["sources", "list", "--json"],
            ["check"], ["share", item], ["categories"],
        ]

    def meet(self, seed, number, ends):
        if time.monotonic() > ends:
            return None
        chance = random.Random(f"{seed} {number}")
        folder = os.path.join(self.folder, str(number))
        os.mkdir(folder)
        state = os.path.join(folder, "state.sqlite")
        shutil.copy(self.state, state)
        if chance.random() < 0.5:
            shutil.copy(self.state + ".kept", state + ".kept")
        (damage_bytes if number % 2 else damage_cells)(state, chance)
        shutil.copy(state, state + ".mutant")
        results = []
        commands = self.commands(chance)
        for command in chance.sample(commands, 5) + [commands[0]]:
            try:
                done = self.run(command, state)
                results.append((command, done.returncode, self.fault(done)))
            except subprocess.TimeoutExpired:
                results.append((command, "time", "takes longer than a minute"))
        if not any(fault for _, _, fault in results):
            shutil.rmtree(folder)
        return results

    def fault(self, done):
        said = done.stderr.decode(errors="replace").strip()
        if done.returncode not in STATUSES:
            return f"ends with {done.returncode}: {said[-300:]}"
        if done.returncode == 74 and not any(
                way in said for way in ("cp '", "backup", "run again", "check the", "use another", "newer")):
            return f"names no way on: {said[-300:]}"
        return None


def damage_bytes(state, chance):
    with open(state, "rb") as file:
        data = bytearray(file.read())
    page = 4096
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(len(data))
        start = at // page * page
        match chance.randrange(8):
            case 0: data[at] = chance.randrange(256)
            case 1: data[at] ^= 1 << chance.randrange(8)
            case 2: data[at:at + 8] = chance.randbytes(8)
            case 3:
                other = chance.randrange(len(data) // page + 1) * page
                data[start:start + page], data[other:other + page] = data[other:other + page], data[start:start + page]
            case 4: data[start:start + page] = bytes(page)
            case 5: data[start:start + 40] = chance.randbytes(40)
            case 6: data[at % 100] = chance.randrange(256)
            case 7: del data[max(at, page):]
    with open(state, "wb") as file:
        file.write(data)


def damage_cells(state, chance):
    db = sqlite3.connect(state, isolation_level=None)
    db.execute("PRAGMA writable_schema = 1")
    db.execute("UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table' AND sql NOT LIKE '%WITHOUT%'")
    db.execute("PRAGMA writable_schema = RESET")
    tables = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
    done = 0
    while done < chance.choice((1, 1, 2, 4)):
        table = chance.choice(tables)
        try:
            column = chance.choice([row[1] for row in db.execute(f"PRAGMA table_info({table})")] or [None])
            if column is None:
                continue
            rows = [row[0] for row in db.execute(f"SELECT {column} FROM {table}")]
            if not rows:
                continue
            old = chance.choice(rows)
            which = "" if chance.random() < 0.3 else f" WHERE {column} IS ?2"
            value = wrong(old, chance)
            db.execute(f"UPDATE OR IGNORE {table} SET {column} = " + (value if isinstance(value, str) else "?1") + which,
                       {"1": None if isinstance(value, str) else value[0], "2": old})
            done += 1
        except sqlite3.DatabaseError:
            done += 1
    db.close()


def wrong(old, chance):
    """SQL, or a value in a list."""
    values = [
        [None], [-1], [0], [1], [2**63 - 1], [-2**63], [10**12], [1e308], "9e999", ["abc"], [""], [b""], [b"\x00"],
        [chance.randbytes(40)], [b"\xff\xff\xff\xff\x78\x9c" + chance.randbytes(20)], "zeroblob(3000000)",
        "CAST(x'FFFE80' AS TEXT)", ["a\0b"], ["{}"], [b"\x00\x00\x00\x02{}"], ["\U0001F600" * 1000],
        [b"\x00\x00\x00\x0b" + b"\x01" + b"\xff" * 9 + b"\x01"],
    ]
    if isinstance(old, bytes) and old:
        bent = bytearray(old)
        for _ in range(chance.randrange(1, 5)):
            bent[chance.randrange(len(bent))] = chance.randrange(256)
        values += [[bytes(bent)]] * 8 + [[old[:chance.randrange(len(old))]]] * 3 + [[old + old]]
    if isinstance(old, int):
        values += [[old + 1], [-old], [old * 1000 % 2**62]] * 2
    return chance.choice(values)


if __name__ == "__main__":
    main()
