// What portals and sites have in common for the people who manage them.
import { expect } from '@jest/globals';
import { callsAs } from '../setup/callers.ts';
import type { Reply } from '../setup/service.ts';
import type { StartedWorkspace } from '../setup/workspace.ts';

/** Changes a record with the entity tag that was read; with another, the change is refused. */
export async function changeAsRead(
  { marque, asEditor: as, write }: StartedWorkspace,
  path: string,
  body: object,
): Promise<Reply> {
  const change = (tag: string) =>
    marque.call('PATCH', `/api/v1${path}`, { as, body, headers: { 'if-match': tag } });
  expect((await change('"of another state"')).status).toBe(412);
  return change((await write.done('GET', path)).headers.get('etag') ?? '');
}

/** Deletes a record; a second time there is nothing to delete. */
export async function deleteOnce({ write }: StartedWorkspace, path: string): Promise<void> {
  const gone = await write.call('DELETE', path);
  expect([gone.status, gone.body]).toEqual([200, { data: { deleted: true } }]);
  expect((await write.call('DELETE', path)).status).toBe(404);
}

/** No two have one slug: neither the one given, nor those of two that are created at the same time. */
export async function expectSlugs({ write }: StartedWorkspace, path: string, slug: string): Promise<void> {
  const taken = await write.call('POST', path, { name: 'Third', slug });
  expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict']);
  const create = () => write.create(path, { name: 'At once' });
  const both = await Promise.all([create(), create()]);
  expect(both.map((one) => one.slug).sort()).toEqual(['at-once', 'at-once-2']);
}

/** The list is in the order of the names, and for callers with write. @returns the names */
export async function expectListed(
  { marque, write, proposer, stranger }: StartedWorkspace,
  path: string,
): Promise<string[]> {
  const names = ((await write.done('GET', path)).body.data as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual([...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
  expect((await callsAs(marque, stranger).call('GET', path)).body).toEqual({ data: [] });
  expect((await callsAs(marque, proposer).call('GET', path)).status).toBe(403);
  expect((await callsAs(marque, null).call('GET', path)).status).toBe(401);
  return names;
}

/** Access by password needs one, which is never shown. @returns a record with the password `open sesame` */
export async function expectPassword({ write }: StartedWorkspace, path: string): Promise<{ id: string }> {
  const closed = { name: 'Closed', access: 'password' };
  const bare = await write.call('POST', path, closed);
  expect([bare.status, bare.body.error.detail.issues[0].path]).toEqual([422, 'password']);
  const made = await write.create(path, { ...closed, password: 'open sesame' });
  expect(JSON.stringify(made)).not.toMatch(/sesame|hash|salt/);
  return made as { id: string };
}
