#!/usr/bin/env python3
"""Compares the texts that FeedParser makes of HTML with what html5lib reads, word by word.

    bench/texts.py FOLDER...              every feed below the folders
    bench/texts.py --show 20 FOLDER...    with the 20 texts that differ most

Needs swift, libxml2 and html5lib (pip install html5lib).

What differs on purpose: SVG and MathML are left out, and so is what stands in elements that are never shown; comments,
tags and quotes without an end hide nothing; `<script/>` is a whole element, as in XHTML.
"""
import argparse, collections, json, os, re, shutil, subprocess, sys, tempfile

try:
    import html5lib
except ImportError:
    sys.exit('html5lib is not installed: pip install html5lib')

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LONG = 3000
DROPPED = {'script', 'style', 'head', 'title', 'template', 'iframe', 'noscript', 'noframes', 'svg', 'math', 'select',
           'textarea', 'xmp', 'plaintext'}
BLOCKS = set('p div br li ul ol td th tr table h1 h2 h3 h4 h5 h6 hr pre blockquote figure figcaption dl dt dd article '
             'section header footer details summary address caption tbody thead'.split())


def files(folders):
    for folder in folders:
        if not os.path.isdir(folder):
            sys.exit(f'no such folder: {folder}')
        for path, _, names in os.walk(folder):
            yield from (os.path.join(path, name) for name in sorted(names))


PACKAGE = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "TextPrinter", dependencies: [.package(name: "newsdigest", path: "%s")],
    targets: [
        .executableTarget(
            name: "TextPrinter", dependencies: [.product(name: "FeedParser", package: "newsdigest")], path: "Sources")
    ])
"""


def printer(folder):
    """The built program that prints our texts: a package of its own, which uses the library."""
    os.mkdir(os.path.join(folder, 'Sources'))
    shutil.copy(os.path.join(ROOT, 'bench/TextPrinter.swift'), os.path.join(folder, 'Sources'))
    with open(os.path.join(folder, 'Package.swift'), 'w') as package:
        package.write(PACKAGE % ROOT)
    subprocess.run(['swift', 'build', '-c', 'release', '--package-path', folder], check=True)
    return os.path.join(folder, '.build/release/TextPrinter')


def write_text(element, parts):
    name = element.tag.rpartition('}')[2] if isinstance(element.tag, str) else ''
    if not isinstance(element.tag, str) or name in DROPPED:
        return
    space = ' ' if name in BLOCKS else ''
    parts += [space, element.text or '']
    for child in element:
        write_text(child, parts)
        parts.append(child.tail or '')
    parts.append(space)


def words(text):
    return collections.Counter(re.findall(r'\w+', text))


def compared(line):
    """The share of the other reader's words that we have, how many of ours it has not, and where the text is from."""
    text = json.loads(line)
    parts = []
    write_text(html5lib.parseFragment(text['html'], namespaceHTMLElements=False), parts)
    theirs, ours = words(''.join(parts)), words(text['plain'])
    count = sum(theirs.values())
    kept = sum((theirs & ours).values()) / count if count else 1
    return kept, sum((ours - theirs).values()), len(text['html']), text['place'], theirs - ours, ours - theirs


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--show', type=int, default=0)
    options.add_argument('folders', nargs='+')
    chosen = options.parse_args()
    sys.setrecursionlimit(100_000)
    paths = list(files(chosen.folders))
    if not paths:
        sys.exit('no files in ' + ', '.join(chosen.folders))
    with tempfile.TemporaryDirectory() as folder:
        output = subprocess.run([printer(folder), *paths], capture_output=True, check=True).stdout
    results = [compared(line) for line in output.splitlines()]
    if not results:
        sys.exit(f'no feed with HTML in it among {len(paths)} files')
    for name, some in (('all texts', results), (f'over {LONG} characters', [r for r in results if r[2] > LONG])):
        whole = sum(kept >= 0.9 for kept, *_ in some)
        same = sum(kept == 1 and not more for kept, more, *_ in some)
        print(f'{name}: {len(some)}, {whole} with at least 90 % of the words, {same} with the same words')
    for kept, more, length, place, less, extra in sorted(results, key=lambda r: (r[0], -r[1]))[:chosen.show]:
        print(f'{kept:6.1%} {more:4} more, of {length}: {place}  -{dict(less.most_common(4))} +{dict(extra.most_common(4))}')


main()
