#!/usr/bin/env python3
"""Measures what the start of newsdigest costs beside curl's, which loads the same libraries.

    bench/startup.py [--binary .build/release/newsdigest] [--runs 200]

Processor time (user and system) of whole processes in milliseconds, medians of interleaved runs.
"""
import argparse, os, shutil, statistics, sys


def cost(command):
    """Processor milliseconds of one process, and its memory in MB."""
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        os.execvp(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f'{" ".join(command)} failed')
    return (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--binary', default='.build/release/newsdigest')
    parser.add_argument('--runs', type=int, default=200)
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    commands = {'newsdigest --version': [binary, '--version'], 'newsdigest --help': [binary, '--help'],
                'newsdigest categories': [binary, 'categories', '--config', os.devnull]}
    if shutil.which('curl'):
        commands['curl --version'] = ['curl', '--version']
    else:
        print('curl is not installed: it is left out')
    samples = {name: [] for name in commands}
    for _ in range(options.runs):
        for name, command in commands.items():
            samples[name].append(cost(command))
    times = {name: statistics.median(time for time, _ in values) for name, values in samples.items()}
    for name, time in times.items():
        memory = statistics.median(memory for _, memory in samples[name])
        ratio = f'  {time / times["curl --version"]:.2f} x curl' if 'curl --version' in times else ''
        print(f'{name:24} {time:6.2f} ms {memory:6.1f} MB{ratio}')


main()
