// What is in a zip that was downloaded.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Unpacks a zip of stored files with an independent reader: Python's zipfile checks every CRC. @returns the files by name */
export async function unpack(zip: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zip-'));
  try {
    await writeFile(path.join(folder, 'all.zip'), zip);
    const script = `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2]); print(all(i.compress_type == 0 for i in z.infolist()))`;
    const { stdout } = await promisify(execFile)('python3', [
      '-c',
      script,
      path.join(folder, 'all.zip'),
      path.join(folder, 'out'),
    ]);
    if (stdout.trim() !== 'True') throw new Error('An entry of the zip is compressed.');
    const names = await readdir(path.join(folder, 'out'));
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, await readFile(path.join(folder, 'out', name))] as const),
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
