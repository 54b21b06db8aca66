// The tutorial of docs/extending.md, followed word for word in an empty folder: what comes out works, and is plugins/example-agency.
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Module } from '../../src/extend.ts';
import { migratePayload } from '../../src/core/db/payload-migrations.ts';
import { connect } from '../agents/client.ts';
import { fileBytes, makePicture } from '../assets/library.ts';
import { codeBlocks, type CodeBlock } from '../docs/code-blocks.ts';
import { makeFolder, until } from '../setup/children.ts';
import { configWith } from '../setup/config-with.ts';
import { startService, type Place, type TestService } from '../setup/service.ts';
import { campaignsTable } from './campaigns-table.ts';

const root = path.resolve(import.meta.dirname, '../..');
const inPackage = 'example-agency/';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let written: (CodeBlock & { file: string })[];
let campaigns: Module;
let service: TestService;
let place: Place;
let key: { key: string };

beforeAll(async () => {
  folder = await makeFolder();
  const blocks = await codeBlocks(path.join(root, 'docs/extending.md'));
  written = blocks.flatMap(({ file, ...block }) => (file === null ? [] : [{ ...block, file }]));
  for (const { file, code } of written) {
    await mkdir(path.join(folder.path, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder.path, file), code);
  }
  // `npm install`
  await symlink(path.join(root, 'node_modules'), path.join(folder.path, 'node_modules'));
  ({ campaigns } = (await import(path.join(folder.path, 'example-agency/index.ts'))) as {
    campaigns: Module;
  });
  service = await startService({}, undefined, () =>
    configWith({ modules: [campaigns] }, async (payload) => {
      await migratePayload(payload);
      await (payload.db as unknown as { pool: { query(sql: string): Promise<unknown> } }).pool.query(
        campaignsTable,
      );
    }),
  );
  place = await service.makePlace('Stranger');
  key = await service.makeKey(place, 'write');
}, 300_000);
afterAll(async () => {
  await service?.close();
  await folder?.remove();
});

describe('the tutorial', () => {
  it('builds plugins/example-agency, file by file', async () => {
    const there = await readdir(path.join(root, 'plugins/example-agency'));
    const sources = there.filter((name) => /\.tsx?$/.test(name)).sort();
    const built = written.filter(({ file }) => file.startsWith(inPackage) && /\.tsx?$/.test(file));
    expect(built.map(({ file }) => file.slice(inPackage.length)).sort()).toEqual(sources);
    for (const { file, code } of built)
      expect([file, code]).toEqual([file, await readFile(path.join(root, 'plugins', file), 'utf8')]);
    const lines = built.reduce((count, { code }) => count + code.split('\n').length - 1, 0);
    expect(lines).toBeLessThan(300);
  });

  it('declares the package that its files and components are in', async () => {
    const manifest = JSON.parse(
      await readFile(path.join(folder.path, 'example-agency/package.json'), 'utf8'),
    ) as { name: string; exports: Record<string, string> };
    const files = written.map(({ file }) => file);
    for (const file of Object.values(manifest.exports))
      expect(files).toContain(path.posix.join(inPackage, file));
    expect(campaigns.panel?.pages?.[0]?.component).toBe(`${manifest.name}/panel#Campaigns`);
  });

  it('ends with a module that is called over REST and MCP, and whose job runs', async () => {
    const filed = await fileBytes(service, key, await makePicture(), {
      rights: { license: null, territories: [], channels: [], expires: '2998-01-01' },
    });
    const asset = filed.body.data.id as string;
    const body = { name: 'Summer', starts: '2020-06-01', ends: '2999-08-31', assets: [asset] };
    const made = await service.call('POST', '/api/v1/campaigns', { as: key, body });
    expect(made).toMatchObject({ status: 201, body: { data: { name: 'Summer', assets: [asset] } } });
    const agent = await connect(service.url, key.key);
    expect(await agent.done('list_campaigns', {})).toMatchObject({ data: [{ name: 'Summer' }] });
    await agent.close();
    await until(async () => {
      const warned = await service.service.db.query(
        `select 1 from marque.events where type = 'campaign.assets_expire' and subject_id = $1`,
        [made.body.data.id],
      );
      return warned.length === 1;
    });
  });
});
