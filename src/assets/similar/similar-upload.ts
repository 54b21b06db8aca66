// What an upload looks like, before it's filed: pictures in the library that whoever opened the upload can read now. The URL of an upload is
// given to programs without a credential, so they learn the same few titles as the caller who gave it to them.
import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import { authorize } from '../../core/access/authorize.ts';
import type { Access, Caller } from '../../core/access/caller.ts';
import type { Service } from '../../core/service.ts';
import type { Staged } from '../../core/storage/contract.ts';
import { inProbeTurn } from '../delivery/decode-turns.ts';
import { Thumbnail, thumbnailOf } from '../delivery/thumbnails.ts';
import type { TicketOwner } from '../ingest/tickets.ts';
import { isDecoded } from '../metadata/kinds.ts';
import { assetsSeenBy } from '../queries.ts';
import { Id } from '../schemas.ts';
import { fingerprintOf } from './sample.ts';
import { likenessOf, similarToHash } from './similar.ts';
import { within } from '../../lib/within.ts';

/** The sender waits that long for it. */
const mostMs = 2000;
/** The closest ones: a person looks at them. */
const most = 5;

export const SimilarToUpload = z
  .array(
    z.object({
      id: Id,
      title: z.string().describe('Its title, or its filename'),
      thumbnail: Thumbnail,
      distance: z.number().describe('As in `GET /api/v1/assets/{id}/similar`'),
    }),
  )
  .nullable()
  .describe(
    `Up to ${most} pictures in the library that it looks like, most alike first, as far as the caller of create_upload can see them. null: it isn't a picture, or couldn't be compared within ${mostMs / 1000} seconds`,
  );
type SimilarToUpload = z.input<typeof SimilarToUpload>;

/** Whoever opened the upload, with their access to its workspace as it is now; null if they have none any more. */
async function openerOf(
  { db }: Service,
  { callerId: id, workspaceId: workspace }: TicketOwner,
): Promise<{ caller: Caller; access: Access } | null> {
  for (const kind of ['knownKey', 'knownPerson'] as const) {
    const found = await authorize(db, { kind, id }, { workspace });
    if (found && found.caller.kind !== 'nobody') return found;
  }
  return null;
}

/** Enough to tell a picture by its first bytes. */
const headBytes = 4100;

/** By its first bytes: a video isn't fetched back from a bucket to find that out. */
async function isPicture({ storage }: Service, { key, size }: Staged): Promise<boolean> {
  if (size === 0) return false;
  const head = await storage.read(key, { start: 0, end: Math.min(headBytes, size) - 1 });
  const found = head && (await fileTypeFromBuffer(await buffer(head)));
  return found ? isDecoded(found.mime) : false;
}

async function compare(service: Service, owner: TicketOwner, staged: Staged): Promise<SimilarToUpload> {
  const { db, storage, env } = service;
  if (!(await isPicture(service, staged))) return null;
  // A damaged one has no fingerprint.
  const fingerprint = await inProbeTurn(() => storage.withFile(staged.key, fingerprintOf)).catch(() => null);
  if (!fingerprint?.hash) return null;
  const opener = await openerOf(service, owner);
  if (!opener?.access.scope) return null;
  const { workspaceId } = owner;
  const near = await similarToHash(db, opener.caller, workspaceId, { hash: fingerprint.hash, limit: most });
  const rows = await assetsSeenBy(
    db,
    opener.caller,
    workspaceId,
    near.map(({ id }) => id),
    true,
  );
  return near.flatMap(({ id, bits }) => {
    const row = rows.get(id);
    if (!row) return [];
    return [
      {
        id,
        title: row.asset.metadata.title ?? row.asset.filename,
        thumbnail: thumbnailOf(env.serverUrl, row),
        distance: likenessOf(bits, false).distance,
      },
    ];
  });
}

/** What an upload that was just sent looks like; null if that can't be told in time. Never fails the upload. */
export async function similarToUpload(
  service: Service,
  owner: TicketOwner,
  staged: Staged,
): Promise<SimilarToUpload> {
  const comparing = compare(service, owner, staged).catch((error: unknown) => {
    service.log.warn({ err: error }, "an upload couldn't be compared with the library");
    return null;
  });
  return within(mostMs, comparing, () => null);
}
