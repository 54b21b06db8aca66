import { z } from 'zod';
import { ApiError } from '../../src/core/errors.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { isServed } from '../../src/domains/serving.ts';
import { isLabelInUse } from '../../src/sites/previews.ts';
import { slugOfHost } from '../../src/sites/rules.ts';

export const checkDomain = defineOperation({
  name: 'check_domain',
  http: {
    route: 'GET /api/v1/domains/ask',
    tag: 'domains',
  },
  summary: 'Check whether a certificate may be issued for a host',
  description:
    "For a proxy that gets certificates when they are first needed, such as Caddy's on-demand TLS: 200 for verified custom domains and for the addresses of sites and previews that exist, 404 for everything else.",
  access: {
    scope: 'public',
  },
  input: { query: z.object({ domain: z.string().min(1).max(300).describe('A host name, without a port') }) },
  output: z.object({ data: z.object({ domain: z.string() }) }),
  errors: ['not_found'],
  run: async ({ service, db }, { query: { domain } }) => {
    const label = slugOfHost(service.env, domain);
    const isOurs = label === null ? await isServed(service, domain) : await isLabelInUse(db, label);
    if (!isOurs) throw new ApiError('not_found', 'Nothing is served at this host.');
    return { data: { domain } };
  },
});
