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

/** True for a name that a module can use for its own. That no other module has it is checked at the start. */
export const isResourceName = (name: string): boolean =>
  /^[a-z][a-z0-9_]{0,39}$/.test(name) && !ofCore.includes(name);

/** The kind of a resource. Lazy, so that modules have added theirs before it is built. */
export const ResourceName = z.lazy(() => z.enum(resourceNames()));
