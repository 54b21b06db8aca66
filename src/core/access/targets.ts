// How the access check finds what an operation acts on. The core registers organizations, workspaces, groups and grants; each module registers
// its own kinds, so the core names none of them.
import { statementFor, type Db } from '../db/pool.ts';
import type { Containers, GrantableKind } from './grantable.ts';

/** The kinds there are, with how each is identified. A module adds its own with `declare module`. */
export interface TargetKinds {
  organization: string;
  workspace: string;
  group: string;
  grant: string;
}
export type TargetName = keyof TargetKinds;

/** What an operation acts on: one kind, and the ID (or name) of one of them. */
export type Target = Partial<TargetKinds>;

export interface TargetKind {
  /**
   * A SELECT of `id, workspace_id, organization_id, private, deleted` for the ID `$target`. It has no `$target` if there is only one.
   * It can use `w`, the workspace the caller acts in, if `inWorkspace` is set.
   */
  sql: string;
  /** The caller's workspace is determined first. Not for anonymous callers, who act in none. */
  inWorkspace?: true;
  /** The containers whose grants apply to it. */
  inherits?: Containers;
  /** It can belong to an organization and no workspace. */
  ofOrganization?: true;
  /** The table of its row, which If-Match locks. */
  table?: string;
}

/** Another way to identify a kind, by something other than an ID. @returns null if nothing can have that name. */
export type TargetAlias = (name: string) => string | null;

const kinds = new Map<string, TargetKind>();
const aliases = new Map<string, TargetAlias>();

/** Registers kinds by name. Registering again replaces: Next has its own copy of every module and reads the config in each. */
export function registerTargets(added: Readonly<Record<string, TargetKind>>): void {
  for (const [name, kind] of Object.entries(added)) kinds.set(name, kind);
}

/** Registers other ways to identify kinds: given a name, which kind to look it up as. */
export function registerTargetAliases(added: Readonly<Record<string, TargetAlias>>): void {
  for (const [name, alias] of Object.entries(added)) aliases.set(name, alias);
}

/** @throws Error for a kind that no module has registered. */
export function targetKind(name: string): TargetKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`No module has registered targets of the kind "${name}".`);
  return kind;
}

export const aliasOf = (name: string): TargetAlias | undefined => aliases.get(name);

/** The single entry of a `Target`. */
export function targetOf(target: Target | undefined): { kind: string; id: string } | null {
  const [entry] = Object.entries(target ?? {}).filter(([, id]) => id !== undefined);
  return entry ? { kind: entry[0], id: entry[1] } : null;
}

/** SQL of a kind that is a row of a table with a `workspace_id`. @param privacy and @param deleted about `x`, its row */
export const rowInWorkspace = (table: string, privacy = 'false', deleted = 'false'): TargetKind => ({
  sql: `select x.id, x.workspace_id, w.organization_id, coalesce(${privacy}, false) as private, ${deleted} as deleted
  from ${table} x join payload.workspaces w on w.id = x.workspace_id where x.id = $target`,
  table,
});

/** Rows of a kind that grants can be on. */
export const targetOfKind = ({ table, privacy, deletedAt, inherits }: GrantableKind): TargetKind => ({
  ...rowInWorkspace(table, `x.${privacy}`, deletedAt === undefined ? 'false' : `x.${deletedAt} is not null`),
  ...(inherits && { inherits: inherits.containers }),
});

registerTargets({
  organization: {
    sql: `select o.id, null::uuid as workspace_id, o.id as organization_id, false as private, false as deleted from payload.organizations o where o.id = $target`,
    table: 'payload.organizations',
    ofOrganization: true,
  },
  workspace: {
    sql: `select w.id, w.id as workspace_id, w.organization_id, false as private, false as deleted from payload.workspaces w where w.id = $target`,
    table: 'payload.workspaces',
  },
  group: {
    sql: `select x.id, null::uuid as workspace_id, x.organization_id, false as private, false as deleted from payload.groups x where x.id = $target`,
    table: 'payload.groups',
    ofOrganization: true,
  },
  grant: {
    sql: `select x.id, x.workspace_id, x.organization_id, false as private, false as deleted from payload.grants x where x.id = $target`,
    table: 'payload.grants',
    ofOrganization: true,
  },
});

const lockRow = statementFor('lock', (table) => `select id from ${table} where id = $1 for update`);

/**
 * Locks the row of a target until the transaction ends.
 *
 * @param id of the row, however the target identifies it.
 */
export async function lockTarget(db: Db, target: Target, id: string): Promise<void> {
  const named = targetOf(target);
  if (!named) return;
  const name = aliasOf(named.kind)?.(id) ?? named.kind;
  const { table } = targetKind(name);
  if (table !== undefined) await db.query(lockRow(table), [id]);
}
