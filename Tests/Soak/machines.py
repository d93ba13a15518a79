#!/usr/bin/env python3
"""Several machines on one PostgreSQL server: kills them, restarts the server, and counts what the readers received.

Every machine is a process with a home of its own. They share a state on a server that this program starts, request
feeds on loopback that get new items all the time, and send a mail to each reader through a mail server on loopback,
which refuses some. Machines are killed and their connections to the server cut at random moments, and the server is
restarted once. The feeds and the mail server are this program, which knows nothing of the state. In the end every
reader must have received every item, and none in two different digests; a whole mail may have come again, byte for byte
and under the same Message-ID, where its answer was lost or its machine was killed.

    Tests/Soak/machines.py --binary .build/postgresql/debug/newsdigest [--readers 150] [--machines 3] [--rounds 12]
"""

import argparse
import collections
import email
import http.server
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import sink

MARK = re.compile(r"Item (\d{6})")
EPOCH = 1795248000


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """A PostgreSQL server in a folder of its own."""

    def __init__(self, folder, *settings):
        self.settings = list(settings)
        self.bin = subprocess.run(["pg_config", "--bindir"], check=True, capture_output=True, text=True).stdout.strip()
        self.folder, self.port, self.process = folder, free_port(), None
        os.makedirs(folder)
        # PostgreSQL refuses to run as root.
        self.user = []
        if os.getuid() == 0:
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(folder, "postgres")
        subprocess.run(
            self.user + [f"{self.bin}/initdb", "-D", f"{folder}/data", "-U", "news", "-A", "trust", "-E", "UTF8",
                         "--locale=C", "--no-sync"], check=True, stdout=subprocess.DEVNULL, cwd="/")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.user + [f"{self.bin}/postgres", "-D", f"{self.folder}/data", "-p", str(self.port), "-k", self.folder,
                         "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=50"] + self.settings,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
        for _ in range(200):
            ready = subprocess.run([f"{self.bin}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)])
            if ready.returncode == 0:
                return
            time.sleep(0.1)
        raise SystemExit("the server did not start")

    def stop(self, how=signal.SIGINT):
        self.process.send_signal(how)
        self.process.wait()

    def cut(self):
        """Ends the connection of one of the machines, at whatever statement it is."""
        self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' "
            "AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1")

    def execute(self, sql, database="postgres"):
        subprocess.run(
            [f"{self.bin}/psql", "-q", "-h", "127.0.0.1", "-p", str(self.port), "-U", "news", "-d", database, "-c", sql],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @property
    def address(self):
        return f"postgresql://news@127.0.0.1:{self.port}/postgres?schema=soak"


class Feeds(http.server.BaseHTTPRequestHandler):
    """Some feeds. Each has the newest items of its own."""

    lock = threading.Lock()
    items = collections.defaultdict(list)
    requests = collections.defaultdict(list)
    rng = random.Random(3)
    count = 0
    protocol_version = "HTTP/1.1"

    @classmethod
    def grow(cls, number, feeds):
        with cls.lock:
            for _ in range(number):
                words = " ".join("".join(cls.rng.choices("bcdfgklmnprst", k=7)) for _ in range(6))
                cls.items[cls.count % feeds].append((cls.count, f"Item {cls.count:06d} {words}"))
                cls.count += 1

    def do_GET(self):
        number = int(self.path.rsplit("/", 1)[1])
        with self.lock:
            self.requests[number].append(time.time())
            items = list(reversed(self.items[number]))[:60]
        entries = "".join(
            f"<item><title>{title}</title><link>http://feed{number}.example/{key}</link><guid>{key}</guid>"
            f"<pubDate>{time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime(EPOCH - 3600 + key))}</pubDate></item>"
            for key, title in items)
        body = f'<rss version="2.0"><channel><title>Feed {number}</title>{entries}</channel></rss>'.encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/rss+xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Mails(sink.Mails):
    """A mail server that takes its time and refuses some mails."""

    lock = threading.Lock()
    received = collections.defaultdict(list)
    rng = random.Random(5)
    refusing = 0.0
    delay = 0.0

    def mail(self, recipient, data):
        time.sleep(self.delay)
        with self.lock:
            refused = self.rng.random() < self.refusing
            if not refused:
                self.received[recipient].append(data)
        return "451 later" if refused else "250 taken"


def write_readers(path, count):
    with open(path, "w") as file:
        for n in range(count):
            print(json.dumps({"id": f"r{n}", "name": f"Reader {n}", "email": f"r{n}@example.org"}), file=file)
    return path


def configuration(state, feed_server, mail_server, feeds, readers):
    tables = "".join(
        f'[[feeds]]\nname = "Feed {n}"\nurl = "http://127.0.0.1:{feed_server.server_address[1]}/{n}"\n'
        'category = "technology"\nfirst_items = 1000\n' for n in range(feeds))
    return f"""
state = "{state}"
timezone = "UTC"
email = "all@example.org"
[digest]
max_items = 1000
max_per_section = 1000
images = "none"
share = []
[network]
host_gap = "0s"
deadline = "120s"
{tables}
[[deliver]]
to = "smtp"
host = "127.0.0.1"
port = {mail_server.server_address[1]}
security = "none"
from = "news@example.org"
attempts = 1
[readers]
file = "{readers}"
"""


def judge(readers, items):
    """How many items the readers have not received, how many in two digests, how many mails came again, and what must
    never be."""
    lost = twice = repeated = 0
    problems = []
    for number in range(readers):
        digests = {}
        for data in Mails.received[f"r{number}@example.org"]:
            name = email.message_from_bytes(data)["Message-ID"]
            if name in digests:
                repeated += 1
                if digests[name] != data:
                    problems.append(f"two different mails {name}")
            digests[name] = data
        seen = collections.Counter()
        for data in digests.values():
            message = email.message_from_bytes(data)
            text = "".join(
                part.get_payload(decode=True).decode() for part in message.walk()
                if part.get_content_type() == "text/plain")
            seen.update(set(MARK.findall(text)))
        lost += items - len(seen)
        twice += sum(1 for times in seen.values() if times > 1)
    return lost, twice, repeated, problems


class Soak:
    def __init__(self, options):
        self.options = options
        self.rng = random.Random(options.seed)
        self.folder = tempfile.mkdtemp(prefix="newsdigest-machines-")
        os.chmod(self.folder, 0o755)
        self.server = Server(f"{self.folder}/server") if not options.sqlite else None
        self.feeds = sink.Quiet(("127.0.0.1", 0), Feeds)
        self.mails = sink.Quiet(("127.0.0.1", 0), Mails)
        Mails.delay = options.delay
        for server in (self.feeds, self.mails):
            threading.Thread(target=server.serve_forever, daemon=True).start()
        self.problems = []
        self.statuses = collections.Counter()
        self.minutes = 0
        self.cuts = 0
        self.config = f"{self.folder}/config.toml"
        with open(self.config, "w") as file:
            file.write(self.configuration())

    def configuration(self):
        state = self.server.address if self.server else f"{self.folder}/state.sqlite"
        readers = write_readers(f"{self.folder}/readers.jsonl", self.options.readers)
        return configuration(state, self.feeds, self.mails, self.options.feeds, readers)

    def start(self, machine):
        home = f"{self.folder}/home{machine}"
        os.makedirs(home, exist_ok=True)
        environment = {"HOME": home, "PATH": os.environ["PATH"], "TMPDIR": home}
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH + self.minutes * 60))
        return subprocess.Popen(
            [self.options.binary, "run", "--all-profiles", "--config", self.config, "--now", now],
            env=environment, cwd=home, stdout=subprocess.DEVNULL, stderr=open(f"{home}/errors", "a"))

    def round(self, kills, cuts=0, restart=False, refusing=0.0):
        """One time of the timers: every machine runs, and some are killed."""
        Mails.refusing = refusing
        self.minutes += 10
        machines = {number: self.start(number) for number in range(self.options.machines)}
        killed = [self.rng.random() * self.options.lasting for _ in range(kills)]
        cut = [self.rng.random() * self.options.lasting for _ in range(cuts if self.server else 0)]
        begun = time.time()
        restarts = [self.options.lasting / 2] if restart else []
        while machines:
            time.sleep(0.02)
            elapsed = time.time() - begun
            if elapsed > 600:
                self.problems.append("a machine did not end within ten minutes")
                for process in machines.values():
                    process.kill()
            if killed and elapsed > min(killed):
                killed.remove(min(killed))
                number = self.rng.choice(list(machines))
                machines[number].kill()
            if cut and elapsed > min(cut):
                cut.remove(min(cut))
                self.cuts += 1
                self.server.cut()
            if restarts and elapsed > restarts[0]:
                restarts = []
                self.server.stop(signal.SIGQUIT)
                self.server.start()
            for number, process in list(machines.items()):
                if process.poll() is not None:
                    self.statuses[process.returncode] += 1
                    if process.returncode not in (0, 1, 74, 76, -9):
                        self.problems.append(f"a machine ended with {process.returncode}")
                    del machines[number]
        return time.time() - begun

    def run(self):
        options = self.options
        for number in range(options.rounds):
            Feeds.grow(options.items, options.feeds)
            last = number >= options.rounds - 3
            took = self.round(
                0 if last else self.rng.randint(0, 3), 0 if last else options.cuts, restart=number == options.rounds // 2 and self.server,
                refusing=0 if last else 0.15)
            print(f"round {number}: {took:.1f} s, {sum(map(len, Mails.received.values()))} mails", flush=True)
        self.judge()

    def judge(self):
        lost, twice, repeated, problems = judge(self.options.readers, Feeds.count)
        self.problems += problems
        if lost or twice:
            self.problems.append(f"{lost} items were lost, {twice} came in two digests")
        asked = max(map(len, Feeds.requests.values()))
        if self.server and asked > self.options.rounds + sum(self.statuses[status] for status in (-9, 74)):
            self.problems.append(f"a feed was requested {asked} times in {self.options.rounds} rounds")
        print(f"{Feeds.count} items, {self.options.readers} readers: {lost} lost, {twice} in two digests, "
              f"{repeated} mails repeated; {self.cuts} connections cut; a feed was requested at most {asked} times in {self.options.rounds} rounds; "
              f"exit statuses {dict(self.statuses)}")

    def end(self):
        if self.server:
            self.server.stop()
        if self.options.keep:
            print(self.folder)
        else:
            shutil.rmtree(self.folder)
        for problem in self.problems:
            print(problem, file=sys.stderr)
        return 1 if self.problems else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--binary", required=True, type=os.path.abspath)
    parser.add_argument("--readers", type=int, default=150)
    parser.add_argument("--machines", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--feeds", type=int, default=6)
    parser.add_argument("--items", type=int, default=12, help="new items in each round")
    parser.add_argument("--delay", type=float, default=0.02, help="seconds that the mail server takes for a mail")
    parser.add_argument("--cuts", type=int, default=3, help="connections to the server that are cut in a round")
    parser.add_argument("--lasting", type=float, default=12, help="seconds within which the kills of a round happen")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sqlite", action="store_true", help="one machine with a state in a file, for comparison")
    parser.add_argument("--keep", action="store_true")
    soak = Soak(parser.parse_args())
    try:
        soak.run()
    finally:
        status = soak.end()
    sys.exit(status)


if __name__ == "__main__":
    main()
