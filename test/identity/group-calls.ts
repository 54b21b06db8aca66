// An organization with an admin, and the calls on its groups. Each test file that imports this has its own.
import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { makeColleague } from '../core/access/resources.ts';
import { startService, type Caller, type Person } from '../setup/service.ts';

export const marque = await startService();
export const place = await marque.makePlace('Acme');
export const other = await marque.makePlace('Other');
export const boss = await marque.makeAdmin(place, 'Bea Boss');

export const call = (by: Caller, method: string, path: string, body?: unknown) =>
  marque.call(method, `/api/v1${path}`, { as: by, body });

export const colleague = (name?: string): Promise<Person> => makeColleague(marque, place, name);

/** Creates a group. @returns its ID */
export async function newGroup(body: Record<string, unknown> = {}): Promise<string> {
  const made = await call(boss, 'POST', '/groups', { name: `Group ${randomUUID()}`, ...body });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body.data.id as string;
}
