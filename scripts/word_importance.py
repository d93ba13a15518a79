#!/usr/bin/env python3
"""Writes the table of what each word says about the importance of a news item.

    scripts/word_importance.py ITEMS WORDS     (writes Sources/Grouping/Words/importance.*.txt)

ITEMS is a file of JSON lines with `lang`, `title`, `summary` and `importance`: what an editor thinks of the item, from 0
(nobody needs it) to 3 (it leads). WORDS is one with `lang`, `word` (a stem) and `rating`: what the editor thinks of items
with this word in general, from -3 (only trivia) to 3 (only lead stories). Neither is part of this repository: only the
weights are, and without these files the table stays as it is.

The weights are those of a ridge regression on the words of title and summary. It begins with the rated words, because
the items are of a short time, and many words of other times are not in them. Needs numpy.
"""
import collections

import numpy

from word_counts import MOST_WORDS, lines, read_files, stem, words, write_tables

# The regression changes the weight of a word only if at least this number of rated items have it.
LEAST = 4
# What a word of the summary weighs, compared with one of the title. `Manner` has the same number.
SUMMARY = 0.3
# The penalty of the regression, which keeps the weights of rare words near to their ratings. Chosen by periods that
# were left out.
PENALTY = 20
# Weights are multiples of 1/20.
STEPS = 20


def counts(item):
    """How often each word occurs in the item. `NewsTexts` counts the same."""
    found = collections.Counter(stem(w) for w in words(item["title"]))
    for word in words(item.get("summary") or "")[:MOST_WORDS]:
        found[stem(word)] += SUMMARY
    return found


def weights(items, ratings):
    """The weight of each word, and what an item without any of them has, so that the average item has 0."""
    texts = [counts(item) for item in items]
    importance = numpy.array([item["importance"] for item in items], float)
    rated = numpy.array([sum(count * ratings.get(word, 0) for word, count in text.items()) for text in texts])
    # What one point of a rating is worth.
    point = numpy.polyfit(rated, importance, 1)[0]
    frequency = collections.Counter(word for text in texts for word in text)
    columns = {word: n for n, word in enumerate(sorted(w for w, c in frequency.items() if c >= LEAST))}
    matrix = numpy.zeros((len(items), len(columns)))
    for row, text in zip(matrix, texts):
        for word, count in text.items():
            if word in columns:
                row[columns[word]] = count
    average = matrix.mean(0)
    centred = matrix - average
    rest = importance - importance.mean() - point * (rated - rated.mean())
    gram = centred @ centred.T + PENALTY * numpy.eye(len(items))
    change = centred.T @ numpy.linalg.solve(gram, rest)
    found = {word: point * rating for word, rating in ratings.items()}
    for word, column in columns.items():
        found[word] = found.get(word, 0) + change[column]
    return found, -float(average @ change + point * rated.mean())


def table(found):
    classes = collections.defaultdict(list)
    for word, weight in found.items():
        if step := round(weight * STEPS):
            classes[step].append(word)
    return lines(classes)


def main():
    items, rated = read_files(__doc__, count=2)

    def one(language):
        found, base = weights(
            [item for item in items if item["lang"] == language],
            {word["word"]: word["rating"] for word in rated if word["lang"] == language})
        return round(base * STEPS), table(found)

    write_tables("importance", one)


if __name__ == "__main__":
    main()
