// npm run test:host -- [--ids serial|uuid] [--payload lowest|highest] [--tarball marque.tgz] [--quick]
// Packs Marque, installs it with the module of the tutorial in a Payload app outside of this repository, and compares the app with what it
// was. All combinations unless told; `--quick` leaves out `next dev`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder } from '../setup/children.ts';
import { startEmptyDatabase } from '../setup/run/run-database.ts';
import { runCombination, type Combination } from './combination.ts';
import { run } from './run-program.ts';
import { StepFailed, Tally } from './tally.ts';
import { root } from './versions.ts';

/** The one that was asked for, or all. @throws Error for another */
function chosen<T extends string>(name: string, value: string | undefined, all: readonly T[]): readonly T[] {
  if (value === undefined) return all;
  const one = all.find((known) => known === value);
  if (one === undefined) throw new Error(`--${name} must be ${all.join(' or ')}, not "${value}".`);
  return [one];
}

function readArguments(): { combinations: Combination[]; tarball: string | undefined } {
  const { values } = parseArgs({
    options: {
      ids: { type: 'string' },
      payload: { type: 'string' },
      tarball: { type: 'string' },
      quick: { type: 'boolean' },
    },
  });
  const ends = chosen('payload', values.payload, ['lowest', 'highest'] as const);
  const idTypes = chosen('ids', values.ids, ['serial', 'uuid'] as const);
  return {
    combinations: ends.flatMap((payload) =>
      idTypes.map((ids) => ({ ids, payload, inDevelopment: !values.quick })),
    ),
    tarball: values.tarball,
  };
}

/** @returns the path of the tarball */
async function pack(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
  return path.join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

const { combinations, tarball } = readArguments();
const tally = new Tally();
const folder = await makeFolder();
const stopDatabase = await startEmptyDatabase();
try {
  const packed = await tally.step('npm pack', async () => path.resolve(tarball ?? (await pack(folder.path))));
  for (const combination of combinations) {
    console.log(`\n${combination.ids} ids, the ${combination.payload} versions`);
    try {
      await runCombination(tally, packed, combination);
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
    }
  }
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
} finally {
  await stopDatabase();
  await folder.remove();
}
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);
