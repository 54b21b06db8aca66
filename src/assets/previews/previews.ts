// What is known of the pictures that previewers draw: by the file's hash, whichever assets have it.
import type { CollectionAfterChangeHook } from 'payload';
import { z } from 'zod';
import { statement, type Db } from '../../core/db/pool.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { sendSoon } from '../../core/jobs/send-soon.ts';
import { serviceOf } from '../../core/service.ts';
import { isDecoded } from '../metadata/kinds.ts';
import { keptAs, missingPreviewer, previewerOf, type Previewer } from '../metadata/previewers.ts';

export const previewStates = ['ready', 'pending', 'unavailable'] as const;

export const Preview = z
  .object({
    state: z
      .enum(previewStates)
      .describe("pending: it's being generated; ask again in a few seconds. unavailable: `reason` says why"),
    pages: z
      .number()
      .int()
      .nullable()
      .describe(
        'Pages of a PDF, each with renditions such as `/a/{id}/page_2,w_800`. null: it has none, or is pending',
      ),
    duration: z.number().nullable().describe('Seconds of a video or sound, if its headers say it'),
    clip: z.string().nullable().describe('A short clip of a video; always null in this release'),
    peaks: z.array(z.number()).nullable().describe('The waveform of a sound; always null in this release'),
    reason: z.string().nullable().describe('Why there is no preview, as a sentence'),
  })
  .meta({ id: 'Preview' });
export type Preview = z.infer<typeof Preview>;

interface Known {
  state: (typeof previewStates)[number];
  reason: string | null;
  pages: number | null;
}

const find = statement(
  'previews:find',
  'select state, reason, pages from marque.previews where sha256 = $1 and previewer = $2',
);

/** What a previewer found out about a file; null if it hasn't tried. */
export async function knownOf(db: Db, sha256: string, previewer: Previewer): Promise<Known | null> {
  const [row] = await db.query<Known>(find, [sha256, keptAs(previewer)]);
  return row ?? null;
}

const save = statement(
  'previews:save',
  `insert into marque.previews as p (sha256, previewer, mime_type, state, reason, pages, due_at)
   values ($1, $2, $3, $4, $5, $6, null)
   on conflict (sha256, previewer) do update set state = $4, reason = $5, pages = coalesce($6, p.pages), due_at = null`,
);

interface File {
  sha256: string;
  mime: string;
}

export async function saveReady(
  db: Db,
  { sha256, mime }: File,
  previewer: Previewer,
  pages: number | null,
): Promise<void> {
  await db.query(save, [sha256, keptAs(previewer), mime, 'ready', null, pages]);
}

export async function saveUnavailable(
  db: Db,
  { sha256, mime }: File,
  previewer: Previewer,
  reason: string,
): Promise<void> {
  await db.query(save, [sha256, keptAs(previewer), mime, 'unavailable', reason, null]);
}

interface Described extends File {
  probe: Record<string, unknown> | null;
}

/** What readers of an asset are told. */
export async function previewOf(db: Db, { sha256, mime, probe }: Described): Promise<Preview> {
  const duration = typeof probe?.durationSeconds === 'number' ? probe.durationSeconds : null;
  const preview = { pages: null, duration, clip: null, peaks: null, reason: null };
  const previewer = previewerOf(mime);
  if (previewer) {
    const { state, reason, pages } = (await knownOf(db, sha256, previewer)) ?? { state: 'pending' as const };
    return { ...preview, state, pages: pages ?? null, reason: reason ? `It ${reason}.` : null };
  }
  if (!isDecoded(mime)) {
    const reason = missingPreviewer(mime) ?? `There are no previews of ${mime} files.`;
    return { ...preview, state: 'unavailable', reason };
  }
  const failed = probe?.preview as { reason?: unknown } | undefined;
  return typeof failed?.reason === 'string'
    ? { ...preview, state: 'unavailable', reason: failed.reason }
    : { ...preview, state: 'ready' };
}

export const drawJob = 'draw-previews';

const expect = statement(
  'previews:expect',
  'insert into marque.previews (sha256, previewer, mime_type) values ($1, $2, $3) on conflict do nothing',
);

/** Has the picture of a new asset drawn once it is committed. What a killed process leaves, the job's schedule finds. */
export const drawNewAsset: CollectionAfterChangeHook<{
  id: string;
  sha256?: string | null;
  mimeType?: string | null;
}> = async ({ req, doc, operation }) => {
  const previewer = previewerOf(doc.mimeType ?? '');
  if (operation !== 'create' || !previewer || !doc.sha256) return doc;
  const db = await transactionOf(req);
  await db.query(expect, [doc.sha256, keptAs(previewer), doc.mimeType]);
  sendSoon(serviceOf(req.payload), db, drawJob);
  return doc;
};
