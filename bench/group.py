#!/usr/bin/env python3
"""Measures `newsdigest group`: processor time and memory, and how well it groups labelled news.

    bench/group.py [--binary PATH] [--runs N] [DATA]

Without DATA, 50,000 generated items are grouped and only speed is measured. DATA is a folder of labelled news that
is not part of this repository: `dedupe/score.py` with `dedupe/open/*.jsonl`, and `perf/items_50k_48h.jsonl.gz`.
Build first: `swift build -c release --product newsdigest`.
"""
import argparse
import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

PEOPLE = "mayor minister striker pilot chef banker astronomer singer judge farmer писатель учёный актриса пилот".split()
DEEDS = "opens closes wins loses buys sells builds paints repairs finds открыл закрыл купил построил".split()
THINGS = "bridge museum ferry factory harbour orchard library tram stadium letter мост музей паром театр".split()
PLACES = "Elsom Brenn Varnia Larkin Olm Port Mill Kulm Эльсом Варния Бренн Ларкин".split()


def generated(count):
    """Headlines of an invented world, a tenth of them told twice."""
    rng = random.Random(7)
    starts, ends = "ba ke li mo nu ra se ti vo zu".split(), "dan fel gor hin jar kel mur nex".split()
    words = [a + b + c for a in starts for b in starts for c in ends] + [c + a + b for a in starts for b in ends for c in ends]
    lines, told = [], []
    for index in range(count):
        if told and rng.random() < 0.1:
            title = rng.choice(told[-2000:])
        else:
            title = " ".join([rng.choice(PEOPLE), rng.choice(DEEDS), rng.choice(THINGS), rng.choice(PLACES),
                              *rng.choices(words, k=5), str(rng.randrange(1000))])
            told.append(title)
        minute = rng.randrange(48 * 60)
        lines.append(json.dumps({
            "id": f"i{index}", "title": title, "summary": " ".join(rng.choices(words, k=25)),
            "url": f"https://p{index % 300}.example.org/{index}?utm_source=rss", "source": f"Publisher {index % 300}",
            "published": f"2026-11-{19 + minute // 1440}T{minute // 60 % 24:02}:{minute % 60:02}:00Z",
        }, ensure_ascii=False))
    return ("\n".join(lines) + "\n").encode()


def measure(binary, items, runs):
    seconds, wall, memory = [], [], 0
    with tempfile.TemporaryFile() as source:
        source.write(items)
        for _ in range(runs):
            source.seek(0)
            start = time.perf_counter()
            child = subprocess.Popen([binary, "group"], stdin=source, stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode:
                sys.exit(f"{binary} group failed with {child.returncode}")
            wall.append(time.perf_counter() - start)
            seconds.append(usage.ru_utime + usage.ru_stime)
            memory = max(memory, usage.ru_maxrss)
    count = items.count(b"\n")
    print(f"{count} items: {statistics.median(seconds):.2f} s of CPU (best {min(seconds):.2f}), "
          f"{statistics.median(wall):.2f} s in all, {memory / 1024:.0f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", help="folder with dedupe/ and perf/")
    parser.add_argument("--binary", default=".build/release/newsdigest")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    if not os.access(options.binary, os.X_OK):
        sys.exit(f"{options.binary} is not there: swift build -c release --product newsdigest")
    binary = os.path.abspath(options.binary)
    measure(binary, generated(50_000), options.runs)
    if not options.data:
        print("no data folder given: quality is not measured")
        return
    speed = os.path.join(options.data, "perf", "items_50k_48h.jsonl.gz")
    if os.path.exists(speed):
        with gzip.open(speed) as file:
            measure(binary, file.read(), options.runs)
    else:
        print(f"{speed} is absent: not measured")
    scorer = os.path.join(options.data, "dedupe", "score.py")
    if os.path.exists(scorer):
        sys.stdout.flush()
        sys.exit(subprocess.call([sys.executable, scorer, "--check-order", "--", binary, "group"]))
    print(f"{scorer} is absent: quality is not measured")


if __name__ == "__main__":
    main()
