// Who may do what, as the interface shows it.
import { z } from 'zod';
import { abilities, resources, scopes } from './ladder.ts';

export const ScopeName = z.enum(scopes).meta({ id: 'Scope', description: 'read < propose < write < admin' });

/** An id as a caller gives it, in the case in which it is stored. */
export const Id = z.uuid().toLowerCase();

export const WorkspaceEntry = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    scope: ScopeName.nullable().describe(
      "The caller's scope on it; null where a grant inside it is all the caller has",
    ),
  })
  .meta({ id: 'Workspace' });

export const Organization = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    scope: ScopeName.nullable().describe(
      "The caller's scope on the whole of it; null where it is on some of it",
    ),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Organization' });

/** What an organization or a workspace is called. */
export const PlaceName = z.string().trim().min(1).max(200);

export const Limits = z.array(z.enum(abilities)).describe('Abilities switched off');

/** The same as it is given: each ability once. */
export const GivenLimits = z
  .array(z.enum(abilities))
  .max(abilities.length)
  .default([])
  .transform((limits) => abilities.filter((ability) => limits.includes(ability)))
  .describe('Abilities that write would bring, switched off');

const Named = z.object({ id: z.uuid(), slug: z.string(), name: z.string() });

export const Me = z
  .object({
    kind: z.enum(['person', 'key']),
    id: z.uuid(),
    name: z.string(),
    email: z.string().nullable(),
    scope: ScopeName.nullable().describe('On the workspace the call acts in'),
    organizationScope: ScopeName.nullable(),
    organization: Named.nullable(),
    workspace: Named.nullable(),
    workspaces: z.array(
      z.object({
        id: z.uuid(),
        slug: z.string(),
        name: z.string(),
        scope: ScopeName.nullable(),
        organization: Named,
      }),
    ),
  })
  .meta({ id: 'Me' });
/** What reads it and what changes it answer the same. */
export const OneMe = z.object({ data: Me });
export const Key = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('The first characters of the key'),
    scope: ScopeName,
    owner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    connected: z.boolean().describe('An agent that its owner let in, and that renews it by itself'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().describe('May lag by a minute'),
    calls: z.int().describe('May lag by a minute'),
    waiting: z.int().describe('What it proposed that waits for a person'),
  })
  .meta({ id: 'Key' });

export const Grant = z
  .object({
    id: z.uuid(),
    user: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
    group: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    resource: z.enum(resources),
    resourceId: z.uuid(),
    label: z.string().describe('Name of the thing it is on'),
    scope: ScopeName,
    limits: Limits,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Grant' });
export type Grant = z.infer<typeof Grant>;
