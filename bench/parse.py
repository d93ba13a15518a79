#!/usr/bin/env python3
"""Measures `newsdigest parse` beside sfeed and libxml2 with empty handlers.

    bench/parse.py                    RSS and Atom of 10,000 made-up entries each, one after the other
    bench/parse.py FEED...            these feeds, in one process (sfeed reads one stream: it gets them joined)
    bench/parse.py --runs 15 FEED...

User time of whole processes, output thrown away; medians of interleaved runs.

Build first: swift build -c release --static-swift-stdlib. A peer that is not installed is named and left out.
"""
import argparse, html, os, random, shutil, statistics, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def floor_program(folder):
    """The compiled program of empty handlers, or None with the reason said."""
    flags = subprocess.run(['pkg-config', '--cflags', '--libs', 'libxml-2.0'], capture_output=True, text=True)
    compiler = shutil.which('cc') or shutil.which('clang')
    if flags.returncode or not compiler:
        print('no C compiler or libxml2: the floor is left out')
        return None
    path = os.path.join(folder, 'sax_floor')
    source = os.path.join(ROOT, 'bench', 'sax_floor.c')
    subprocess.run([compiler, '-O2', '-w', source, '-o', path, *flags.stdout.split()], check=True)
    return path


def measure(command, stdin):
    """User seconds and peak memory in MB of one process and its children."""
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(os.open(stdin or os.devnull, os.O_RDONLY), 0)
        os.execvp(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f'{command[0]} failed')
    return usage.ru_utime, usage.ru_maxrss / 1024


WORDS = ('the harbour pilot said that tide and weather had kept ships at quay until noon — a new timetable follows '
         'рыбаки ждали у причала пока не стих ветер и утром вышли в море с новыми сетями').split()


def made_up(kind, count, folder):
    """The path of a feed of so many entries; the same each time. HTML is in CDATA sections in RSS, escaped in Atom."""
    random.seed(1)
    path = os.path.join(folder, f'{kind}.xml')
    with open(path, 'w', encoding='utf-8') as feed:
        if kind == 'rss':
            feed.write('<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Quay</title>')
        else:
            feed.write('<feed xmlns="http://www.w3.org/2005/Atom"><title>Quay</title>')
        for number in range(count):
            url = f'https://quay.example/{number}'
            text = [' '.join(random.choices(WORDS, k=length)) for length in (8, 30, 90, 120)]
            content = ''.join(f'<p>{part} <a href="{url}?a=1&amp;b=2">more</a></p>\n' for part in text[2:])
            if kind == 'rss':
                feed.write(f'<item>\n<title>{text[0]}</title>\n<link>{url}</link>\n<guid isPermaLink="false">{number}</guid>\n'
                           f'<pubDate>Sat, 04 Jan 2025 12:00:00 +0000</pubDate>\n<category>Sea</category>\n'
                           f'<description>{text[1]}</description>\n'
                           f'<content:encoded><![CDATA[{content}]]></content:encoded>\n</item>\n')
            else:
                feed.write(f'<entry>\n<title>{text[0]}</title>\n<link href="{url}"/>\n<id>tag:quay.example,2025:{number}</id>\n'
                           f'<updated>2025-01-04T12:00:00Z</updated>\n<category term="Sea"/>\n'
                           f'<summary>{text[1]}</summary>\n'
                           f'<content type="html">{html.escape(content)}</content>\n</entry>\n')
        feed.write('</channel></rss>' if kind == 'rss' else '</feed>')
    return path


def compare(name, feeds, binary, runs, folder):
    """Runs all programs over the feeds in turn and prints what they took."""
    megabytes = sum(os.path.getsize(path) for path in feeds) / 1e6
    joined = feeds[0]
    if len(feeds) > 1:
        joined = os.path.join(folder, 'joined')
        with open(joined, 'wb') as output:
            for path in feeds:
                with open(path, 'rb') as feed:
                    output.write(feed.read())
    programs = {'newsdigest parse': ([binary, 'parse', '--json', *feeds], None)}
    floor = floor_program(folder)
    if floor:
        programs['libxml2, empty handlers'] = ([floor, *feeds], None)
    if shutil.which('sfeed'):
        programs['sfeed'] = (['sfeed'], joined)
    else:
        print('sfeed is not installed (apt install sfeed): left out')
    results = {program: [] for program in programs}
    for _ in range(runs):
        for program, (command, stdin) in programs.items():
            results[program].append(measure(command, stdin))
    ours = results['newsdigest parse']
    print(f'{name}: {megabytes:.1f} MB, {runs} runs')
    for program, measured in results.items():
        times = [time for time, _ in measured]
        median = max(statistics.median(times), 1e-3)
        ratio = statistics.median(time / max(own, 1e-3) for time, (own, _) in zip(times, ours))
        beside = '' if program == 'newsdigest parse' else f'   newsdigest is {ratio:.2f} times as fast'
        print(f'  {program:<24}{median:7.3f} s {megabytes / median:6.0f} MB/s'
              f'{max(memory for _, memory in measured):7.0f} MB of memory{beside}')


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--runs', type=int, default=9)
    options.add_argument('--binary', default=os.path.join(ROOT, '.build/release/newsdigest'))
    options.add_argument('feeds', nargs='*')
    chosen = options.parse_args()
    missing = [path for path in [chosen.binary, *chosen.feeds] if not os.path.exists(path)]
    if missing:
        sys.exit('not there: ' + ', '.join(missing))
    with tempfile.TemporaryDirectory() as folder:
        if chosen.feeds:
            name = chosen.feeds[0] if len(chosen.feeds) == 1 else f'{len(chosen.feeds)} files'
            return compare(name, chosen.feeds, chosen.binary, chosen.runs, folder)
        for kind in ('rss', 'atom'):
            compare(f'{kind}, made up', [made_up(kind, 10_000, folder)], chosen.binary, chosen.runs, folder)


main()
