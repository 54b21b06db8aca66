// Who acts in a Payload request, for hooks: the caller that the transport resolved, or the person signed in to the panel.
import type { PayloadRequest } from 'payload';
import type { Target } from '../operation.ts';
import { ApiError, notFound } from '../errors.ts';
import { serviceOf } from '../service.ts';
import { collectionSlug } from '../collection-names.ts';
import { noAccess, type Access, type Caller } from './caller.ts';
import { rankOf, type Ability, type Scope } from './ladder.ts';
import { authorize } from './authorize.ts';

/** What a hook knows about who acts. `system`: Marque itself (setup, migrations, the command line). */
export interface Actor {
  caller: Caller;
  system: boolean;
  /** True if an operation has already checked scope and abilities; hooks then only check their invariants. */
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

/** Marks a request as made by Marque itself. */
export function actAsSystem(req: PayloadRequest): void {
  (req.context as ActorContext).marqueActor = {
    caller: nobody,
    system: true,
    trusted: true,
    access: noAccess,
  };
}

interface User {
  id: string;
  /** The slug: an app may have people of its own, whom we don't know. */
  collection: string;
  name?: string;
  email?: string;
  _sid?: string;
}

/** The person of a panel request, as a caller. */
export function callerOfUser(req: PayloadRequest): Caller {
  const user = req.user as User | null;
  if (user?.collection !== collectionSlug('users')) return nobody;
  return {
    kind: 'person',
    id: user.id,
    name: user.name ?? user.email ?? '',
    email: user.email ?? '',
    sessionId: user._sid ?? '',
  };
}

/**
 * Who acts in this request, and their access to `resource` if given. A Local API call without a user is Marque itself: requests
 * from outside never pass the collections' access functions without a user.
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
 * Requires a scope, and an ability with it.
 * @throws not_found if the caller can't even read it; forbidden with the required and the actual scope.
 */
export function demand(access: Access, scope: Scope, ability?: Ability, what = 'this'): void {
  if (access.scope === null) throw notFound();
  if (rankOf(access.scope) < rankOf(scope)) {
    throw new ApiError('forbidden', `You need the ${scope} scope on ${what}; you have ${access.scope}.`, {
      needs: scope,
      has: access.scope,
    });
  }
  if (ability && !access.abilities.has(ability)) {
    throw new ApiError('forbidden', `Your role on ${what} doesn't let you ${abilityWords[ability]}.`, {
      needs: ability,
    });
  }
}

const abilityWords = {
  delete: 'delete',
  share: 'share and publish',
  approve: 'approve',
  setup: 'change the setup, such as custom fields',
} as const satisfies Record<Ability, string>;
