// npm run --silent key -- --workspace acme/library --scope propose --name "My agent"
// npx marque key … in an app that installs the package
// Creates a service key, with or without a running server, and prints only the key.
import { parseArgs } from 'node:util';
import { isScope, scopes } from '../core/access/ladder.ts';
import { makeKey } from '../core/access/keys/make-key.ts';
import { statement, type Pool } from '../core/db/pool.ts';
import { readEnv } from '../env.ts';
import { loadEnvFiles } from '../lib/env-files.ts';
import { recordOn } from '../core/events/record.ts';
import { commandLine } from './called.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './with-database.ts';

const usage = `Usage: ${commandLine('key', true)} --workspace acme/library --scope ${scopes.join('|')} --name "My agent"`;

const everyWorkspace = statement(
  'command:workspaces',
  `select w.id, o.slug || '/' || w.slug as address from payload.workspaces w join payload.organizations o on o.id = w.organization_id order by 2`,
);

async function workspaceOf(db: Pool, named: string): Promise<string> {
  const workspaces = await db.query<{ id: string; address: string }>(everyWorkspace);
  const asked = named.toLowerCase();
  const found = workspaces.find(({ id, address }) => id === asked || address === asked);
  if (found) return found.id;
  throw new Error(
    workspaces.length === 0
      ? 'There is no workspace yet. Create the first account first: the server prints the link when it starts.'
      : `No workspace "${named}". Available workspaces:\n${workspaces.map(({ address }) => `  ${address}`).join('\n')}`,
  );
}

function readArguments(): { workspace: string; scope: string; name: string } {
  try {
    const { values } = parseArgs({
      options: { workspace: { type: 'string' }, scope: { type: 'string' }, name: { type: 'string' } },
    });
    const { workspace, scope, name = '' } = values;
    if (workspace && scope && name.trim() !== '' && name.trim().length <= 200)
      return { workspace, scope, name: name.trim() };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`, { cause: error });
  }
  throw new Error(usage);
}

await runCommand(async () => {
  const { workspace, scope, name } = readArguments();
  if (!isScope(scope)) throw new Error(`Unknown scope "${scope}". Use one of ${scopes.join(', ')}.`);
  loadEnvFiles();
  const secret = await withDatabase(readEnv(), async (db) => {
    const workspaceId = await workspaceOf(db, workspace);
    // A service key has no owner: it works until it's revoked, and never counts as an organization admin.
    const made = await makeKey(db, {
      name,
      scope,
      workspaceId,
      ownerId: null,
      madeById: null,
      expiresAt: null,
    });
    await recordOn(db, 'system', {
      type: 'key.created',
      workspaceId,
      subject: { kind: 'key', id: made.id },
      detail: { name, scope, own: false, by: 'command line' },
    });
    return made.secret;
  });
  console.log(secret);
});
