// What grants can be on, by name: the organization, workspaces, and what modules register.
import { z } from 'zod';
import { grantableKinds } from './grantable.ts';
import type { Resource } from './ladder.ts';

const added = new Set<string>();
const ofCore: readonly Resource[] = ['organization', 'workspace'];

/** Adds a module's own records. */
export function registerResource(name: string): void {
  added.add(name);
}

/** All kinds, from the widest to the narrowest; records of modules last. */
export const resourceNames = (): Resource[] => [
  ...ofCore,
  ...grantableKinds().map(({ name }) => name),
  ...added,
];

/**
 * That no other module has the name is checked at the start.
 *
 * @throws Error for a name that a module can't use for its own.
 */
export function demandResourceName(name: string): void {
  if (/^[a-z][a-z0-9_]{0,39}$/.test(name) && !ofCore.includes(name)) return;
  throw new Error(
    `"${name}" can't name a resource. Use a lowercase letter, then up to 39 lowercase letters, digits or underscores, and neither "organization" nor "workspace".`,
  );
}

/** The kind of a resource. Lazy, so that modules have added theirs before it is built. */
export const ResourceName = z.lazy(() => z.enum(resourceNames()));
