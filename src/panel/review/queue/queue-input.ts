// What the review queue asks for, in the browser and on the server.
import type { InputFor } from '../../client/operations.ts';
import { withThumbnails } from '../../assets/pictured.ts';
import type { QueueFilter } from './queue-filter.ts';

export const pageSize = 50;

export function inputOf({ status, kind, by, waitingFor }: QueueFilter): InputFor<'list_proposals'> {
  return {
    ...withThumbnails,
    status,
    limit: pageSize,
    ...(kind ? { kind } : {}),
    ...(by ? { by } : {}),
    ...(waitingFor ? { waitingFor } : {}),
  };
}
