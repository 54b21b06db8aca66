// The calls that change, propose and review assets.
import type { Caller, Reply } from '../../setup/service.ts';
import { marque } from './reviewers.ts';

export const statuses = ['draft', 'proposed', 'active', 'archived', 'rejected'] as const;

export type Status = (typeof statuses)[number];

export const patch = (as: Caller, id: string, body: unknown): Promise<Reply> =>
  marque.call('PATCH', `/api/v1/assets/${id}`, { as, body });

export const get = (as: Caller, id: string): Promise<Reply> =>
  marque.call('GET', `/api/v1/assets/${id}`, { as });

export const describeIt = (as: Caller, id: string): Promise<Reply> =>
  marque.call('GET', `/api/v1/assets/${id}/description`, { as });

export const propose = (as: Caller, id: string, what: 'fields' | 'tags', value: unknown): Promise<Reply> =>
  marque.call('POST', `/api/v1/assets/${id}/proposed-${what}`, { as, body: { [what]: value } });

export const putInto = (status: Status, id: string): Promise<unknown> =>
  marque.service.db.query(`update assets set status = $1, review_note = null where id = $2`, [status, id]);
