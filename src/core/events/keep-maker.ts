// Whoever makes something private keeps a grant on it, and that is told like every other grant.
import type { PayloadRequest } from 'payload';
import { actorIn } from '../access/actor.ts';
import { personOf } from '../access/caller.ts';
import { keepGrant, type KeptGrant } from '../access/keep-grant.ts';
import { transactionOf } from '../db/transaction.ts';
import { record } from './record.ts';

export type MadePrivate = Omit<KeptGrant, 'personId' | 'abilities'> & {
  /** Its name, as the grant tells it. */
  label: string;
  /** False for something that is made private from the start. */
  wasThere: boolean;
};

/** Leaves a grant to the person who acts, if a person does, with what they could do there until now. */
export async function keepMaker(req: PayloadRequest, made: MadePrivate): Promise<void> {
  const { label, wasThere, ...on } = made;
  // Asked outside this transaction, so as things were: something new is not there yet, its workspace is.
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
