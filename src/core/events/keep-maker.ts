// Making something private keeps a grant for the person who does it, recorded like any other grant.
import type { PayloadRequest } from 'payload';
import { actorIn } from '../access/actor.ts';
import { personOf } from '../access/caller.ts';
import { keepGrant, type KeptGrant } from '../access/grants/keep-grant.ts';
import { transactionOf } from '../db/transaction.ts';
import { record } from './record.ts';

export type MadePrivate = Omit<KeptGrant, 'personId' | 'abilities'> & {
  /** Its name, for the grant's event. */
  label: string;
  /** False for something created as private. */
  wasThere: boolean;
};

/** Creates a grant for the acting person, if any, with the access they had until now. */
export async function keepMaker(req: PayloadRequest, made: MadePrivate): Promise<void> {
  const { label, wasThere, ...on } = made;
  // Checked outside this transaction, so before the change: a new record doesn't exist yet, but its workspace does.
  const actor = await actorIn(
    req,
    wasThere ? { [on.resource]: on.resourceId } : { workspace: on.workspaceId },
  );
  const personId = personOf(actor.caller);
  if (!personId) return;
  const kept = await keepGrant(await transactionOf(req), {
    ...on,
    personId,
    abilities: actor.access.abilities,
  });
  if (!kept) return;
  await record(req, {
    type: kept.before ? 'grant.changed' : 'grant.given',
    workspaceId: on.workspaceId,
    subject: { kind: 'person', id: personId },
    detail: {
      grant: kept.id,
      resource: on.resource,
      resourceId: on.resourceId,
      label,
      before: kept.before,
      after: kept.after,
      reason: 'made it private',
    },
  });
}
