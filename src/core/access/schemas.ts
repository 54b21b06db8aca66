// API schemas for access: scopes, workspaces, keys and grants.
import { z } from 'zod';
import { abilities, scopes } from './ladder.ts';
import { ResourceName } from './resources.ts';

export const ScopeName = z.enum(scopes).meta({ id: 'Scope', description: 'read < propose < write < admin' });

/** An ID from a caller, converted to the case it's stored in. */
export const Id = z.uuid().toLowerCase();

export const WorkspaceEntry = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    scope: ScopeName.nullable().describe(
      "The caller's scope on it; null if the caller only has access to something inside it",
    ),
  })
  .meta({ id: 'Workspace' });

export const Organization = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    scope: ScopeName.nullable().describe(
      "The caller's scope on the whole organization; null if they only have access to parts of it",
    ),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Organization' });

/** Name of an organization or a workspace. */
export const PlaceName = z.string().trim().min(1).max(200);

export const Limits = z.array(z.enum(abilities)).describe('Abilities that are left out');

/** The same as input: each ability once. */
export const GivenLimits = z
  .array(z.enum(abilities))
  .max(abilities.length)
  .default([])
  .transform((limits) => abilities.filter((ability) => limits.includes(ability)))
  .describe('Abilities of the write scope to leave out');

const Named = z.object({ id: z.uuid(), slug: z.string(), name: z.string() });

export const Me = z
  .object({
    kind: z.enum(['person', 'key']),
    id: z.uuid(),
    name: z.string(),
    email: z.string().nullable(),
    scope: ScopeName.nullable().describe('Scope on the workspace the request acts in'),
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
    accessEpoch: z
      .string()
      .describe(
        'Changes with the grants of the caller. Addresses that browsers keep change with it, such as those in `thumbnail` of GET /api/v1/assets?include=thumbnail',
      ),
  })
  .meta({ id: 'Me' });
/** Shared by the operations that read and change it. */
export const OneMe = z.object({ data: Me });
export const Key = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('First characters of the key'),
    scope: ScopeName.describe('What was granted'),
    effectiveScope: ScopeName.describe(
      'What it can use now: less than `scope` if the setting `agents.maxScope` holds a connected agent to less',
    ),
    owner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    connected: z.boolean().describe('True for a connected agent, which renews the key itself'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().describe('May lag by up to a minute'),
    calls: z.int().describe('May lag by up to a minute'),
    waiting: z.int().describe('Number of its proposals waiting for review'),
  })
  .meta({ id: 'Key' });

export const Grant = z
  .object({
    id: z.uuid(),
    user: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
    group: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    resource: ResourceName,
    resourceId: z.uuid(),
    label: z.string().describe('Name of the resource'),
    scope: ScopeName,
    limits: Limits,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Grant' });
export type Grant = z.infer<typeof Grant>;
