// Re-uploading a rejected asset proposes it again: the only transition out of `rejected` that doesn't need write, and that PATCH can't
// make.
import type { PayloadRequest } from 'payload';
import { nameOf, type Caller } from '../../core/access/caller.ts';

interface ProposedAgain {
  marqueProposedAgain?: string;
}

/** Proposes a rejected asset again, on behalf of the caller who sent its bytes. The asset must be locked. */
export async function proposeAgain(req: PayloadRequest, id: string, caller: Caller): Promise<void> {
  const context = req.context as ProposedAgain;
  context.marqueProposedAgain = id;
  try {
    await req.payload.update({
      collection: 'assets',
      id,
      req,
      depth: 0,
      data: {
        status: 'proposed',
        proposedBy: nameOf(caller),
        proposedById: caller.kind === 'nobody' ? null : caller.id,
      },
    });
  } finally {
    delete context.marqueProposedAgain;
  }
}

/** True while this request proposes the asset again. */
export function isProposedAgain(req: PayloadRequest, id: string): boolean {
  return (req.context as ProposedAgain).marqueProposedAgain === id;
}
