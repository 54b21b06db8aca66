// An asset with values, and the calls that propose other ones.
import { expect } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import type { Caller } from '../setup/service.ts';
import { asEditor, marque, reader, stranger } from './two-proposers.ts';

export const rights = {
  license: 'Stock, one year',
  territories: ['DE'],
  channels: ['web'],
  embargo: null,
  expires: '2090-12-31',
  modelRelease: null,
};

interface Item {
  kind: string;
  id: string;
  change: unknown;
  expected?: unknown;
  note?: string;
}

/** Sends items. @returns the result of each */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into records of every shape
export async function propose(as: Caller, ...items: Item[]): Promise<any[]> {
  const { status, body } = await callsAs(marque, as).call('POST', '/proposals', {
    items: items.map(({ id, ...item }) => ({ ...item, target: { resource: 'asset', id } })),
  });
  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.data.results).toHaveLength(items.length);
  return body.data.results;
}

/** What a caller without propose here, and one of another workspace, get for an item. */
export async function refusals(kind: string, id: string, change: unknown) {
  const items = [{ kind, target: { resource: 'asset', id }, change }];
  const below = await callsAs(marque, reader).call('POST', '/proposals', { items });
  const [abroad] = await propose(stranger, { kind, id, change });
  return [below.status, abroad.error.code];
}

export const asset = async (id: string) =>
  (await callsAs(marque, asEditor).done('GET', `/assets/${id}`)).body.data;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the same
export const waitingFor = async (id: string): Promise<any[]> =>
  (await callsAs(marque, asEditor).done('GET', `/proposals?target=${id}`)).body.data;

export const decide = (id: string, body: unknown, as: Caller = asEditor) =>
  callsAs(marque, as).call('POST', `/proposals/${id}/decision`, body);

export const patch = (id: string, body: unknown) =>
  callsAs(marque, asEditor).done('PATCH', `/assets/${id}`, body);

/** An asset with a value for everything that a change can be proposed for. */
export async function filled(): Promise<string> {
  const { id } = await makeAsset(marque, asEditor, {
    tags: ['old', 'moon'],
    fields: { subject: 'cats', place: 'Kiel' },
    rights,
  });
  await patch(id, { title: 'A cat', description: 'It sleeps.', creator: 'Ida' });
  return id;
}
