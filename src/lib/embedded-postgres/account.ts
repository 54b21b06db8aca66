// PostgreSQL refuses to run as root. If Marque runs as root (a container, a fresh server), the database runs as an unprivileged account;
// this file finds or creates one and checks which folders it can access.
import { execFile } from 'node:child_process';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The account the database runs as; `undefined` means the one Marque runs as. */
export interface Account {
  uid: number;
  gid: number;
}

const ownName = 'marque-postgres';

// In this order: our own; that of a PostgreSQL package; nobody, last because other services may share it.
const existingNames = [ownName, 'postgres', '_postgres', 'nobody'];

/** True if this process can switch to another user. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Finds the account that the database runs as when we run as root; creates `marque-postgres` if possible.
 * initdb looks its user up by name, so a user ID without an account is not enough.
 * @throws Error if the system has no account to fall back to, with advice.
 */
export async function findAccount(): Promise<Account> {
  const own = await accountNamed([ownName]);
  if (own) return own;
  try {
    await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', ownName]);
  } catch {
    // No useradd (Alpine, macOS), a read-only /etc, or another process made it first: what exists decides.
  }
  const found = await accountNamed(existingNames);
  if (found) return found;
  throw new Error(
    `PostgreSQL can't run as root, and no account ${existingNames.join(', ')} exists. ` +
      `Start Marque as an ordinary user, create the account ${ownName}, or set DATABASE_URL.`,
  );
}

async function accountNamed(names: readonly string[]): Promise<Account | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of names) {
    const [, , uid, gid] = lines.find((fields) => fields[0] === name) ?? [];
    if (uid && gid && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/**
 * Whether an account may pass through a folder and everything above it, by owner, group and mode.
 * Access control lists are not read: if they open a folder, the answer is a harmless no.
 * @param folder an existing folder
 */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  for (let at = await realpath(folder); ; at = path.dirname(at)) {
    if (!(await may(account, at, 0o1))) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Whether an account may read a file and, with `0o5`, run it. Doesn't check the folders above, as `canEnter` does. */
export async function may(account: Account, file: string, bits: 0o1 | 0o4 | 0o5): Promise<boolean> {
  const { uid, gid, mode } = await stat(file);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}
