import { defineOperation } from '../../src/core/operation.ts';
import { addDomain } from '../../src/domains/domains.ts';
import { NewDomain } from '../../src/domains/schemas.ts';
import { onPortal, portalPath } from '../portals/schemas.ts';
import { OneDomain } from './schemas.ts';

export const createPortalDomain = defineOperation({
  name: 'create_portal_domain',
  http: {
    route: 'POST /api/v1/portals/{id}/domains',
    tag: 'domains',
    status: 201,
  },
  summary: 'Add a custom domain to a portal',
  description:
    'The portal is served there once the domain is proven: by the TXT record in `record`, or by the file in `file` on the server that the domain still leads to. It is looked for within a minute, and then less often; keep the record, because it is checked daily. Its address on the server keeps working, and is where members sign in.',
  access: {
    scope: 'write',
    target: onPortal,
  },
  input: { path: portalPath, body: NewDomain },
  output: OneDomain,
  errors: ['conflict', 'invalid', 'limit_reached'],
  run: async ({ service, db, caller }, { path, body }) => ({
    data: await addDomain(service, db, caller, { kind: 'portal', id: path.id }, body.host),
  }),
});
