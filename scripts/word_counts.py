#!/usr/bin/env python3
"""Writes the table of word counts that a first run starts with: in how many of some thousand news items each word occurs.

    scripts/word_counts.py ITEMS     (writes Sources/Grouping/Words/counts.*.txt)

ITEMS is a file of JSON lines with `lang`, `title` and `summary`, plain or as .xz. It is not part of this repository:
only the counts are, and without ITEMS the table stays as it is. Another file of other days does as well.
"""
import collections
import json
import lzma
import pathlib
import re
import sys
import textwrap
import unicodedata

LANGUAGES = ["en", "ru"]
# A word in fewer texts weighs as one in none.
LEAST = 4
STEM = 5
MOST_WORDS, MOST_STEMS = 60, 30
WORD = re.compile(r"[^\W_]+")


def words(text):
    """Folded as `LetterTable` does: no case, no accents, no apostrophes."""
    text = re.sub("['’‘ʼ`´\u00ad]", "", text.lower())
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return WORD.findall(plain)


def stem(word):
    return word if any(c.isdigit() for c in word) else word[:STEM]


def stems(item):
    summary = list(dict.fromkeys(stem(w) for w in words(item.get("summary") or "")[:MOST_WORDS]))
    return {stem(w) for w in words(item.get("title") or "")} | set(summary[:MOST_STEMS])


def rounded(count):
    """To one of a few numbers, about an eighth apart, so that the table stays small."""
    step = 1
    while step * 8 < count:
        step *= 2
    return count // step * step


def table(items):
    counts = collections.Counter(s for item in items for s in stems(item))
    classes = collections.defaultdict(list)
    for word, count in counts.items():
        if count >= LEAST:
            classes[rounded(count)].append(word)
    return lines(classes)


def lines(classes):
    """A line is a number and the words that have it, the greatest number first."""
    return [line for number in sorted(classes, reverse=True)
            for line in textwrap.wrap(" ".join(sorted(classes[number])), 96, initial_indent=f"{number} ",
                                      subsequent_indent=f"{number} ")]


def read_files(usage, count=1):
    """What the lines of the files say that the command line names. Without a file, the table stays as it is."""
    if len(sys.argv) != 1 + count:
        sys.exit(usage)
    paths = [pathlib.Path(name) for name in sys.argv[1:]]
    for path in paths:
        if not path.exists():
            sys.exit(f"{pathlib.Path(sys.argv[0]).stem}: '{path}' is not there, so the table stays as it is")
    return [read_lines(path) for path in paths]


def read_lines(path):
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write_tables(name, one):
    """Writes one table for each language. `one` makes the number of the first line and the other lines from the
    language's code."""
    folder = pathlib.Path(__file__).resolve().parent.parent / "Sources/Grouping/Words"
    for language in LANGUAGES:
        number, table = one(language)
        (folder / f"{name}.{language}.txt").write_text("\n".join([str(number), *table, ""]), encoding="utf-8")


def main():
    [items] = read_files(__doc__)

    def one(language):
        own = [item for item in items if item["lang"] == language]
        return len(own), table(own)

    write_tables("counts", one)


if __name__ == "__main__":
    main()
