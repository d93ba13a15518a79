#!/usr/bin/env python3
"""Measures how `newsdigest` groups and orders the news of real mornings, labelled as an editor would.

    bench/realdays.py [--binary PATH] [--background] [--out DIR] DATA

DATA is a folder of labelled news that is not part of this repository: `realdays/` with its scorers, its batches and the
items of other days, and `dedupe/` with its own scorer. What is not there is said and left out. `--background` gives the
items of other days to `newsdigest group`; without it the table that the program brings along must do.
Build first: `swift build -c release --product newsdigest`.
"""
import argparse
import lzma
import pathlib
import subprocess
import sys
import tempfile


def run(title, command):
    print(f"\n{title}", flush=True)
    status = subprocess.run([sys.executable, *map(str, command)]).returncode
    if status:
        sys.exit(f"realdays: {command[0]} failed with {status}")


def is_there(*paths):
    missing = [path for path in paths if not path.exists()]
    for path in missing:
        print(f"realdays: '{path}' is not there; what needs it is left out")
    return not missing


def plain_background(path, folder):
    """The items of other days, without what `group` has no use for."""
    plain = pathlib.Path(folder) / "background.jsonl"
    with lzma.open(path, "rb") as packed:
        plain.write_bytes(packed.read())
    return plain


def group_command(binary, background, folder):
    """`pair_score.py` and `score.py` call one program: a script that passes the background on."""
    if background is None:
        return binary
    script = pathlib.Path(folder) / "newsdigest"
    script.write_text(f'#!/bin/sh\nexec "{binary}" "$@" --background "{background}"\n')
    script.chmod(0o755)
    return script


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--binary", type=pathlib.Path, default=pathlib.Path(".build/release/newsdigest"))
    parser.add_argument("--background", action="store_true")
    parser.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()
    binary = arguments.binary.resolve()
    if not binary.exists():
        sys.exit(f"realdays: there is no program '{binary}'; build it, or name it with --binary")
    days, sets = arguments.data / "realdays", arguments.data / "dedupe"
    with tempfile.TemporaryDirectory() as folder:
        background = None
        if arguments.background and is_there(days / "background.jsonl.xz"):
            background = plain_background(days / "background.jsonl.xz", folder)
        group = group_command(binary, background, folder)
        if is_there(days / "pair_score.py", days / "open" / "pairs.jsonl"):
            run("Stories, on the mornings", [days / "pair_score.py", group])
        if is_there(days / "rank_run.py", days / "rank_score.py", days / "open" / "leads.jsonl"):
            out = arguments.out or pathlib.Path(folder) / "digests"
            leads = days / "open" / "leads.jsonl"
            run("Digests of the mornings", [days / "rank_run.py", binary, out, leads])
            run("Leads, headings, trivia", [days / "rank_score.py", out, leads])
        if is_there(sets / "score.py", sets / "open"):
            run("Articles and stories, on the labelled sets", [sets / "score.py", "--dir", sets / "open", "--", group, "group"])


main()
