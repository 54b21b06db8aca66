// Who acts in a Payload request, for hooks: the caller that the door resolved, or the person signed in to the panel.
import type { PayloadRequest } from 'payload';
import type { Target } from '../operation.ts';
import { ApiError } from '../errors.ts';
import { serviceOf } from '../service.ts';
import { noAccess, type Access, type Caller } from './caller.ts';
import { rankOf, type Ability, type Scope } from './ladder.ts';
import { authorize } from './authorize.ts';

/** What a hook may know of who acts. `system`: the program itself (set-up, migrations, the command line). */
export interface Actor {
  caller: Caller;
  system: boolean;
  /** True where an operation has asked for scope and abilities already; hooks then check only their invariants. */
  trusted: boolean;
  access: Access;
}

const nobody: Caller = { kind: 'nobody' };

interface ActorContext {
  marqueActor?: Actor;
}

/** Marks a request as acting for a caller whose access an operation has checked. */
export function actAs(req: PayloadRequest, caller: Caller, access: Access): void {
  (req.context as ActorContext).marqueActor = { caller, system: false, trusted: true, access };
}

/** Marks a request as the program's own. */
export function actAsSystem(req: PayloadRequest): void {
  (req.context as ActorContext).marqueActor = {
    caller: nobody,
    system: true,
    trusted: true,
    access: noAccess,
  };
}

/** The person of a panel request, as the door's caller would be. */
export function callerOfUser(req: PayloadRequest): Caller {
  const user = req.user as { id: string; name?: string; email?: string; _sid?: string } | null;
  if (!user) return nobody;
  return {
    kind: 'person',
    id: user.id,
    name: user.name ?? user.email ?? '',
    email: user.email ?? '',
    sessionId: user._sid ?? '',
  };
}

/**
 * Who acts in this request, and their access to `thing` where that matters. A Local API call without anybody is the program itself:
 * Payload's own doors never come without a user past the collections' access functions.
 */
export async function actorIn(
  req: PayloadRequest,
  resource: Target | 'workspace' | null = null,
): Promise<Actor> {
  const known = (req.context as ActorContext).marqueActor;
  if (known) return known;
  const caller = callerOfUser(req);
  if (caller.kind !== 'person')
    return {
      caller,
      system: req.payloadAPI === 'local',
      trusted: req.payloadAPI === 'local',
      access: noAccess,
    };
  if (resource === null) return { caller, system: false, trusted: false, access: noAccess };
  const reached = await authorize(
    serviceOf(req.payload).db,
    { kind: 'session', userId: caller.id, sessionId: caller.sessionId },
    resource,
  );
  return { caller, system: false, trusted: false, access: reached?.access ?? noAccess };
}

/**
 * Refuses unless the access reaches the scope, and the ability with it.
 * @throws Refusal not_found when the caller can't even read it; forbidden with the scope needed and the scope held.
 */
export function demand(access: Access, scope: Scope, ability?: Ability, what = 'this'): void {
  if (access.scope === null) throw new ApiError('not_found', 'There is nothing here, or nothing for you.');
  if (rankOf(access.scope) < rankOf(scope)) {
    throw new ApiError('forbidden', `You need ${scope} on ${what}, you have ${access.scope}.`, {
      needs: scope,
      has: access.scope,
    });
  }
  if (ability && !access.abilities.has(ability)) {
    throw new ApiError(
      'forbidden',
      `Your grant on ${what} leaves out the ability to ${abilityWords[ability]}.`,
      { needs: ability },
    );
  }
}

const abilityWords = {
  delete: 'delete',
  share: 'share and publish',
  approve: 'approve',
  setup: 'define fields and set things up',
} as const satisfies Record<Ability, string>;
