// Who acts in a Payload request, for hooks: the caller that the transport resolved, or the person signed in to the panel.
import type { PayloadRequest } from 'payload';
import type { Target } from '../operation.ts';
import { ApiError, notFound } from '../errors.ts';
import { serviceOf } from '../service.ts';
import { collectionSlug } from '../collection-names.ts';
import { noAccess, type Access, type Caller, type PersonCaller } from './caller.ts';
import { rankOf, type Ability, type Scope } from './ladder.ts';
import { appPeople, personIdOf, type AppUser } from './app-people.ts';
import { authorize, type Credential } from './authorize.ts';

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

/** The person of a panel request, as a caller. People of another auth collection of the app count as nobody. */
export function callerOfUser(req: PayloadRequest): Caller {
  const user = req.user as unknown as AppUser | null;
  const app = appPeople();
  if (user?.collection !== (app?.collection ?? collectionSlug('users'))) return nobody;
  const email = user.email ?? '';
  const sessionId = user._sid ?? '';
  return app
    ? { kind: 'person', id: personIdOf(user), name: app.nameOf(user), email, sessionId }
    : {
        kind: 'person',
        id: String(user.id),
        name: (user.name as string | undefined) ?? email,
        email,
        sessionId,
      };
}

/** The credential of someone whom Payload has signed in. The app's own people have no session here. */
export function credentialOfPerson({ id, sessionId }: PersonCaller): Credential {
  return appPeople() ? { kind: 'knownPerson', id, sessionId } : { kind: 'session', userId: id, sessionId };
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
  const reached = await authorize(serviceOf(req.payload).db, credentialOfPerson(caller), resource);
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
