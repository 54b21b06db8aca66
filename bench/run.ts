// npm run bench -- http|mcp|search|media|similar|upload|deploy|remove|panel [--quick] [--assets 100000]: measures the service and
// its reference on this machine in one run, prints a table and writes bench/results/{suite}.json. Of the panel, --only "many cards" measures
// one part.
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { runDeploy } from './deploy.ts';
import { runRoute } from './http.ts';
import { runMcp } from './mcp.ts';
import { runMedia } from './media/index.ts';
import { runPanel } from './panel.ts';
import { runRemove } from './remove.ts';
import { runSearch } from './search.ts';
import { runSimilar } from './media/similar.ts';
import type { Row, SuiteOptions, SuiteResult } from './suite.ts';
import { runUpload } from './upload.ts';

const suites: Record<string, (options: SuiteOptions) => Promise<SuiteResult>> = {
  http: runRoute,
  mcp: runMcp,
  search: runSearch,
  media: runMedia,
  similar: runSimilar,
  upload: runUpload,
  deploy: runDeploy,
  remove: runRemove,
  panel: runPanel,
};

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    assets: { type: 'string', default: '100000' },
    only: { type: 'string' },
  },
  allowPositionals: true,
});
const name = positionals[0] ?? '';
const suite = suites[name];
if (!suite) {
  console.error(`Name a suite: npm run bench -- ${Object.keys(suites).join('|')} [--quick]`);
  process.exit(1);
}

function figure(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}

function ratioOf({ ratio, target }: Row): string {
  if (ratio === null) return '';
  return target.endsWith('×') ? `${ratio.toFixed(1)} ×` : `${Math.round(ratio * 100)} %`;
}

function printTable(rows: readonly Row[]): void {
  const cells = [
    ['', 'ours', 'reference', '', 'ratio', 'target', ''],
    ...rows.map((row) => [
      row.name,
      figure(row.ours),
      row.reference === null ? '' : figure(row.reference),
      row.unit,
      ratioOf(row),
      row.target,
      row.ok ? 'ok' : 'missed',
    ]),
  ];
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of cells) {
    const padded = line.map((cell, column) =>
      [1, 2, 4].includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    console.log(padded.join('  ').trimEnd());
  }
}

const options = {
  ...(values.quick ? { rounds: 3, seconds: 1 } : { rounds: 5, seconds: 3 }),
  assets: Number(values.assets),
  ...(values.only !== undefined && { only: values.only }),
};
const machine = `${os.cpus().length} cores (${os.cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
/** How many processes there were for them, the minute before and the last one: a machine that is busy with others takes longer. */
const [before = 0] = os.loadavg();
console.log(`${name}: ${options.rounds} rounds of ${options.seconds} s each, medians`);
const { rows, postgres } = await suite(options);
const load = [before, os.loadavg()[0] ?? 0].map((value) => value.toFixed(1));
console.log(`${machine}, PostgreSQL ${postgres}, load ${load.join(' to ')}\n`);
printTable(rows);
await mkdir('bench/results', { recursive: true });
await writeFile(
  `bench/results/${name}.json`,
  `${JSON.stringify({ suite: name, at: new Date().toISOString(), machine, load, postgres, options, rows }, null, 2)}\n`,
);
