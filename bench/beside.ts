// Compares a long operation with the minimum work it requires: the time both take, in alternating rounds, and
// the memory ours uses.
import { readFile, writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { median } from './measure.ts';
import type { Row } from './suite.ts';

/** Peak resident memory since `forgetPeak`, and resident memory now, in MiB. */
async function memoryOf(pid: number): Promise<{ peak: number; now: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? NaN) / 1024;
  return { peak: read('VmHWM'), now: read('VmRSS') };
}

/** Linux resets the peak on this write (proc(5), clear_refs). */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function secondsOf(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

export interface Work {
  name: string;
  rounds: number;
  /** Process id of the service. */
  pid: number;
  /** The most additional memory the service may use, in MiB. */
  mostMemory: number;
  /** Runs before each round, untimed. */
  prepare?: () => Promise<void>;
  reference: () => unknown;
  ours: () => Promise<void>;
}

/** @returns the medians of all rounds, and the peak memory of any one round */
export async function measureBeside(work: Work): Promise<Row[]> {
  const ours: number[] = [];
  const reference: number[] = [];
  let growth = 0;
  for (let round = 0; round < work.rounds; round += 1) {
    await work.prepare?.();
    reference.push(await secondsOf(work.reference));
    await forgetPeak(work.pid);
    const { now } = await memoryOf(work.pid);
    ours.push(await secondsOf(work.ours));
    growth = Math.max(growth, (await memoryOf(work.pid)).peak - now);
  }
  const ratio = median(reference) / median(ours);
  return [
    {
      name: work.name,
      ours: median(ours),
      reference: median(reference),
      unit: 's',
      ratio,
      target: '≥ 50 %',
      ok: ratio >= 0.5,
    },
    {
      name: 'more memory meanwhile',
      ours: growth,
      reference: null,
      unit: 'MiB',
      ratio: null,
      target: `< ${work.mostMemory}`,
      ok: growth < work.mostMemory,
    },
  ];
}
