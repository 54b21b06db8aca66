import { defineOperation } from '../../src/core/operation.ts';
import { contentsNamed } from '../../src/portals/contents.ts';
import { lockPortal, portalNow } from '../../src/portals/queries.ts';
import { PortalPatch } from '../../src/portals/schemas.ts';
import { hashed, storePassword } from '../../src/sharing/passwords.ts';
import { OnePortal, onPortal, portalPath } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const updatePortal = defineOperation({
  name: 'update_portal',
  http: {
    route: 'PATCH /api/v1/portals/{id}',
    tag: 'portals',
  },
  summary: 'Update what a portal shows, how it looks or who can open it',
  description:
    'A new password signs out everyone who used the old one. After a change of slug, the old address stops working. To reopen a closed portal, set expiresAt to null or a later time.',
  access: {
    scope: 'write',
    abilities: ['share'],
    target: onPortal,
  },
  input: { path: portalPath, body: PortalPatch },
  output: OnePortal,
  errors: ['conflict', 'invalid'],
  prepare: async (_, { body }) => hashed(body.password),
  run: async ({ req, db, access, caller, service }, { path, body }, password) => {
    const { id } = path;
    const workspaceId = access.workspaceId ?? '';
    const held = await lockPortal(db, id);
    const { password: _, theme, ...rest } = body;
    const contents = await contentsNamed(db, caller, workspaceId, { ...body, logo: theme?.logo });
    const data = {
      ...rest,
      ...contents,
      ...(theme ? { theme: { ...held.theme, ...theme } } : {}),
    };
    if (Object.keys(data).length > 0)
      await req.payload.update({ collection: collectionSlug('portals'), id, req, depth: 0, data });
    await storePassword(
      req,
      db,
      { kind: 'portal', id, workspaceId, access: body.access ?? held.access, isNew: false },
      password,
    );
    return { data: await portalNow(db, service.env, caller, workspaceId, id) };
  },
});
