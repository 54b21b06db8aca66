import { z } from 'zod';
import { holdersOf } from '../../src/access-report/holders.ts';
import { Holders } from '../../src/access-report/schemas.ts';
import { findResource } from '../../src/access-report/resources.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';

const missing = () => new ApiError('not_found', 'There is nothing here, or nothing for you.');

export const listHolders = defineOperation({
  name: 'list_holders',
  route: 'GET /api/v1/catalog/{ref}/access',
  tag: 'access',
  summary: 'Who can reach a thing, and why: people, agents, the public',
  description:
    'Of a brand, rule, page, collection, asset, portal or site that you may read, by its id or by its address, URL-encoded: {org}/{workspace}/brand/{slug}, after that /rule/{key} or /page/{slug}, {org}/{workspace}/portal/{slug} or /site/{slug}, and {org}/{workspace}/asset/{id} or /collection/{id}. Each person with their highest grant on the path. E-mail addresses are null for callers below write.',
  scope: 'any',
  ignoresUnknown: true,
  input: {
    path: z.object({
      ref: z
        .string()
        .min(1)
        .max(1000)
        .describe(
          "An id, or an address: {organization}/{workspace}/{type}/{slug} with type brand, portal or site, …/asset/{id}, …/collection/{id}, and after a brand's …/rule/{key} or …/page/{slug}",
        ),
    }),
    query: z.object({
      who: z.string().trim().min(1).max(320).optional().describe('One person, by id or e-mail'),
    }),
  },
  output: Holders,
  errors: ['not_found'],
  tool: {
    title: 'Who can reach a thing',
    description:
      'Tells who can reach a brand, rule, page, collection, asset, portal or site, with which scope and through which grant. Use it before you say that somebody can or can not see something.',
    readOnly: true,
  },
  run: async ({ service, caller, accessTo }, { path, query }) => {
    const resource = await findResource(service, path.ref);
    const access = resource && (await accessTo({ [resource.accessOn.kind]: resource.accessOn.id }));
    // What the caller may not read is no more there than what isn't.
    if (!resource || access?.scope == null) throw missing();
    const holders = await holdersOf(service, resource, { caller, access, who: query.who ?? null });
    if (!holders) throw missing();
    return holders;
  },
});
