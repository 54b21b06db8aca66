// What the review queue asks for, in the browser and on the server.
import type { InputFor } from '../../client/operations.ts';
import { withThumbnails } from '../../assets/pictured.ts';
import type { QueueFilter } from './queue-filter.ts';

export const pageSize = 50;

/** Everything that waits. */
export const everything: QueueFilter = {
  status: 'waiting',
  kind: null,
  by: null,
  from: null,
  waitingFor: null,
  due: null,
};

export function inputOf({
  status,
  kind,
  by,
  from,
  waitingFor,
  due,
}: QueueFilter): InputFor<'list_proposals'> {
  return {
    ...withThumbnails,
    status,
    limit: pageSize,
    ...(kind ? { kind } : {}),
    ...(by ? { by } : {}),
    ...(from ? { from } : {}),
    ...(waitingFor ? { waitingFor } : {}),
    ...(due ? { due } : {}),
  };
}

/** What waits for the viewer and is due soon. With more than a person has at once, as a rule, the earliest may not be among them. */
export const dueInput = { waitingFor: 'me', due: 'soon', limit: 20 } as const;
