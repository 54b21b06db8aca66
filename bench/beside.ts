// A long piece of work beside what does the least that has to be done for it: the time both take, in turn, and the memory ours takes.
import { readFile, writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { median, type Row } from './measure.ts';

/** The most a process has ever had resident since `forgetPeak`, and what it has now, in MiB. */
async function memoryOf(pid: number): Promise<{ peak: number; now: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? NaN) / 1024;
  return { peak: read('VmHWM'), now: read('VmRSS') };
}

/** Linux forgets the peak when told so (proc(5), clear_refs). */
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
  /** Of the service. */
  pid: number;
  /** MiB that the service may take more meanwhile. */
  mostMemory: number;
  /** Before each round, untimed. */
  prepare?: () => Promise<void>;
  reference: () => unknown;
  ours: () => Promise<void>;
}

/** @returns the medians of all rounds, and the most memory that one of them took. */
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
