// Files uploaded through a link: they wait in its collection as proposed, whoever sent them.
import type { PayloadRequest } from 'payload';
import { actAs } from '../core/access/actor.ts';
import { noAccess, type Access, type NobodyCaller } from '../core/access/caller.ts';
import { defineCounter, take } from '../core/access/sign-in/attempts.ts';
import { arriveByForm } from '../assets/ingest/arrivals.ts';
import { fileAsset, type Arrival } from '../assets/ingest/file-asset.ts';
import type { Db } from '../core/db/pool.ts';
import type { Context } from '../core/operation.ts';
import { invalid, ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { demandStillOpen, type OpenShare } from './open-share.ts';

/** Files that one link accepts. */
const uploads = defineCounter('link-uploads', 200);

/** @throws ApiError invalid at `meta`: a stranger's metadata would be dropped otherwise. */
function demandFileAlone(meta: unknown): void {
  if (meta === null || typeof meta !== 'object' || Object.keys(meta).length > 0)
    throw invalid([{ path: 'meta', message: 'An upload link only accepts the part "file".' }]);
}

/**
 * Receives the form's one file. Slow: call it before the transaction.
 *
 * @throws ApiError conflict for a link without uploads, rate_limited, and any error of the file itself.
 */
export async function receiveFile(context: Context, share: OpenShare): Promise<Arrival> {
  if (share.kind !== 'upload')
    throw new ApiError('conflict', "This link doesn't accept uploads. Ask for an upload link.");
  await take(context.service.db, uploads, share.id, 'uploads through this link');
  const { arrival } = await arriveByForm(context, demandFileAlone);
  return arrival;
}

/**
 * Files the upload in the name of the link. Bytes that the workspace already has are left as they are, and
 * the response doesn't say so: people with the link learn nothing about the library.
 */
export async function fileReceived(
  { service, db, req }: { service: Service; db: Db; req: PayloadRequest },
  share: OpenShare,
  arrival: Arrival,
): Promise<void> {
  await demandStillOpen(db, share.id);
  const caller: NobodyCaller = { kind: 'nobody', link: { id: share.id, name: share.name } };
  const access: Access = { ...noAccess, scope: 'propose', workspaceId: share.workspaceId };
  actAs(req, caller, access);
  await fileAsset({ service, db, req, caller, access, accessTo: () => Promise.resolve(access) }, arrival, {
    collections: share.collection === null ? [] : [share.collection],
  });
}
