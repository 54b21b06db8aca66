// What a sign-in leaves on this computer: one file for each server, below the user's config folder, readable by nobody else.
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { z } from 'zod';

export interface SignIn {
  client: StoredOAuthClientInformation;
  tokens: StoredOAuthTokens;
}

const Stored = z.object({
  server: z.string(),
  client: z.looseObject({ client_id: z.string() }),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }),
});

/** `$XDG_CONFIG_HOME/marque`, `%APPDATA%\marque`, or `~/.config/marque`. */
function configFolder(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_CONFIG_HOME || (process.platform === 'win32' ? env.APPDATA : undefined);
  return path.join(base || path.join(os.homedir(), '.config'), 'marque');
}

export class KeptSignIn {
  readonly file: string;

  constructor(
    private readonly server: URL,
    env: NodeJS.ProcessEnv = process.env,
  ) {
    const name = createHash('sha256').update(server.href).digest('hex').slice(0, 32);
    this.file = path.join(configFolder(env), `mcp-${name}.json`);
  }

  /** @returns null if nobody has signed in, or if the file isn't valid */
  async read(): Promise<SignIn | null> {
    try {
      const stored = Stored.parse(JSON.parse(await readFile(this.file, 'utf8')));
      return stored.server === this.server.href ? { client: stored.client, tokens: stored.tokens } : null;
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError) return null;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new Error(`${this.file} could not be read: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Replaces the file as a whole: another process, or one that starts after a crash, never reads half of it. */
  async write(signIn: SignIn): Promise<void> {
    const folder = path.dirname(this.file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const next = `${this.file}.${randomBytes(6).toString('hex')}`;
    try {
      await writeFile(next, JSON.stringify({ server: this.server.href, ...signIn }, null, 2), {
        mode: 0o600,
      });
      // The process's umask can only take away; a file system may ignore the mode at creation.
      await chmod(next, 0o600);
      await rename(next, this.file);
    } catch (error) {
      await rm(next, { force: true });
      throw new Error(`${this.file} could not be written: ${(error as Error).message}`, { cause: error });
    }
  }

  async forget(): Promise<void> {
    await rm(this.file, { force: true });
  }
}
