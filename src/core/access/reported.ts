// What modules tell the access report: the kinds of resource it can be asked about, and who gets in without a grant.
import type { Db } from '../db/pool.ts';
import type { Resource } from './ladder.ts';

/** A kind of resource, as SQL on its table `x` and its workspace `w`. */
export interface ReportedKind {
  from: string;
  name: string;
  /** What access to it is decided on, and that one's id: a rule is visible to everyone who can read its brand. */
  accessOn: string;
  accessId: string;
  /** The same as something that takes grants, with its name; null if nothing here does. */
  grants: { resource: Resource; name: string } | null;
  /** The last part of its address: true where it is `$slug`. */
  named: string;
  /** True if the address continues a brand's: `…/brand/{slug}/{kind}/{name}`. The brand is `b`. */
  inBrand?: true;
  /** Which one comes first, if several have the name. */
  order?: string;
}

/** Somebody who gets in without a grant: anyone at all, or a person with a link. */
export interface WayIn {
  kind: 'public' | 'link';
  /** Of the link or the approved request; null for the public. */
  id: string | null;
  who: string;
  email: string | null;
  /** How they get in, in words. */
  via: string;
}

/** Answers for one module who else can see a resource. */
export interface AccessSource {
  /** By kind of resource. */
  waysIn: Readonly<Record<string, (db: Db, id: string) => Promise<WayIn[]>>>;
}

/** Everyone who finds the address. */
export const anyone = (via: string): WayIn => ({ kind: 'public', id: null, who: 'Anyone', email: null, via });

/** Resources that are a row of a table with a `workspace_id`. */
export const tableInWorkspace = (table: string): string =>
  `payload.${table} x join payload.workspaces w on w.id = x.workspace_id`;

/** Resources that everyone with access to the workspace can see, with a slug in their address. */
export const ofWorkspaceBySlug = (table: string): ReportedKind => ({
  from: tableInWorkspace(table),
  name: 'x.name',
  accessOn: 'workspace',
  accessId: 'x.workspace_id',
  grants: null,
  named: 'x.slug = lower($slug)',
});
