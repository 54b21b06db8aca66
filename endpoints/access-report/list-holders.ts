import { z } from 'zod';
import { holdersOf } from '../../src/access-report/holders.ts';
import { Holders } from '../../src/access-report/schemas.ts';
import { findResource } from '../../src/access-report/resources.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { notFound } from '../../src/core/errors.ts';

export const listHolders = defineOperation({
  name: 'list_holders',
  http: {
    route: 'GET /api/v1/catalog/{ref}/access',
    tag: 'access',
    ignoresUnknown: true,
  },
  summary: 'List who can access a resource, and why: people, agents, the public',
  description:
    'Takes a brand, rule, page, collection, asset, portal or site that you can read, by its ID or by its URL-encoded address: {org}/{workspace}/brand/{slug}, optionally followed by /rule/{key} or /page/{slug}; {org}/{workspace}/portal/{slug} or /site/{slug}; {org}/{workspace}/asset/{id} or /collection/{id}. Each person is listed with their highest grant on the path. Email addresses are null for callers below write.',
  access: {
    scope: 'any',
  },
  input: {
    path: z.object({
      ref: z
        .string()
        .min(1)
        .max(1000)
        .describe(
          "An ID, or an address: {organization}/{workspace}/{type}/{slug} with type brand, portal or site; …/asset/{id}; …/collection/{id}; or a brand's address followed by /rule/{key} or /page/{slug}",
        ),
    }),
    query: z.object({
      who: z.string().trim().min(1).max(320).optional().describe('Only this person, by ID or email'),
    }),
  },
  output: Holders,
  errors: ['not_found'],
  agent: {
    title: 'List who has access',
    aliases: ['who_can'],
    description:
      "Lists who can access a brand, rule, page, collection, asset, portal or site, with which scope and through which grant. Use it before you say that someone can or can't see something.",
    readOnly: true,
  },
  run: async ({ service, caller, accessTo }, { path, query }) => {
    const resource = await findResource(service, path.ref);
    const access = resource && (await accessTo({ [resource.accessOn.kind]: resource.accessOn.id }));
    // A resource the caller can't read looks the same as one that doesn't exist.
    if (!resource || access?.scope == null) throw notFound();
    const holders = await holdersOf(service, resource, { caller, access, who: query.who ?? null });
    if (!holders) throw notFound();
    return holders;
  },
});
