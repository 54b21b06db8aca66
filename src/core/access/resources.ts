// What grants can be on, by name: the organization, workspaces, and what modules register.
import { z } from 'zod';
import { ownResources, type Resource } from './ladder.ts';

const added = new Set<string>();

/** Adds a module's own kind of resource. */
export function registerResource(name: string): void {
  added.add(name);
}

/** All kinds, from the widest to the narrowest; those of other modules last. */
export const resourceNames = (): Resource[] => [...ownResources, ...added];

/** True for a name that a module can use for its own. */
export const isResourceName = (name: string): boolean =>
  /^[a-z][a-z0-9_]{0,39}$/.test(name) && !ownResources.some((own) => own === name);

/** The kind of a resource. Lazy, so that modules have added theirs before it is built. */
export const ResourceName = z.lazy(() => z.enum(resourceNames()));
