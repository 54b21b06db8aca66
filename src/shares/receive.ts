// Files that come through an upload link: they wait in its collection as proposed, whoever sent them.
import type { PayloadRequest } from 'payload';
import { actAs } from '../core/access/actor.ts';
import { noAccess, type Access, type NobodyCaller } from '../core/access/caller.ts';
import { take } from '../core/access/attempts.ts';
import { arriveByForm } from '../assets/ingest/arrivals.ts';
import { fileAsset, type Arrival } from '../assets/ingest/file-asset.ts';
import type { Db } from '../core/db/pool.ts';
import type { Context } from '../core/operation.ts';
import { invalid, ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { demandStillOpen, type OpenShare } from './open-share.ts';

/** @throws Refusal invalid at `meta`: what a stranger says about a file would be dropped otherwise. */
function demandFileAlone(meta: unknown): void {
  if (meta === null || typeof meta !== 'object' || Object.keys(meta).length > 0)
    throw invalid([{ path: 'meta', message: 'An upload link takes only the part "file".' }]);
}

/**
 * Takes in the form's one file. Slow: before the transaction.
 *
 * @throws Refusal conflict for a link that takes none, rate_limited, and what the file is refused for.
 */
export async function receiveFile(context: Context, share: OpenShare): Promise<Arrival> {
  if (share.kind !== 'upload')
    throw new ApiError('conflict', 'This link shows files, it takes none. Ask for an upload link.');
  await take(context.service.db, 'link-uploads', share.id, 'files came through this link');
  const { arrival } = await arriveByForm(context, demandFileAlone);
  return arrival;
}

/**
 * Files it in the name of the link. Bytes that the workspace has already are left as they are, and the answer does not say so: whoever
 * has the link learns nothing of what is here.
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
