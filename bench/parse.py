#!/usr/bin/env python3
"""Measures `newsdigest parse` beside sfeed and libxml2 with empty handlers.

    bench/parse.py FEED...            user time of whole processes, medians of interleaved runs
    bench/parse.py --runs 15 FEED...

Build first: swift build -c release --static-swift-stdlib. A peer that is not installed is named and left out.
"""
import argparse, os, shutil, statistics, subprocess, sys, tempfile

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


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--runs', type=int, default=9)
    options.add_argument('--binary', default=os.path.join(ROOT, '.build/release/newsdigest'))
    options.add_argument('feeds', nargs='+')
    chosen = options.parse_args()
    missing = [path for path in [chosen.binary, *chosen.feeds] if not os.path.exists(path)]
    if missing:
        sys.exit('not there: ' + ', '.join(missing))
    megabytes = sum(os.path.getsize(path) for path in chosen.feeds) / 1e6
    with tempfile.TemporaryDirectory() as folder:
        joined = chosen.feeds[0]
        if len(chosen.feeds) > 1:
            joined = os.path.join(folder, 'joined')
            with open(joined, 'wb') as output:
                for path in chosen.feeds:
                    output.write(open(path, 'rb').read())
        programs = {'newsdigest parse': ([chosen.binary, 'parse', '--json', *chosen.feeds], None)}
        floor = floor_program(folder)
        if floor:
            programs['libxml2, empty handlers'] = ([floor, *chosen.feeds], None)
        if shutil.which('sfeed'):
            programs['sfeed'] = (['sfeed'], joined)
        else:
            print('sfeed is not installed (apt install sfeed): left out')
        results = {name: [] for name in programs}
        for _ in range(chosen.runs):
            for name, (command, stdin) in programs.items():
                results[name].append(measure(command, stdin))
        ours = results['newsdigest parse']
        print(f'{len(chosen.feeds)} files, {megabytes:.1f} MB, {chosen.runs} runs')
        for name, runs in results.items():
            times = [time for time, _ in runs]
            ratio = statistics.median(time / own for time, (own, _) in zip(times, ours) if own)
            print(f'{name:<26}{statistics.median(times):7.3f} s {megabytes / max(statistics.median(times), 1e-3):7.0f} MB/s'
                  f'{max(memory for _, memory in runs):8.0f} MB   our speed: {ratio:.2f} of it')


main()
