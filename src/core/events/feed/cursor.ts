// Where a client of the change feed is: a snapshot that it knows everything of, and, while it reads on to a later snapshot, how far
// it got. The pages between two snapshots are in the order of transactions.
import { z } from 'zod';
import { cursorAt, filtersOf, KeyId, KeyNumber, positionOf } from '../../paging.ts';
import { idOf, positionIn, type Position } from '../stream/position.ts';

/** The last change that was returned. */
export interface Place {
  txid: string;
  id: number;
  /** Of a change of everything in a resource: the last part of it that was returned; null: all of them were. */
  member: string | null;
}

export interface FeedCursor {
  /** Everything that was committed by then is known. */
  known: Position;
  /** Where the pages end; null: at everything that is committed now. */
  upTo: Position | null;
  after: Place | null;
}

/** Two snapshots that list the transactions of many connections. */
const maxLength = 30_000;

export const ChangesCursor = z
  .string()
  .min(1)
  .max(maxLength)
  .optional()
  .describe('`next` of the previous response. Without it, the response has no changes, and `next` is now');

const PositionText = z.string().transform((text, context): Position => {
  const position = positionIn(text);
  if (position) return position;
  context.addIssue('Not a position.');
  return z.NEVER;
});

const Parts = z.tuple([
  PositionText,
  z.union([z.null(), PositionText]),
  z.union([z.null(), z.tuple([z.string().regex(/^\d{1,19}$/), KeyNumber, z.union([z.null(), KeyId])])]),
]);

const filtersFor = (workspaceId: string): string => filtersOf('changes', workspaceId);

/** @throws invalid_request for a cursor that isn't of this workspace's feed */
export function readCursor(cursor: string, workspaceId: string): FeedCursor {
  const parts = positionOf({ cursor }, filtersFor(workspaceId), Parts);
  if (!parts) throw new Error('There was no cursor to read.');
  const [known, upTo, after] = parts;
  return { known, upTo, after: after && { txid: after[0], id: after[1], member: after[2] } };
}

export function writeCursor({ known, upTo, after }: FeedCursor, workspaceId: string): string {
  return cursorAt(filtersFor(workspaceId), [
    idOf(known),
    upTo && idOf(upTo),
    after && [after.txid, after.id, after.member],
  ]);
}
