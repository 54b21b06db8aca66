// Kinds of resources that grants can be on, beside the organization and the workspace. Each module declares those in its tables, so the
// core names none of them.

/** A kind of resource in a table of its own. Rows have `id` and `workspace_id`, and their IDs are unique among all kinds. */
export interface GrantableKind {
  /** In grants and events. It is stored: don't change it. */
  name: string;
  /** In SQL. */
  table: string;
  /** The column with a row's name. */
  label: string;
  /** The column that says whether a row is private. */
  privacy: string;
  /** The column with the time since when a row is in the trash, if rows can be. */
  deletedAt?: string;
  /** Wider kinds have lower numbers: the widest grant is the one that is shown, if several give the same scope. */
  width: number;
  /** If grants on the containers of a row apply to it. */
  inherits?: Inheritance;
  /** SQL of what the activity says of the file of a row `alias`: JSON with its `mime`, `width` and `height`. */
  media?: (alias: string) => string;
}

/** Resources whose grants apply to what is in them, and in those inside them, as SQL. A container is in itself. */
export interface Containers {
  /** The kind that the grants are on. */
  kind: string;
  /**
   * The containers that a resource is in: `id`, and `open`. The way there is closed behind a private container, which ignores grants
   * from above it, except admins'.
   */
  above: (resource: string) => string;
  /** Continues a statement on grants `g` on containers, with `id`: each container that the grant applies to. */
  ofGrant: string;
  id: string;
}

export interface Inheritance {
  containers: Containers;
  /** True if the row `alias` is in one of `containers`, a SELECT of their IDs. */
  isIn: (alias: string, containers: string) => string;
  /** Continues a statement on containers, with `id`: each row in one of them. */
  members: { join: string; id: string };
}

const kinds = new Map<string, GrantableKind>();

/** Registering again replaces: Next has its own copy of every module and reads the config in each. */
export function registerGrantable(added: readonly GrantableKind[]): void {
  for (const kind of added) kinds.set(kind.name, kind);
}

/** All of them, from the widest to the narrowest. Modules have registered theirs once statements run. */
export const grantableKinds = (): GrantableKind[] =>
  [...kinds.values()].toSorted((one, other) => one.width - other.width);

export const grantableKind = (name: string): GrantableKind | undefined => kinds.get(name);

/** In place of a name: that of a row of `marque.resources`, whichever it is. */
export const anyRecord = '*';

/** Records of modules, which `defineResource` declares: a trigger keeps a row of `marque.resources` for each. */
export const recordsOf = (name: string): GrantableKind => ({
  name,
  table: 'marque.resources',
  label: 'name',
  privacy: 'private',
  width: Infinity,
});
