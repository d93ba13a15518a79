#!/usr/bin/env python3
"""Fuzzes what compares titles: fuzz/titles.py NEWSDIGEST [seconds] [seed]

Batches of items with mutated titles, summaries, addresses, sources and dates go through `newsdigest group`. A batch fails
if the program does not end with 0, takes more than a minute, gives other items than it got, or gives other groups for
the same items in another order. A batch that fails is kept as fuzz/crash-titles-SEED.jsonl.
"""
import json
import os
import random
import subprocess
import sys
import time

SEEDS = [
    "Harbour crane collapses in Port Elsom, two dock workers injured",
    "UPDATE 2-Bank of Varnia says spare capacity may be more than 1.5 percent - Daily",
    "Football: Elsom Rovers sign striker from Varnia United | Sport",
    "В Эльсоме открыли пешеходный мост через реку Вару",
    "速報：エルソムの港でクレーンが倒れた",
    "Roundup for November 3 (2) [видео]",
    "Comet Larkin &amp;amp; &quot;friends&quot; pass <b>Earth</b> …",
]
PIECES = [
    "&amp;", "&amp;amp;", "amp;", "&#x301;", "&#0;", "&#xFFFFFFFF;", "<", "<a", "</b>", "<!--", ">", "\u0301", "\u0301\u0323\u05b0",
    "\u200b", "\u202e", "\ufe0f", "\u1100", "👩\u200d", "🇷", " - ", " | ", ": ", "(2)", "[", "…", "...", "1,000", "1.5", "1 500",
    "no", "не", "day 3", "covid-19", "percent", "UPDATE 1-", "速報", "ที่", "İ", "ß", "ﷺ", "\u0000", "\ud800", "\uffff", "\U0010ffff",
    "", " ", "\n", "x" * 300, "word " * 100, "The post a appeared first on b", "[+123 chars]",
]
ADDRESSES = [
    "", "https://a.example/story", "https://www.b.example/amp/story?utm_source=rss", "https://c.example/", "http://[::1]/", "//d.example/1",
    "https://news.google.com/articles/CBMiABC", "https://www.google.com/url?url=https://a.example/story", "https://" + "a." * 500, "javascript:1",
    "https://a.example/" + "../" * 500, "https://a.example/%2F%zz?%CC%81=" + "&a=b" * 300, "https://пример.example/ё",
]


def mutated(text, rng):
    for _ in range(rng.choice([0, 0, 1, 2, 8])):
        start = rng.randrange(len(text) + 1)
        match rng.randrange(4):
            case 0: text = text[:start] + rng.choice(PIECES) * rng.choice([1, 1, 2, 40]) + text[start:]
            case 1: text = text[:start] + text[start + rng.randrange(20):]
            case 2: text = text[:start] + rng.choice(SEEDS)[start:]
            case 3: text = text[:start] + "".join(rng.sample(text[start:], len(text[start:])))
    return text


def batch(rng):
    stems = [mutated(rng.choice(SEEDS), rng) for _ in range(rng.choice([1, 3, 30]))]
    items = []
    for number in range(rng.choice([1, 2, 10, 300, 1500])):
        items.append({
            "id": str(number),
            "title": mutated(rng.choice(stems), rng) if rng.random() < 0.7 else rng.choice(stems + [""]),
            "summary": mutated(rng.choice(stems) * rng.choice([0, 1, 5]), rng),
            "url": rng.choice(ADDRESSES) + rng.choice(["", "", str(rng.randrange(5))]),
            "source": mutated(rng.choice(["", "Daily", "Gazette 3", "A" * 1000]), rng),
            "published": rng.choice(["", "2026-11-21T08:00:00Z", f"2026-11-{rng.randrange(10, 29)}T0{rng.randrange(10)}:00:00Z",
                                     "9999-99-99T99:99:99Z", "yesterday"]),
        })
    return items


def groups(program, items):
    lines = "".join(json.dumps(item) + "\n" for item in items)
    answer = subprocess.run([program, "group"], input=lines.encode(), capture_output=True, timeout=60)
    assert answer.returncode == 0, f"ended with {answer.returncode}: {answer.stderr[-500:]!r}"
    found = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [line["id"] for line in found] == [item["id"] for item in items], "other items than were given"
    together = {}
    for line in found:
        together.setdefault(("story", line["story"]), set()).add(line["id"])
        together.setdefault(("article", line["duplicate_of"] or line["id"]), set()).add(line["id"])
    return {(kind, frozenset(members)) for (kind, _), members in together.items()}


def main():
    program = os.path.abspath(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 600
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    end = time.monotonic() + seconds
    batches = items = failures = 0
    while time.monotonic() < end:
        rng = random.Random(seed)
        made = batch(rng)
        try:
            first = groups(program, made)
            rng.shuffle(made)
            assert groups(program, made) == first, "another order gives other groups"
        except (AssertionError, subprocess.TimeoutExpired, ValueError) as error:
            failures += 1
            path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"crash-titles-{seed}.jsonl")
            with open(path, "w") as file:
                file.writelines(json.dumps(item) + "\n" for item in made)
            print(f"{path}: {error}", file=sys.stderr)
        batches, items, seed = batches + 1, items + len(made), seed + 1
    print(f"{batches} batches of {items} items, {failures} failures")
    sys.exit(failures > 0)


main()
