// What is known of the words inside a file.
import { z } from 'zod';
import { statement, type Db } from '../../core/db/pool.ts';
import { notedAs, textReaderOf } from './text-readers.ts';

export const TextState = z
  .object({
    state: z
      .enum(['read', 'pending', 'unreadable'])
      .describe('read: search finds its words. pending: it waits to be read. unreadable: `reason` says why'),
    reason: z.string().nullable().describe('Why its words can’t be read, as a sentence'),
  })
  .meta({ id: 'TextState' });
export type TextState = z.infer<typeof TextState>;

const find = statement(
  'texts:state',
  'select state, reason from marque.asset_texts where asset_id = $1 and reader = $2',
);

/** Of an asset; null if nothing reads the text of such files. */
export async function textStateOf(db: Db, assetId: string, mime: string): Promise<TextState | null> {
  const reader = textReaderOf(mime);
  if (!reader) return null;
  // What an earlier version of the reader found out is tried again.
  const [known] = await db.query<TextState>(find, [assetId, notedAs(reader)]);
  if (!known) return { state: 'pending', reason: null };
  return { state: known.state, reason: known.reason === null ? null : `It ${known.reason}.` };
}
