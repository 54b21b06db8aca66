// An organization, and its audit log. Each test file that imports this has its own.
import { expect } from '@jest/globals';
import { startService, type Caller, type Person, type Place } from '../../setup/service.ts';

export let place: Place;
export let boss: Person;
export let as: Caller;

export const marque = await startService();

/** Continues with another organization, whose audit log is empty. */
export async function newOrganization(): Promise<void> {
  place = await marque.makePlace();
  boss = await marque.makeAdmin(place, 'Bea Boss');
  as = { cookie: boss.cookie };
}

export interface Entry {
  id: number;
  at: string;
  type: string;
  actor: { kind: string; id: string | null; name: string };
  target: { kind: string; id: string; name: string | null } | null;
  workspace: { id: string; name: string } | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  detail: Record<string, unknown>;
}

export const ask = (by: Caller = as, query = '', at = place) =>
  marque.call('GET', `/api/v1/audit${query}`, { as: by, headers: { 'x-workspace': at.workspaceId } });

export async function audit(by: Caller = as, query = '', at = place): Promise<Entry[]> {
  const { status, body } = await ask(by, query, at);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data as Entry[];
}

/** Calls as the admin. @returns the new audit events, oldest first */
export async function auditOf(...calls: [method: string, path: string, body?: unknown][]): Promise<Entry[]> {
  const seen = (await audit())[0]?.id ?? 0;
  for (const [method, path, body] of calls) {
    const reply = await marque.call(method, `/api/v1${path}`, {
      as,
      headers: { 'x-workspace': place.workspaceId },
      ...(body === undefined ? {} : { body }),
    });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
  }
  return (await audit()).filter(({ id }) => id > seen).reverse();
}
