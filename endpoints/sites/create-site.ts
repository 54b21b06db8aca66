import { defineOperation } from '../../src/core/operation.ts';
import { hashed, storePassword } from '../../src/sharing/passwords.ts';
import { siteNow } from '../../src/sites/queries.ts';
import { NewSite } from '../../src/sites/schemas.ts';
import { OneSite } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const createSite = defineOperation({
  name: 'create_site',
  http: {
    route: 'POST /api/v1/sites',
    tag: 'sites',
    status: 201,
  },
  summary: 'Create a site: an address that serves a build',
  description:
    'It serves nothing until you deploy to it. Without a slug, one is generated from its name. access password needs a password; members lets in signed-in people who can read the workspace; making it more open than that needs the share ability.',
  access: {
    scope: 'write',
  },
  input: { body: NewSite },
  output: OneSite,
  agent: {
    title: 'Create a site',
    description:
      'Creates a site: an address that serves a build. It serves nothing until you call deploy_site with its ID.',
    // Secrets don't pass through an agent's context.
    without: ['password'],
  },
  errors: ['conflict', 'invalid'],
  prepare: async (_, { body }) => hashed(body.password),
  run: async ({ req, db, access, service }, { body }, password) => {
    const workspaceId = access.workspaceId ?? '';
    const { name, slug, kind } = body;
    const { id } = await req.payload.create({
      collection: collectionSlug('sites'),
      req,
      depth: 0,
      data: { name, kind, access: body.access, workspace: workspaceId, ...(slug ? { slug } : {}) },
    });
    await storePassword(
      req,
      db,
      { kind: 'site', id, workspaceId, access: body.access, isNew: true },
      password,
    );
    return { data: await siteNow(db, id, service.env) };
  },
});
