// Re-uploading a rejected asset proposes it again: the only transition out of `rejected` that doesn't need write, and that nobody can
// ask for.
import type { PayloadRequest } from 'payload';
import { nameOf, type Caller } from '../../core/access/caller.ts';
import { writeAsset } from '../write-asset.ts';

/** Proposes a rejected asset again, on behalf of the caller who sent its bytes. The asset must be locked. */
export async function proposeAgain(req: PayloadRequest, id: string, caller: Caller): Promise<void> {
  await writeAsset(req, id, {
    status: 'proposed',
    proposedBy: nameOf(caller),
    proposedById: caller.kind === 'nobody' ? null : caller.id,
  });
}
