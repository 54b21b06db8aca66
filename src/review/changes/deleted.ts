import { z } from 'zod';
import { deleteAsset, restoreAsset } from '../../assets/lifecycle/lifecycle.ts';
import type { ChangeKind } from './kind.ts';

const deletedIn = (state: Record<string, unknown>): boolean => state.deleted === true;

/** Whether an asset is in the trash: to delete it, or to restore it. */
export const deletedKind: ChangeKind = {
  name: 'deleted',
  evenDeleted: true,
  counted: ['suggestion to delete or restore', 'suggestions to delete or restore'],
  described: {
    change: '{deleted}: true moves it to the trash, false restores it',
    after: '{deleted}: whether it would be in the trash',
  },
  tool: { schema: z.boolean(), toChange: (deleted) => ({ deleted }) },
  schema: z.strictObject({ deleted: z.boolean() }),
  current: ({ deleted_at }) => deleted_at !== null,
  wanted: (change) => new Map([['deleted', change.deleted]]),
  read: deletedIn,
  before: (asset) => ({ deleted: deletedIn(asset) }),
  after: (parts) => ({ deleted: parts.get('deleted') === true }),
  partsOf: (after) => new Map([['deleted', deletedIn(after)]]),
  // The asset's hooks ask for what deleting and restoring need.
  apply: ({ req, db }, id, _, parts) =>
    parts.get('deleted') === true ? deleteAsset(req, db, id) : restoreAsset(req, db, id),
};
