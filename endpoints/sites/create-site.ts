import { defineOperation } from '../../src/core/operation.ts';
import { hashed, storePassword } from '../../src/sharing/passwords.ts';
import { siteNow } from '../../src/sites/queries.ts';
import { NewSite } from '../../src/sites/schemas.ts';
import { OneSite } from './schemas.ts';

export const createSite = defineOperation({
  name: 'create_site',
  route: 'POST /api/v1/sites',
  tag: 'sites',
  summary: 'Make a site: an address of its own for what somebody built',
  description:
    'It serves nothing until something is deployed to it. Without a slug it gets one made of its name. access password needs a password; members lets in people who are signed in here and may read the workspace; anything wider needs the ability to share.',
  scope: 'write',
  input: { body: NewSite },
  output: OneSite,
  status: 201,
  errors: ['conflict', 'invalid'],
  prepare: async (_, { body }) => hashed(body.password),
  run: async ({ req, db, access, service }, { body }, password) => {
    const workspaceId = access.workspaceId ?? '';
    const { name, slug, kind } = body;
    const { id } = await req.payload.create({
      collection: 'sites',
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
