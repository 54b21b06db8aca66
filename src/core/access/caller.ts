// Callers and their access: the types every module shares.
import type { Ability, Scope } from './ladder.ts';

export interface KeyCaller {
  kind: 'key';
  id: string;
  name: string;
  scope: Scope;
  workspaceId: string;
  organizationId: string;
  /** The person who connected the agent or created the key for themselves; null for a service key. */
  owner: { id: string; name: string; email: string } | null;
}

export interface PersonCaller {
  kind: 'person';
  id: string;
  name: string;
  email: string;
  sessionId: string;
}

/** Who somebody without an account says they are, on the page of a link. */
export interface Visitor {
  id: string;
  name: string;
  email: string;
}

export interface NobodyCaller {
  kind: 'nobody';
  /** The share link that lets an anonymous caller act. */
  link?: { id: string; name: string; visitor?: Visitor };
}

export type Caller = KeyCaller | PersonCaller | NobodyCaller;

/** A caller's access to one resource. */
export interface Access {
  /** The highest scope on the path to the resource; null: none, and the resource doesn't exist for this caller. */
  scope: Scope | null;
  /** For a workspace: the highest scope on anything inside it, if higher than on the workspace. */
  scopeInside: Scope | null;
  abilities: ReadonlySet<Ability>;
  /** The resource's ID; null if the operation has no target. */
  id: string | null;
  workspaceId: string | null;
  organizationId: string | null;
}

export const noAccess: Access = Object.freeze({
  scope: null,
  scopeInside: null,
  abilities: new Set<Ability>(),
  id: null,
  workspaceId: null,
  organizationId: null,
});

/** Display name of a caller, for author fields and the activity feed. */
export function nameOf(caller: Caller): string {
  if (caller.kind !== 'nobody') return caller.name;
  if (!caller.link) return 'Someone';
  const { name, visitor } = caller.link;
  // Never the name alone: visitors choose it, and it could be a colleague's.
  return visitor ? `${visitor.name} (link “${name}”)` : `Link “${name}”`;
}

/** The person who is signed in, in operations that refuse API keys (`peopleOnly`). */
export function signedIn(caller: Caller): PersonCaller {
  if (caller.kind !== 'person') throw new Error('Only people call this operation.');
  return caller;
}

/** ID of the person behind a caller; null for service keys and anonymous callers. */
export function personOf(caller: Caller): string | null {
  if (caller.kind === 'person') return caller.id;
  return caller.kind === 'key' ? (caller.owner?.id ?? null) : null;
}
