import { demand } from '../../src/core/access/actor.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { hashed, storePassword } from '../../src/sharing/passwords.ts';
import { lockSite, siteNow } from '../../src/sites/queries.ts';
import { SitePatch } from '../../src/sites/schemas.ts';
import { OneSite, onSite, sitePath } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const updateSite = defineOperation({
  name: 'update_site',
  http: {
    route: 'PATCH /api/v1/sites/{id}',
    tag: 'sites',
  },
  summary: 'Rename a site, change its address, or change who can open it',
  description:
    'A new password signs out everyone who used the old one. After a change of slug, the old address stops working. Making it more open needs the share ability.',
  access: {
    scope: 'write',
    target: onSite,
  },
  input: { path: sitePath, body: SitePatch },
  output: OneSite,
  errors: ['conflict', 'invalid'],
  prepare: async (_, { body }) => hashed(body.password),
  run: async ({ req, db, access, service }, { path, body }, password) => {
    const { id } = path;
    const held = await lockSite(db, id);
    const { password: _, ...rest } = body;
    const mode = body.access ?? held.access;
    // A new password lets in people who had no access before; on a public site it shuts people out.
    if (body.password !== undefined && held.access !== 'public')
      demand(access, 'write', 'share', 'this site');
    if (Object.keys(rest).length > 0)
      await req.payload.update({ collection: collectionSlug('sites'), id, req, depth: 0, data: rest });
    await storePassword(
      req,
      db,
      { kind: 'site', id, workspaceId: access.workspaceId ?? '', access: mode, isNew: false },
      password,
    );
    return { data: await siteNow(db, id, service.env) };
  },
});
