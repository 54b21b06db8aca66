// A workspace with fields, and the calls on its assets. Each test file that imports this has its own.
import type { Caller, Reply } from '../setup/service.ts';
import { defineFields, startWithWorkspace } from '../setup/workspace.ts';

export const statuses = ['draft', 'proposed', 'active', 'archived', 'rejected'] as const;

export type Status = (typeof statuses)[number];

export const { marque, place, editor, asEditor, admin, proposer, reader, stranger } =
  await startWithWorkspace();

/** A person with write, whose grant switches the ability to approve off. */
export const asHelper: Caller = {
  cookie: (await marque.makeMember(place, 'write', { limits: ['approve'] })).cookie,
};

await defineFields(
  marque,
  asEditor,
  { key: 'subject', label: 'Subject', type: 'select', options: ['space', 'cats'] },
  { key: 'year', label: 'Year', type: 'number' },
  { key: 'shown', label: 'Shown', type: 'date' },
  { key: 'final', label: 'Final', type: 'boolean' },
  { key: 'place', label: 'Place', type: 'text' },
);

export const patch = (as: Caller, id: string, body: unknown): Promise<Reply> =>
  marque.call('PATCH', `/api/v1/assets/${id}`, { as, body });

export const get = (as: Caller, id: string): Promise<Reply> =>
  marque.call('GET', `/api/v1/assets/${id}`, { as });

export const describeIt = (as: Caller, id: string): Promise<Reply> =>
  marque.call('GET', `/api/v1/assets/${id}/description`, { as });

export const propose = (as: Caller, id: string, what: 'fields' | 'tags', value: unknown): Promise<Reply> =>
  marque.call('POST', `/api/v1/assets/${id}/proposed-${what}`, { as, body: { [what]: value } });

export const paths = (reply: Reply): string[] =>
  (reply.body.error.detail.issues as { path: string }[]).map(({ path }) => path);

export const putInto = (status: Status, id: string): Promise<unknown> =>
  marque.service.db.query(`update assets set status = $1, review_note = null where id = $2`, [status, id]);
