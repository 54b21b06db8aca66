// What is known of the previews that previewers make: by the file's hash, whichever assets have it.
import type { CollectionAfterChangeHook } from 'payload';
import { z } from 'zod';
import { statement, type Db } from '../../core/db/pool.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { sendSoon } from '../../core/jobs/send-soon.ts';
import { serviceOf } from '../../core/service.ts';
import { isDecoded } from '../metadata/kinds.ts';
import { textStateOf, TextState } from '../texts/text-state.ts';
import {
  keptAs,
  missingPreviewer,
  pieceNames,
  previewerOf,
  type PieceName,
  type Previewer,
  type PreviewPieces,
} from '../metadata/previewers.ts';

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
    clip: z
      .string()
      .nullable()
      .describe(
        'The address of 6 seconds of a video without sound, as WebM. null: there is none, or it isn’t made yet',
      ),
    peaks: z
      .array(z.number())
      .nullable()
      .describe(
        'The waveform of a sound: the loudest sample of each part, from 0 to 1, in up to 500 parts of the same length. null: there is none, or it isn’t made yet',
      ),
    reason: z.string().nullable().describe('Why there is no preview, as a sentence'),
    text: TextState.nullable().describe('The words inside the file, for search. null: such files have none'),
  })
  .meta({ id: 'Preview' });
export type Preview = z.infer<typeof Preview>;

interface Known {
  state: (typeof previewStates)[number];
  reason: string | null;
  pages: number | null;
  isDiagram: boolean;
  /** Null: not made yet. */
  pieces: PieceName[] | null;
  peaks: number[] | null;
  durationSeconds: number | null;
}

const find = statement(
  'previews:find',
  `select state, reason, pages, is_diagram as "isDiagram", pieces, peaks, duration_seconds as "durationSeconds"
   from marque.previews where sha256 = $1 and previewer = $2`,
);

/** What a previewer found out about a file; null if it hasn't tried. */
export async function knownOf(db: Db, sha256: string, previewer: Previewer): Promise<Known | null> {
  const [row] = await db.query<Known>(find, [sha256, keptAs(previewer)]);
  return row ?? null;
}

// A picture whose pieces aren't made yet stays due.
const save = statement(
  'previews:save',
  `insert into marque.previews as p (sha256, previewer, mime_type, state, reason, pages, is_diagram, due_at)
   values ($1, $2, $3, $4, $5, $6, $7, case when $8 then now() end)
   on conflict (sha256, previewer) do update set state = $4, reason = $5, pages = coalesce($6, p.pages), is_diagram = $7,
     due_at = case when $8 and p.pieces is null then p.due_at end`,
);
const savePiecesOf = statement(
  'previews:save-pieces',
  `insert into marque.previews as p (sha256, previewer, mime_type, pieces, peaks, duration_seconds) values ($1, $2, $3, $4, $5, $6)
   on conflict (sha256, previewer) do update set pieces = $4, peaks = $5, duration_seconds = $6,
     due_at = case when p.state = 'pending' then p.due_at end`,
);

interface File {
  sha256: string;
  mime: string;
}

export async function saveReady(
  db: Db,
  { sha256, mime }: File,
  previewer: Previewer,
  { pages, isDiagram }: { pages: number | null; isDiagram: boolean },
): Promise<void> {
  const hasMore = previewer.makePieces !== undefined;
  await db.query(save, [sha256, keptAs(previewer), mime, 'ready', null, pages, isDiagram, hasMore]);
}

/** @param made null: there are none */
export async function savePieces(
  db: Db,
  { sha256, mime }: File,
  previewer: Previewer,
  made: PreviewPieces | null,
): Promise<void> {
  const { peaks = null, durationSeconds = null } = made ?? {};
  const names = pieceNames.filter((name) => made?.[name]);
  await db.query(savePiecesOf, [sha256, keptAs(previewer), mime, names, peaks, durationSeconds]);
}

// What was said of it on arrival may have been too early.
const saveSizeOf = statement(
  'previews:save-size',
  "update payload.assets set width = $3, height = $4, probe = probe - 'preview' where sha256 = $1 and mime_type = $2 and width is null",
);

/** The size of the picture, in pixels, of assets that have none yet. */
export async function saveSize(
  db: Db,
  { sha256, mime }: File,
  { width, height }: { width: number; height: number },
): Promise<void> {
  await db.query(saveSizeOf, [sha256, mime, width, height]);
}

export async function saveUnavailable(
  db: Db,
  { sha256, mime }: File,
  previewer: Previewer,
  reason: string,
): Promise<void> {
  await db.query(save, [sha256, keptAs(previewer), mime, 'unavailable', reason, null, false, false]);
}

interface Described extends File {
  id: string;
  probe: Record<string, unknown> | null;
}

/** What readers of an asset are told. */
export async function previewOf(db: Db, serverUrl: string, asset: Described): Promise<Preview> {
  const [picture, text] = await Promise.all([
    pictureOf(db, serverUrl, asset),
    textStateOf(db, asset.id, asset.mime),
  ]);
  return { ...picture, text };
}

async function pictureOf(
  db: Db,
  serverUrl: string,
  { id, sha256, mime, probe }: Described,
): Promise<Omit<Preview, 'text'>> {
  const duration = typeof probe?.durationSeconds === 'number' ? probe.durationSeconds : null;
  const preview = { pages: null, duration, clip: null, peaks: null, reason: null };
  const previewer = previewerOf(mime);
  if (previewer) {
    const known = await knownOf(db, sha256, previewer);
    if (!known) return { ...preview, state: 'pending' };
    const { state, reason, pages, pieces, peaks, durationSeconds } = known;
    return {
      state,
      pages,
      duration: duration ?? durationSeconds,
      clip: pieces?.includes('clip') ? `${serverUrl}/api/v1/assets/${id}/preview/clip` : null,
      peaks,
      reason: reason ? `It ${reason}.` : null,
    };
  }
  const failed = probe?.preview as { reason?: unknown } | undefined;
  const found = typeof failed?.reason === 'string' ? failed.reason : null;
  if (isDecoded(mime))
    return found === null
      ? { ...preview, state: 'ready' }
      : { ...preview, state: 'unavailable', reason: found };
  const reason = found ?? missingPreviewer(mime) ?? `There are no previews of ${mime} files.`;
  return { ...preview, state: 'unavailable', reason };
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
