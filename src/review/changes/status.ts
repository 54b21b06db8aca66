import { z } from 'zod';
import { demandOffered } from '../../assets/rules.ts';
import type { Status } from '../../assets/schemas.ts';
import { ApiError } from '../../core/errors.ts';
import { asPatch, type ChangeKind } from './kind.ts';

/** What can be proposed. To put a draft up for review, propose that it becomes active; only what waits is rejected. */
const Offered = z.enum(['draft', 'active', 'archived']);

const statusIn = (state: Record<string, unknown>): Status => state.status as Status;

/** The status of an asset, as its moves allow it. */
export const statusKind: ChangeKind = {
  name: 'status',
  counted: ['status change', 'status changes'],
  described: { change: '{status}: draft, active or archived', after: 'the {status} it would have' },
  tool: { schema: Offered, toChange: (status) => ({ status }) },
  schema: z.strictObject({ status: Offered }),
  current: ({ status }) => status,
  wanted: (change) => new Map([['status', change.status]]),
  read: statusIn,
  before: (asset) => ({ status: statusIn(asset) }),
  after: (parts) => ({ status: parts.get('status') }),
  partsOf: (after) => new Map([['status', after.status]]),
  apply: asPatch((_, parts) => ({ status: parts.get('status') as Status })),
  check: (_, { asset }, change) => {
    if (asset.status === 'proposed')
      throw new ApiError(
        'conflict',
        'This asset waits for review itself. Whoever decides on it gives it its status.',
        { status: asset.status },
      );
    demandOffered(asset.status, statusIn(change));
    return [];
  },
};
