// What is stored of each picture for comparing it, its hashes and colors: written with a new asset where its file was decoded anyway, and
// otherwise by a job, which also makes those of assets from before there were any.
import type { CollectionAfterChangeHook, PayloadRequest } from 'payload';
import { statement } from '../../core/db/pool.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import type { Service } from '../../core/service.ts';
import { packColors } from '../../lib/picture-colors/stored-colors.ts';
import { inProbeTurn } from '../delivery/decode-turns.ts';
import { drawn } from '../delivery/drawings.ts';
import { fileTooLargeToHold, markupOf } from '../delivery/picture.ts';
import { decodeFailures, renderSvg } from '../delivery/svg.ts';
import { isTransformable } from '../metadata/kinds.ts';
import { previewerOf } from '../metadata/previewers.ts';
import { knownOf } from '../previews/previews.ts';
import { fingerprintOf, type Fingerprint } from './sample.ts';

interface Known {
  sha256: string;
  fingerprint: Fingerprint | null;
}
type FingerprintContext = { marquePictureFingerprint?: Known | undefined };

/** Remembers the fingerprint of the file that this request makes an asset of. Undefined: it has to be made by the job. */
export function setFingerprint(
  req: PayloadRequest,
  sha256: string,
  fingerprint: Fingerprint | null | undefined,
): void {
  (req.context as FingerprintContext).marquePictureFingerprint =
    fingerprint === undefined ? undefined : { sha256, fingerprint };
}

const saveSql =
  'update marque.picture_hashes set dhash = $2::bit(64), phash = $3::bit(64), colors = $4::bytea, due_at = null where asset_id = $1';
const save = statement('similar:save', saveSql);
// The colors are in the search index, which follows changes of assets.
const saveAndAnnounce = statement(
  'similar:save-and-announce',
  `with saved as (${saveSql} returning asset_id, workspace_id, colors),
   changed as (insert into marque.asset_changes (asset_id, workspace_id)
     select asset_id, workspace_id from saved where workspace_id is not null and colors is not null returning 1)
   select pg_notify('marque_assets', '') from changed`,
);

const valuesOf = (id: string, fingerprint: Fingerprint | null): unknown[] => [
  id,
  fingerprint?.hash?.dhash ?? null,
  fingerprint?.hash?.phash ?? null,
  packColors(fingerprint?.colors ?? []),
];

/** Saves the fingerprint of a new asset, if it is known already. The asset itself is announced with it. */
export const hashNewAsset: CollectionAfterChangeHook<{
  id: string;
  sha256?: string | null;
  mimeType?: string | null;
}> = async ({ req, doc, operation }) => {
  if (operation !== 'create') return doc;
  const known = (req.context as FingerprintContext).marquePictureFingerprint;
  const db = await transactionOf(req);
  if (known && known.sha256 === doc.sha256) await db.query(save, valuesOf(doc.id, known.fingerprint));
  else if (!isTransformable(doc.mimeType ?? '')) await db.query(save, valuesOf(doc.id, null));
  return doc;
};

/** Pictures claimed at a time. */
const batch = 20;
/** The last one is two days after the first. */
const mostAttempts = 5;

// Counted before the attempt: a picture that brings the process down isn't tried forever.
const claim = statement(
  'similar:claim',
  `with due as materialized (select asset_id from marque.picture_hashes where due_at <= now() order by due_at limit ${batch} for update skip locked)
   update marque.picture_hashes h set attempts = h.attempts + 1,
     due_at = case when h.attempts + 1 < ${mostAttempts} then now() + interval '10 minutes' * 6 ^ h.attempts end
   from due join payload.assets a on a.id = due.asset_id where h.asset_id = due.asset_id
   returning a.id, a.sha256, coalesce(a.mime_type, '') as mime`,
);
const giveBack = statement(
  'similar:give-back',
  'update marque.picture_hashes set attempts = attempts - 1, due_at = now() where asset_id = any($1::uuid[]) and due_at is not null',
);

interface Claimed {
  id: string;
  sha256: string;
  mime: string;
}

/** Wide enough for a sample, and drawn fast. */
const svgWidth = 256;

async function fingerprintOfStored(service: Service, { sha256, mime }: Claimed): Promise<Fingerprint | null> {
  if (!isTransformable(mime)) return null;
  const { storage, db } = service;
  const previewer = previewerOf(mime);
  if (previewer && (await knownOf(db, sha256, previewer))?.state === 'unavailable') return null;
  const source = await drawn(service, { sha256, mime });
  if (previewer && (await knownOf(db, sha256, previewer))?.isDiagram) return null;
  return storage.withFile(source, async (path) => {
    const svg = await markupOf(path);
    if (!svg && !previewer && (await fileTooLargeToHold(mime, path)) !== null) return null;
    if (!svg) return inProbeTurn(() => fingerprintOf(path));
    const rendition = { w: svgWidth, fit: 'inside', q: 80, f: 'png' } as const;
    const picture = await renderSvg(svg, rendition, { failures: decodeFailures(storage, sha256) });
    return inProbeTurn(() => fingerprintOf(picture));
  });
}

/**
 * The job: makes the hashes and colors that are due, a few at a time, until there are none. What can't be read is tried again later, four times.
 * Stops when none of a few could be read: then it's probably the storage.
 */
export async function hashPictures(service: Service, signal?: AbortSignal): Promise<void> {
  const { db, log } = service;
  for (;;) {
    const claimed = await db.query<Claimed>(claim);
    let made = 0;
    for (const [at, asset] of claimed.entries()) {
      if (signal?.aborted) {
        await db.query(giveBack, [claimed.slice(at).map(({ id }) => id)]);
        return;
      }
      try {
        await db.query(saveAndAnnounce, valuesOf(asset.id, await fingerprintOfStored(service, asset)));
        made += 1;
      } catch (error) {
        log.warn({ err: error, asset: asset.id }, "a picture couldn't be read for comparison");
      }
    }
    if (made === 0) return;
  }
}
