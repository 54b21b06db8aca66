// Files with metadata, written and read by exiftool.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const exiftoolPath = createRequire(import.meta.url)('exiftool-vendored.pl') as string;
export const run = promisify(execFile);
export const folder = await mkdtemp(path.join(tmpdir(), 'metadata-'));

/** Writes tags with exiftool first, as an editor would have. */
export async function taggedBy(bytes: Buffer, name: string, ...options: string[]): Promise<Buffer> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  await run('perl', [exiftoolPath, '-overwrite_original', ...options, file]);
  return readFile(file);
}

export const fields = {
  title: 'Grüße aus Köln & „Ende“ <1>',
  description: 'Two lines,\nof which this is the second. 写真 😀',
  creator: 'Ana Brücke',
  copyright: '© 2026 Müller & Söhne',
  tags: ['Brücke', 'night', '写真'],
  rights: { license: 'https://creativecommons.org/licenses/by/4.0/' },
};
