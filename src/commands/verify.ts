// npm run verify [-- --from DIR]
// Verifies every stored file against its SHA-256 and length, with or without a running server, and reports damaged files and the assets
// that use them. With --from it replaces them with good copies from another blob folder.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { verifyBlobs, type BadBlob } from '../assets/lifecycle/verify-blobs.ts';
import { readEnv } from '../env.ts';
import { loadEnvFiles } from '../lib/env-files.ts';
import { blobKey } from '../core/storage/contract.ts';
import { DiskStorage } from '../core/storage/disk.ts';
import { openStorage } from '../core/storage/index.ts';
import { commandLine } from './called.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './with-database.ts';

const usage = `Usage: ${commandLine('verify')} [--from DIR], where DIR is a DATA_DIR (or a copy of one) with a "blobs" folder`;

function readArguments(): { from: string | null } {
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' } } });
    return { from: values.from ?? null };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`, { cause: error });
  }
}

function lineOf({ sha256, problem, found, assets, sites, isHealed }: BadBlob): string {
  const users = [
    ...(assets.length > 0 ? [`assets ${assets.join(', ')}`] : []),
    ...(sites.length > 0 ? [`sites ${sites.join(', ')}`] : []),
  ].join('; ');
  return `${isHealed ? 'healed' : problem}: ${blobKey(sha256)}: ${found}. Used by ${users || 'an upload'}.`;
}

await runCommand(async () => {
  const { from } = readArguments();
  loadEnvFiles();
  const env = readEnv();
  // With a bucket, files below DATA_DIR are older copies and just as good.
  const copies = from ?? (env.s3 ? env.dataDir : null);
  await withDatabase(env, async (db) => {
    // The app's config is known now, whose modules may have a storage.
    const { blobs, bytes, bad } = await verifyBlobs(db, openStorage(env), {
      from: copies === null ? null : new DiskStorage(path.resolve(copies)),
      onBad: (blob) => {
        console.log(lineOf(blob));
      },
    });
    const left = bad.filter(({ isHealed }) => !isHealed).length;
    console.log(
      `${blobs} files, ${bytes} bytes: ${bad.length === 0 ? 'all are intact' : `${bad.length} damaged, ${bad.length - left} of them healed`}.`,
    );
    if (left > 0) process.exitCode = 1;
  });
});
