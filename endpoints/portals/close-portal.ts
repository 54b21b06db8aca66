import { defineOperation } from '../../src/core/operation.ts';
import { lockPortal, portalNow } from '../../src/portals/queries.ts';
import { OnePortal, onPortal, portalPath } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const closePortal = defineOperation({
  name: 'close_portal',
  http: {
    route: 'POST /api/v1/portals/{id}/close',
    tag: 'portals',
  },
  summary: 'Close a portal immediately, for everyone',
  description:
    "Sets expiresAt to now; its address then responds with 410. A portal that's already closed stays as it is. To reopen it, PATCH another expiresAt.",
  access: {
    scope: 'write',
    abilities: ['share'],
    target: onPortal,
  },
  input: { path: portalPath },
  output: OnePortal,
  run: async ({ req, db, access, caller, service }, { path }) => {
    const { id } = path;
    const { expires_at, now } = await lockPortal(db, id);
    if (expires_at === null || expires_at > now) {
      const data = { expiresAt: now.toISOString() };
      await req.payload.update({ collection: collectionSlug('portals'), id, req, depth: 0, data });
    }
    return { data: await portalNow(db, service.env, caller, access.workspaceId ?? '', id) };
  },
});
