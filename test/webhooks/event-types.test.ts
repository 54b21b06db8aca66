// The types that are offered are those that the sources record.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { happenings } from '../../src/webhooks/event-types.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { startWithWorkspace, type StartedWorkspace } from '../setup/workspace.ts';

let workspace: StartedWorkspace;
beforeAll(async () => {
  workspace = await startWithWorkspace();
});
afterAll(() => workspace?.marque.close());

/** Types in quotation marks, in everything that records some. */
function recorded(): string[] {
  const files = ['src', 'endpoints', 'plugins/agents', 'plugins/marque']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !/^src\/(panel|words|lib|generated)\//.test(file));
  const kinds = Object.keys(happenings).join('|');
  const named = new RegExp(`(?:type|event):\\s*(?:[^,'\`\\n]*\\?\\s*)?'((?:${kinds})\\.[a-z_]+)'`, 'g');
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(named)].map(([, type = '']) => type),
  );
}

it('has every type that is recorded', () => {
  const types = [...new Set(recorded())];
  expect(types.length).toBeGreaterThan(40);
  const known = Object.entries(happenings).flatMap(([kind, all]) => all.map((one) => `${kind}.${one}`));
  expect(types.filter((type) => !known.includes(type))).toEqual([]);
});

it('answers readers, each with the schema of what it carries', async () => {
  const { marque, reader, writer } = workspace;
  const { status, body } = await marque.call('GET', '/api/v1/events/types', { as: reader });
  expect(status).toBe(200);
  const types = body.data as { type: string; resource: string | null }[];
  const schemas = body.schemas as Record<string, { properties: object }>;
  const resourceOf = (asked: string) => types.find(({ type }) => type === asked)?.resource;
  expect(resourceOf('asset.approved')).toBe('asset');
  // What the type begins with isn't always what it's about.
  expect([resourceOf('comment.created'), resourceOf('grant.given')]).toEqual(['asset', null]);
  const { id } = (await makeAsset(marque, writer)) as { id: string };
  await callsAs(marque, writer).create(`/assets/${id}/comments`, { body: 'Too dark' });
  const [event] = await marque.service.db.query<{ subject_kind: string }>(
    `select subject_kind from marque.events where type = 'comment.created' and subject_id = $1`,
    [id],
  );
  expect(event?.subject_kind).toBe('asset');
  expect(Object.keys(schemas.asset?.properties ?? {})).toEqual(
    expect.arrayContaining(['id', 'filename', 'tags', 'status']),
  );
  expect(types.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['asset.access_changed', 'brand.published', 'site.deployed']),
  );
  expect((await marque.call('GET', '/api/v1/events/types')).status).toBe(401);
});
