#!/usr/bin/env python3
"""Writes the table of what each word says about the importance of a news item.

    scripts/word_importance.py RATED > Sources/Grouping/WordImportance+Shipped.swift

RATED is a file of JSON lines with `lang`, `title`, `summary` and `importance`: what an editor thinks of the item, from 0
(nobody needs it) to 3 (it leads). It is not part of this repository: only the weights are, and without RATED the table
stays as it is. The weights are those of a ridge regression on the words of title and summary. Needs numpy.
"""
import collections

import numpy

from word_counts import MOST_WORDS, lines, print_tables, read_items, stem, words

# A word in fewer rated items has no weight.
LEAST = 4
# What a word of the summary weighs, compared with one of the title. `Manner` has the same number.
SUMMARY = 0.3
# The penalty of the regression, which keeps the weights of rare words small. Chosen by items that were left out.
PENALTY = 10
# Weights are multiples of 1/20.
STEPS = 20


def counts(item):
    """How often each word occurs in the item. `NewsTexts` counts the same."""
    found = collections.Counter(stem(w) for w in words(item["title"]))
    for word in words(item.get("summary") or "")[:MOST_WORDS]:
        found[stem(word)] += SUMMARY
    return found


def weights(items):
    """The weight of each word, and what an item without any of them has, so that the average item has 0."""
    texts = [counts(item) for item in items]
    frequency = collections.Counter(word for text in texts for word in text)
    columns = {word: n for n, word in enumerate(sorted(w for w, c in frequency.items() if c >= LEAST))}
    matrix = numpy.zeros((len(items), len(columns)))
    for row, text in zip(matrix, texts):
        for word, count in text.items():
            if word in columns:
                row[columns[word]] = count
    importance = numpy.array([item["importance"] for item in items], float)
    average = matrix.mean(0)
    centred = matrix - average
    gram = centred @ centred.T + PENALTY * numpy.eye(len(items))
    found = centred.T @ numpy.linalg.solve(gram, importance - importance.mean())
    return dict(zip(columns, found)), -float(average @ found)


def table(found):
    classes = collections.defaultdict(list)
    for word, weight in found.items():
        if step := round(weight * STEPS):
            classes[step].append(word)
    return lines(classes)


def main():
    items = read_items(__doc__)
    print("// Written by scripts/word_importance.py. A line is a weight and the beginnings of the words that have it.\n")
    print("extension WordImportance {")
    print(f"    /// Language, what a text without any of the words has, weights. All are in parts of {STEPS}.")
    print("    static let shippedTables: [(language: TextLanguage, base: Int, table: String)] = [")

    def one(own):
        found, base = weights(own)
        return round(base * STEPS), table(found)

    print_tables(items, one)


if __name__ == "__main__":
    main()
