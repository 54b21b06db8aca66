import { z } from 'zod';
import { whole } from '../../src/core/events/activity.ts';
import { changesAfter, type Change } from '../../src/core/events/feed/changes.ts';
import {
  ChangesCursor,
  readCursor,
  writeCursor,
  type FeedCursor,
} from '../../src/core/events/feed/cursor.ts';
import { EventTypeName } from '../../src/core/events/feed/event-types.ts';
import { positionNow } from '../../src/core/events/stream/new-events.ts';
import { watchEvents } from '../../src/core/events/stream/index.ts';
import { defineOperation, type Context } from '../../src/core/operation.ts';

const maxWaitSeconds = 30;

const ChangesQuery = z.object({
  cursor: ChangesCursor,
  types: z
    .string()
    .max(2_000)
    .transform((text) => text.split(','))
    .pipe(z.array(EventTypeName).max(50))
    .optional()
    .describe('Only changes of these types: a comma-separated list such as `asset.*,brand.published`'),
  limit: whole(1, 500).default(100),
  wait: whole(0, maxWaitSeconds).default(0).describe('Seconds to wait for a change if there is none'),
});
type ChangesQuery = z.output<typeof ChangesQuery>;

const Changes = z.object({
  data: z.array(
    z
      .object({
        position: z.string().describe('Identifies the change: the same for everyone, and in every response'),
        type: z.string().describe('asset.changed, collection.deleted, …'),
        resource: z.object({ type: z.string(), id: z.uuid() }),
        occurredAt: z.iso.datetime(),
        change: z
          .enum(['upserted', 'removed'])
          .describe('removed: you can’t read the resource now, since it was deleted or is out of your reach'),
      })
      .meta({ id: 'Change' }),
  ),
  next: z.string().describe('Pass as `cursor` for what comes after these'),
});

const stillThere = { name: 'changes:still-there', text: 'select 1 as there' };

/** Waits for changes, without holding a connection. Access may end meanwhile: then nothing more is returned. */
async function changesOrWait(
  { service, db, caller, access, request, ask }: Context,
  { types, limit, wait }: ChangesQuery,
  cursor: FeedCursor,
): Promise<{ data: Change[]; next: FeedCursor }> {
  const reading = { db, caller, workspaceId: access.workspaceId ?? '', types: types ?? null, limit };
  if (wait === 0 || caller.kind === 'nobody' || request.method === 'HEAD')
    return changesAfter(reading, cursor);
  const until = Date.now() + wait * 1000;
  const watch = await watchEvents(service, caller, request.signal);
  try {
    let page = await changesAfter(reading, cursor);
    // With an `upTo`, there is more to look through already.
    while (page.data.length === 0 && page.next.upTo === null && (await watch.next(until - Date.now()))) {
      if ((await ask(stillThere, [])) === null) break;
      page = await changesAfter(reading, page.next);
    }
    // Looked at after them: whoever has lost access before one of these changes isn't told of it.
    const hasEnded = page.data.length > 0 && (await ask(stillThere, [])) === null;
    return hasEnded ? { data: [], next: cursor } : page;
  } finally {
    watch.end();
  }
}

export const listChanges = defineOperation({
  name: 'list_changes',
  http: {
    route: 'GET /api/v1/changes',
    tag: 'activity',
  },
  summary: 'List changes to what you can read, in commit order',
  description:
    'For copies of the library, search engines and caches. Call it without a cursor, list what you need, and then follow the changes from `next`. Every change is returned once, even while others write. `upserted`: get the record again (a 404 means that a later change removes it). `removed`: it was deleted, or you can’t read it any more. With `wait`, the call takes up to 30 seconds if there is nothing yet. Changes are kept as long as events (`retention.eventDays`): an older cursor is a 410, as is one from before your role in the workspace changed. List everything again then.',
  access: {
    scope: 'read',
    within: true,
  },
  input: { query: ChangesQuery },
  output: Changes,
  errors: ['gone', 'rate_limited', 'unavailable'],
  run: async (context, { query }) => {
    const workspaceId = context.access.workspaceId ?? '';
    const { data, next } =
      query.cursor === undefined
        ? { data: [], next: { known: await positionNow(context.db), upTo: null, after: null } }
        : await changesOrWait(context, query, readCursor(query.cursor, workspaceId));
    return { data, next: writeCursor(next, workspaceId) };
  },
});
