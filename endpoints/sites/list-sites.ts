import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { sitesQuery, toSite } from '../../src/sites/queries.ts';
import { Site } from '../../src/sites/schemas.ts';

export const listSites = defineOperation({
  name: 'list_sites',
  http: {
    route: 'GET /api/v1/sites',
    tag: 'sites',
  },
  summary: "List the workspace's sites by name, with their live deployments",
  access: {
    scope: 'write',
  },
  query: sitesQuery,
  output: z.object({ data: z.array(Site) }),
  agent: {
    title: 'List sites',
    description:
      'Lists the sites of this workspace: their addresses, who can open them, and which deployment is live at which path. Use it to find the site to deploy to.',
    readOnly: true,
  },
  run: async ({ row, service }) => ({
    data: row.sites.map((row) => toSite(row, service.env)),
  }),
});
