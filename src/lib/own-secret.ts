// The secret of a server that was given none: a file in its data folder.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Generated once and kept: sessions, signed URLs and encrypted settings depend on it. */
export async function ownSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret');
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (known !== null) {
    if (known.trim().length >= 32) return known.trim();
    // A new one would end every session and make encrypted settings unreadable: an admin must decide.
    throw new Error(
      `${file} doesn't contain a secret of 32 characters. Restore it, or delete it to generate a new one.`,
    );
  }
  const made = randomBytes(32).toString('base64url');
  await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return made;
}
