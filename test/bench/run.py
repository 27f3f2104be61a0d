#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the benchmarks of a build and prints one table; of a second build, without ISA-L, decoding and
bug reports are added."""
import argparse
import pathlib
import re
import subprocess
import sys

import big_input
from race import not_run

SPEED = ['decode', 'write', 'skip', 'many', 'text', 'mallocdbg']
PROGRAMS = {'base64': 'diagfmt-bench-base64', 'snappy': 'diagfmt-bench-snappy', 'apitrace': 'diagfmt-bench-apitrace',
            'bugreport': 'diagfmt-bench-bugreport', 'memory': 'diagfmt-bench-memory',
            'simpleperf': 'diagfmt-bench-simpleperf', 'scan': 'diagfmt-bench-scan',
            'json': 'diagfmt-bench-json', 'sql': 'diagfmt-bench-sql', 'rows': 'diagfmt-bench-rows',
            'diff': 'diagfmt-bench-diff', 'log': 'diagfmt-bench-log', 'profile': 'diagfmt-bench-profile'}
APPORT = pathlib.Path(__file__).with_name('bench_apport.py')  # needs the inputs of decode
SHARE = pathlib.Path(__file__).with_name('bench_share.py')
MALLOC_DEBUG = pathlib.Path(__file__).with_name('bench_malloc_debug.py')
WHOOPSIE = pathlib.Path(__file__).with_name('bench_whoopsie.py')
TABLES = pathlib.Path(__file__).with_name('bench_tables.py')


NUMBER = re.compile(r'[0-9]+(?:\.[0-9]+)?')
NOT_RUN = re.compile(r' not run: .+$')  # bench_not_run(), race.not_run()
MISSED = re.compile(r' (.{18}) .{18} (.{7}) (.{20})  miss$')  # columns that bench_print() prints: ours, ratio, target


def missed_by(line):
    """The share of its target by which a row misses it, or None."""
    row = MISSED.search(line.rstrip('\n'))
    if not row:
        return None
    ours, ratio, target = (column.strip() for column in row.groups())
    limits, value = NUMBER.findall(target), NUMBER.findall(ratio or ours)
    low, high, value = float(limits[0]), float(limits[-1]), float(value[0])
    below, above = (1 - value / low if low else 0), (value / high - 1 if high else 1)
    return round(below if target.startswith('>=') else above if len(limits) == 1 else max(below, above), 4)


def tables(build, inputs, rounds):
    """Python's rows: what needs DuckDB by the Python of the gate `ecosystem`, where that was run."""
    other = pathlib.Path(__file__).resolve().parents[2] / 'build-gates' / 'ecosystem' / 'python' / 'bin' / 'python'
    system = '/usr/bin/python3'
    rest = [str(build / 'lib' / 'libdiagfmt.so'), str(inputs), str(inputs / PROGRAMS['scan'])]
    return [(build, TABLES, [python, '-B', str(TABLES), *rest, parts, *([str(rounds)] if rounds else [])])
            for python, parts in ((system, 'log,samples'), (str(other) if other.exists() else system, 'duckdb'))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('build', type=pathlib.Path, help='build directory')
    parser.add_argument('build_zlib', type=pathlib.Path, nargs='?', help='build directory made with -Disal=disabled')
    parser.add_argument('--only', help='comma-separated: ' + ', '.join(SPEED + list(PROGRAMS)) + ', apport, whoopsie, share, tables, malloc-debug; decode-gzip …')
    parser.add_argument('--rounds', type=int, help="rounds of each measurement instead of its own number")
    parser.add_argument('--check', action='store_true', help='fail if a target is missed by more than 5 %%')
    options = parser.parse_args()
    known = SPEED + list(PROGRAMS) + ['apport', 'whoopsie', 'share', 'tables', 'malloc-debug']
    wanted = options.only.split(',') if options.only else known
    unknown = [name for name in wanted if name not in known and name.split('-')[0] not in known]
    if unknown:
        parser.error('no such benchmark: ' + ', '.join(unknown))

    inputs = options.build / 'test' / 'bench'
    rounds = [str(options.rounds)] if options.rounds else []
    extra = ['--rounds', *rounds] if rounds else []
    runs, absent = [], []  # what cannot be run at all, and why
    if 'apport' in wanted and not any(inputs.glob('core-*.crash')) and 'decode' not in wanted:
        wanted.append('decode')  # makes the reports
    speed = [name for name in wanted if name.split('-')[0] in SPEED]
    if speed:
        runs.append((options.build, 'diagfmt-bench', ['--dir', str(inputs), '--only', ','.join(speed)]))
    decode = [name for name in speed if name.startswith('decode')]
    if options.build_zlib and decode:
        runs.append((options.build_zlib, 'diagfmt-bench', ['--dir', str(inputs), '--only', ','.join(decode)]))
    tool = options.build / 'tools' / 'diagfmt' / 'diagfmt'
    with_tool = ['--dir', str(inputs)] + (['--tool', str(tool)] if tool.exists() else [])
    here = ['--dir', str(inputs)]
    needed = set(wanted) | ({'simpleperf', 'bugreport'} if {'scan', 'json', 'sql', 'tables'} & set(wanted) else set())
    if 'share' in wanted:
        needed |= {'bugreport'}
    if 'profile' in wanted:
        needed |= {'simpleperf', 'stacks'}
    args = {'snappy': here, 'diff': here, 'profile': here, 'scan': here, 'json': here, 'sql': here,
            'apitrace': with_tool, 'bugreport': with_tool, 'simpleperf': [str(inputs / 'big.simpleperf')]}
    for name in needed & set(big_input.INPUTS):
        big_input.ensure(name, inputs)
    for name, program in PROGRAMS.items():
        if name not in wanted:
            continue
        if (inputs / program).exists():
            runs.append((options.build, program, args.get(name, [])))
        else:
            absent.append((name, 'not in this build, which lacks what it needs'))
    if options.build_zlib and 'bugreport' in wanted:
        runs.append((options.build_zlib, PROGRAMS['bugreport'], ['--dir', str(inputs), '--only', 'zip']))

    cores = [str(path) for path in sorted(inputs.glob('core-*.crash'))]
    if not tool.exists():
        absent += [(name, 'no tool in this build') for name in ('apport', 'whoopsie', 'share') if name in wanted]
    if 'apport' in wanted and tool.exists():
        cores = cores or [str(inputs / f'core-{codec}-1.crash') for codec in ('gzip', 'zstd')]
        runs.append((options.build, APPORT, [sys.executable, '-B', str(APPORT), str(tool), *cores, *rounds]))
    if 'whoopsie' in wanted and tool.exists():
        runs.append((options.build, WHOOPSIE, [sys.executable, '-B', str(WHOOPSIE), str(tool), *rounds]))
    if 'share' in wanted and tool.exists():
        reports = [str(inputs / name) for name in big_input.BUGREPORTS[:2]]
        runs.append((options.build, SHARE, [sys.executable, '-B', str(SHARE), str(tool), *reports, str(inputs), *rounds]))
    module = options.build / 'tools' / 'malloc-debug' / 'diagfmt-malloc-debug.so'
    if 'malloc-debug' in wanted and not module.exists():
        absent.append(('malloc-debug', 'no diagfmt-malloc-debug in this build'))
    elif 'malloc-debug' in wanted:
        runs.append((options.build, MALLOC_DEBUG, [sys.executable, '-B', str(MALLOC_DEBUG), str(module), *rounds]))
    if 'tables' in wanted:
        runs += tables(options.build, inputs, options.rounds)

    missed = far = failed = 0
    lacking = len(absent)
    for name, why in absent:
        not_run(name + ': all rows', why)
    for i, (build, program, args) in enumerate(runs):
        command = [str(build / 'test' / 'bench' / program), *args, *extra, *(['--no-heading'] if i else [])]
        if program in (APPORT, WHOOPSIE, SHARE, TABLES, MALLOC_DEBUG):
            command = args
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                print(line, end='', flush=True)
                by = missed_by(line)
                missed += by is not None
                far += by is not None and by > 0.05
                lacking += bool(NOT_RUN.search(line.rstrip('\n')))
        failed += process.returncode != 0
    if missed:
        print(f'{missed} target{"s" if missed > 1 else ""} missed')
    if far:
        print(f'{far} of them by more than 5 %')
    if lacking:
        print(f'{lacking} row{"s" if lacking > 1 else ""} not run, for lack of what they say')
    if failed:
        print(f'{failed} benchmark program{"s" if failed > 1 else ""} failed')
    return 1 if failed or (options.check and far) else 0


if __name__ == '__main__':
    sys.exit(main())
