#!/usr/bin/env python3
"""Cuts the connection to the PostgreSQL server at each message of a run in turn, and counts what the readers receive.

The program reaches a server through a proxy, which counts the messages that the program sends (PostgreSQL's
documentation, section 55.7) and closes the connection at one of them: before the server gets it, or after the server
has answered it, and then without the answer. Each trial has a schema of its own, a feed on loopback with a few items,
and some readers. After the trial, further runs without a cut follow, as timers would start them. Then each reader must
have received every item, and none in two different digests; one mail may have come twice, byte for byte.

With --rival, another machine runs at the same time: it is started at the cut, while the first machine has not connected
again yet, and may take over its work.

    Tests/Soak/cuts.py --binary .build/postgresql/debug/newsdigest [--every 1] [--readers 3] [--rival]
"""

import argparse
import collections
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

import machines
import sink


class Proxy:
    """Passes bytes on, and cuts one connection at a message."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lock = threading.Lock()
        self.expect(None, False)
        threading.Thread(target=self.accept, daemon=True).start()

    def expect(self, place, is_answered, at_cut=None):
        """The next messages are counted from 1. The connection that sends the one at this place is cut."""
        with self.lock:
            self.count, self.place, self.is_answered, self.at_cut = 0, place, is_answered, at_cut
            self.cut = None

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.create_connection(("127.0.0.1", self.target))
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            state = {"is_mute": False, "answers": 0}
            threading.Thread(target=self.answer, args=(server, client, state), daemon=True).start()
            threading.Thread(target=self.ask, args=(client, server, state), daemon=True).start()

    def answer(self, server, client, state):
        try:
            while data := server.recv(65536):
                state["answers"] += 1
                if not state["is_mute"]:
                    client.sendall(data)
        except OSError:
            pass
        self.close(client, server)

    def ask(self, client, server, state):
        data, is_started = b"", False
        try:
            while more := client.recv(65536):
                data += more
                while True:
                    head = 5 if is_started else 4
                    if len(data) < head:
                        break
                    length = int.from_bytes(data[head - 4:head], "big") + head - 4
                    if len(data) < length:
                        break
                    message, data = data[:length], data[length:]
                    if not self.passes(message[:1] if is_started else b"startup", message, server, state):
                        self.close(client, server)
                        return
                    is_started = True
        except OSError:
            pass
        self.close(client, server)

    def passes(self, kind, message, server, state):
        """Passes a message on. False when the connection is cut there."""
        with self.lock:
            self.count += 1
            if self.count != self.place:
                server.sendall(message)
                return True
            self.cut = kind.decode()
        if self.is_answered:
            state["is_mute"] = True
            before = state["answers"]
            server.sendall(message)
            # Only some messages are answered alone. The server gets the time to do what they ask.
            end = time.time() + 0.05
            while state["answers"] == before and time.time() < end:
                time.sleep(0.002)
        if self.at_cut:
            self.at_cut()
        return False

    @staticmethod
    def close(*ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Cuts:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="newsdigest-cuts-")
        os.chmod(self.folder, 0o755)
        self.server = machines.Server(f"{self.folder}/server", "-F")
        self.proxy = Proxy(self.server.port)
        self.feeds = sink.Quiet(("127.0.0.1", 0), machines.Feeds)
        self.mails = sink.Quiet(("127.0.0.1", 0), machines.Mails)
        for server in (self.feeds, self.mails):
            threading.Thread(target=server.serve_forever, daemon=True).start()
        machines.Feeds.grow(options.items, 1)
        self.statuses = collections.Counter()
        self.repeated = 0
        self.problems = []
        self.trials = 0

    def start(self, schema, minute, port):
        path = f"{self.folder}/{schema}-{port}.toml"
        with open(path, "w") as file:
            file.write(machines.configuration(
                f"postgresql://news@127.0.0.1:{port}/postgres?schema={schema}&sslmode=disable&gssencmode=disable",
                self.feeds, self.mails, feeds=1, readers=self.readers()))
        home = f"{self.folder}/home"
        os.makedirs(home, exist_ok=True)
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(machines.EPOCH + minute * 60))
        return subprocess.Popen(
            [self.options.binary, "run", "--all-profiles", "--config", path, "--now", now],
            env={"HOME": home, "PATH": os.environ["PATH"], "TMPDIR": home}, cwd=home, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)

    def note(self, problem):
        self.problems.append(problem)
        print(problem, file=sys.stderr, flush=True)

    def readers(self):
        return machines.write_readers(f"{self.folder}/readers.jsonl", self.options.readers)

    def trial(self, place, is_answered):
        """One run that is cut at a message, and runs after it. False when the run sent fewer messages."""
        self.trials += 1
        schema = f"t{self.trials}"
        received = machines.Mails.received
        received.clear()
        rivals = []

        def start_rival():
            rivals.append(self.start(schema, 10, self.server.port))
            time.sleep(self.options.late)

        self.proxy.expect(place, is_answered, start_rival if self.options.rival else None)
        runs = [self.start(schema, 10, self.proxy.port)]
        said = [runs[0].communicate()[1].decode()]
        if rivals:
            said.append(rivals[0].communicate()[1].decode())
        name = f"message {place} ({self.proxy.cut}), {'answered' if is_answered else 'not sent'}"
        statuses = [run.returncode for run in runs + rivals]
        for status, text in zip(statuses, said):
            self.statuses[status] += 1
            if status not in (0, 74) or (status == 0 and text):
                self.note(f"{name}: a run ended with {status}: {text}")
        if 74 in statuses:
            print(f"{name}: {statuses} {' '.join(said).strip()}", flush=True)
        is_cut = self.proxy.cut is not None
        self.proxy.expect(None, False)
        # The last run must find nothing that is left to do.
        for minute in (20, 30):
            later = self.start(schema, minute, self.server.port)
            text = later.communicate()[1].decode()
            if later.returncode != 0:
                self.note(f"{name}: a later run ended with {later.returncode}: {text}")
        lost, twice, repeated, problems = machines.judge(self.options.readers, machines.Feeds.count)
        for problem in problems:
            self.note(f"{name}: {problem}")
        self.repeated += repeated
        if lost or twice or repeated > self.options.repeats:
            self.note(f"{name}: {lost} lost, {twice} in two digests, {repeated} repeated; {statuses} {said}")
        self.server.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
        return is_cut

    def run(self):
        counts = {}
        for is_answered in (False, True):
            place = self.options.first
            while self.trial(place, is_answered):
                place += self.options.every
            counts[is_answered] = place
        print(f"{self.trials} trials, about {counts[True]} messages in a run: {self.repeated} mails repeated; exit "
              f"statuses {dict(self.statuses)}; {len(self.problems)} problems")

    def end(self):
        self.server.stop()
        shutil.rmtree(self.folder)
        return 1 if self.problems else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--binary", required=True, type=os.path.abspath)
    parser.add_argument("--readers", type=int, default=3)
    parser.add_argument("--items", type=int, default=3)
    parser.add_argument("--every", type=int, default=1, help="cut only at each message with a multiple of this number")
    parser.add_argument("--first", type=int, default=1, help="the first message at which to cut")
    parser.add_argument("--rival", action="store_true", help="start another machine at the cut")
    parser.add_argument("--late", type=float, default=0.3, help="seconds before the cut machine may connect again")
    parser.add_argument("--repeats", type=int, default=1, help="how many mails may come twice in a trial")
    cuts = Cuts(parser.parse_args())
    try:
        cuts.run()
    finally:
        status = cuts.end()
    sys.exit(status)


if __name__ == "__main__":
    main()
