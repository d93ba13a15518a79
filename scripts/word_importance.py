#!/usr/bin/env python3
"""Writes the table of what each word says about the importance of a news item.

    scripts/word_importance.py RATED > new.swift && mv new.swift Sources/Grouping/WordImportance+Shipped.swift

RATED is a file of JSON lines with `lang`, `title`, `summary` and `importance`: what an editor thinks of the item, from 0
(nobody needs it) to 3 (it leads). It is not part of this repository: only the weights are, and without RATED the table
stays as it is. The weights are those of a ridge regression on the words of title and summary. It begins with the weights
that the table has, so new ratings correct what earlier ones said. Needs numpy.
"""
import collections
import pathlib
import re

import numpy

from word_counts import LANGUAGES, MOST_WORDS, lines, print_tables, read_items, stem, words

# A word in fewer rated items has no weight.
LEAST = 4
# What a word of the summary weighs, compared with one of the title. `Manner` has the same number.
SUMMARY = 0.3
# The penalty of the regression, which keeps the weights of rare words near to what they were. Chosen by days that were
# left out.
PENALTY = 20
# Weights are multiples of 1/20.
STEPS = 20
TABLE = pathlib.Path(__file__).parent.parent / "Sources/Grouping/WordImportance+Shipped.swift"


def earlier():
    """The weights that the table has, by language."""
    tables = re.findall(r'\.(\w+), -?\d+,\n +"""\n(.*?)"""', TABLE.read_text(), re.DOTALL)
    names = {name.lower(): code for code, name in LANGUAGES.items()}
    found = {names[name]: [line.split() for line in table.strip().splitlines()] for name, table in tables}
    return {code: {word: int(step) / STEPS for step, *own in rows for word in own} for code, rows in found.items()}


def counts(item):
    """How often each word occurs in the item. `NewsTexts` counts the same."""
    found = collections.Counter(stem(w) for w in words(item["title"]))
    for word in words(item.get("summary") or "")[:MOST_WORDS]:
        found[stem(word)] += SUMMARY
    return found


def weights(items, old):
    """The weight of each word, and what an item without any of them has, so that the average item has 0."""
    texts = [counts(item) for item in items]
    frequency = collections.Counter(word for text in texts for word in text)
    columns = {word: n for n, word in enumerate(sorted(w for w, c in frequency.items() if c >= LEAST))}
    matrix = numpy.zeros((len(items), len(columns)))
    for row, text in zip(matrix, texts):
        for word, count in text.items():
            if word in columns:
                row[columns[word]] = count
    start = numpy.array([old.get(word, 0) for word in columns])
    importance = numpy.array([item["importance"] for item in items], float)
    average = matrix.mean(0)
    centred = matrix - average
    rest = importance - importance.mean() - centred @ start
    gram = centred @ centred.T + PENALTY * numpy.eye(len(items))
    found = start + centred.T @ numpy.linalg.solve(gram, rest)
    return old | dict(zip(columns, found)), -float(average @ found)


def table(found):
    classes = collections.defaultdict(list)
    for word, weight in found.items():
        if step := round(weight * STEPS):
            classes[step].append(word)
    return lines(classes)


def main():
    items = read_items(__doc__)
    old = earlier()
    print("// Written by scripts/word_importance.py. A line is a weight and the beginnings of the words that have it.\n")
    print("extension WordImportance {")
    print(f"    /// Language, what a text without any of the words has, weights. All are in parts of {STEPS}.")
    print("    static let shippedTables: [(language: TextLanguage, base: Int, table: String)] = [")

    def one(own):
        found, base = weights(own, old[own[0]["lang"]])
        return round(base * STEPS), table(found)

    print_tables(items, one)


if __name__ == "__main__":
    main()
