// npm run key: prints one line, a working key; beside a server on the same data folder, with DATABASE_URL,
// and without a server.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findEmbedded, startEmbedded, type EmbeddedDatabase } from '../../src/lib/embedded-postgres/index.ts';
import { lockDataDir, type DataDirLock } from '../../src/lib/embedded-postgres/folder-lock.ts';
import { createLog } from '../../src/log.ts';
import { makeFolder, startScript, untilItSays } from '../setup/children.ts';
import { startService, type Place, type TestService } from '../setup/service.ts';
import { runCommand } from './run-command.ts';

const oneKey = /^mq_[0-9A-Za-z]{36}\n$/;

function keyArguments(workspace: string, scope = 'propose', name = 'My agent'): string[] {
  return ['--workspace', workspace, '--scope', scope, '--name', name];
}

describe('with DATABASE_URL', () => {
  let marque: TestService;
  let place: Place;
  let env: Record<string, string>;

  beforeAll(async () => {
    marque = await startService();
    place = await marque.makePlace('Acme');
    env = { DATABASE_URL: marque.service.env.databaseUrl ?? '', DATA_DIR: marque.dataDir };
  });
  afterAll(() => marque.close());

  const keys = () =>
    marque.service.db.query<{ name: string }>('select name from keys where workspace_id = $1', [
      place.workspaceId,
    ]);

  it('creates a service key with the requested scope, and an event', async () => {
    const made = await runCommand('key', keyArguments('acme/library'), env);

    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(oneKey);
    const me = await marque.call('GET', '/api/v1/me', { as: { key: made.stdout.trim() } });
    expect(me.body.data).toMatchObject({
      kind: 'key',
      name: 'My agent',
      scope: 'propose',
      organizationScope: null,
      workspace: { id: place.workspaceId },
    });
    const events = await marque.service.db.query(
      "select actor_kind, workspace_id, detail from marque.events where type = 'key.created'",
    );
    expect(events).toEqual([
      {
        actor_kind: 'system',
        workspace_id: place.workspaceId,
        detail: { name: 'My agent', scope: 'propose', own: false, by: 'command line' },
      },
    ]);
  });

  it('accepts the id of a workspace too', async () => {
    const made = await runCommand('key', keyArguments(place.workspaceId, 'read'), env);

    expect(made.stdout).toMatch(oneKey);
  });

  it('gives an admin key no access to the organization, since no person stands behind it', async () => {
    const { stdout } = await runCommand('key', keyArguments('acme/library', 'admin'), env);

    const me = await marque.call('GET', '/api/v1/me', { as: { key: stdout.trim() } });
    expect(me.body.data).toMatchObject({ scope: 'admin', organizationScope: null });
  });

  it.each([
    ['an unknown workspace', keyArguments('acme/other'), 'acme/library'],
    ['an unknown scope', keyArguments('acme/library', 'owner'), 'read, propose, write, admin'],
    ['a blank name', keyArguments('acme/library', 'read', ' '), 'Usage:'],
    ['no arguments', [], 'Usage:'],
    ['an unknown option', [...keyArguments('acme/library'), '--force'], 'Usage:'],
  ])('refuses %s on stderr, and creates no key', async (_, args, message) => {
    const before = await keys();

    const refused = await runCommand('key', args, env);

    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(message);
    expect(await keys()).toEqual(before);
  });

  it("says so if the database doesn't answer", async () => {
    const refused = await runCommand('key', keyArguments('acme/library'), {
      ...env,
      DATABASE_URL: 'postgres://marque@127.0.0.1:1/marque',
    });

    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('ECONNREFUSED');
  });
});

describe('with the embedded database of a data folder', () => {
  const log = createLog({ level: 'silent', production: true });
  let folder: { path: string; remove(): Promise<void> };
  let lock: DataDirLock;
  let database: EmbeddedDatabase;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = await makeFolder();
    lock = await lockDataDir(folder.path);
    database = await startEmbedded({ dataDir: folder.path, log, durable: false });
    env = { DATA_DIR: folder.path };
  });
  afterAll(async () => {
    await database.stop();
    await lock.release();
    await folder.remove();
  });

  it('asks for a first start if the database is empty', async () => {
    const refused = await runCommand('key', keyArguments('home/library'), env);

    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('npm start');
  });

  it('works beside the server, and once it has stopped, and releases the folder', async () => {
    await untilItSays(startScript('test/commands/fill.ts', [database.url]), 'filled');

    expect((await runCommand('key', keyArguments('home/library'), env)).stdout).toMatch(oneKey);

    await database.stop();
    await lock.release();
    expect((await runCommand('key', keyArguments('home/library'), env)).stdout).toMatch(oneKey);

    expect(await findEmbedded(folder.path)).toBeUndefined();
    lock = await lockDataDir(folder.path);
  });

  it('creates no database if there is none', async () => {
    const empty = await makeFolder();

    const refused = await runCommand('key', keyArguments('home/library'), { DATA_DIR: empty.path });

    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`No database in ${empty.path}`);
    await empty.remove();
  });
});
