// Who calls, and what they may do to a thing: the shapes every room shares.
import type { Ability, Scope } from './ladder.ts';

/** A group is no resource: access to it is access to its organization; a site's or portal's is that to its workspace. */
export const resourceKinds = [
  'organization',
  'workspace',
  'brand',
  'collection',
  'asset',
  'group',
  'site',
  'portal',
] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/**
 * Other ways to name a brand. `brandNamed`: by its id, or by its slug in the workspace the caller acts in, '' being that workspace's
 * default brand. `brandOfRule`: by the id of one of its rules.
 */
export const brandNames = ['brandNamed', 'brandOfRule'] as const;
/** The asset or brand that a proposal, named by its id, is about. */
export const proposalTarget = 'targetOfProposal';
/** The collection or asset that a share link, named by its id, gives out. */
export const shareTarget = 'targetOfShare';
export const targetNames = [proposalTarget, shareTarget] as const;
export type TargetName = ResourceKind | (typeof brandNames)[number] | (typeof targetNames)[number];

export interface KeyCaller {
  kind: 'key';
  id: string;
  name: string;
  scope: Scope;
  workspaceId: string;
  organizationId: string;
  /** The person who connected the agent or made the key for themselves; null for a service key. */
  owner: { id: string; name: string; email: string } | null;
}

export interface PersonCaller {
  kind: 'person';
  id: string;
  name: string;
  email: string;
  sessionId: string;
}

export interface NobodyCaller {
  kind: 'nobody';
  /** The share link they came by, where it is what lets them act. */
  link?: { id: string; name: string };
}

export type Caller = KeyCaller | PersonCaller | NobodyCaller;

/** What a caller may do to one thing. */
export interface Access {
  /** The highest scope on the path to the thing; null: nothing, and then the thing is not there for this caller. */
  scope: Scope | null;
  /** For a workspace: the highest scope on anything inside it, where that is more than on the workspace. */
  scopeInside: Scope | null;
  abilities: ReadonlySet<Ability>;
  /** The thing itself; null where the operation acts on none. */
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

/** Display name of a caller, as by-fields and the activity feed show it. */
export function nameOf(caller: Caller): string {
  if (caller.kind !== 'nobody') return caller.name;
  return caller.link ? `Link “${caller.link.name}”` : 'Somebody';
}

/** The id of the person behind a caller; null for service keys and nobody. */
export function personOf(caller: Caller): string | null {
  if (caller.kind === 'person') return caller.id;
  return caller.kind === 'key' ? (caller.owner?.id ?? null) : null;
}
