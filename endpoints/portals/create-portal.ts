import { defineOperation } from '../../src/core/operation.ts';
import { contentsNamed } from '../../src/portals/contents.ts';
import { portalNow } from '../../src/portals/queries.ts';
import { plainTheme } from '../../src/portals/rules.ts';
import { NewPortal } from '../../src/portals/schemas.ts';
import { hashed, storePassword } from '../../src/sharing/passwords.ts';
import { OnePortal } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const createPortal = defineOperation({
  name: 'create_portal',
  http: {
    route: 'POST /api/v1/portals',
    tag: 'portals',
    status: 201,
  },
  summary: 'Create a portal: brands and collections for people outside, at its own address',
  description:
    'Without a slug, one is generated from its name. access password needs a password; members lets in signed-in people who can read the workspace. It shows only assets that may be used now, and the published version of its brands.',
  access: {
    scope: 'write',
    abilities: ['share'],
  },
  input: { body: NewPortal },
  output: OnePortal,
  errors: ['conflict', 'invalid'],
  prepare: async (_, { body }) => hashed(body.password),
  run: async ({ req, db, access, caller, service }, { body }, password) => {
    const workspaceId = access.workspaceId ?? '';
    const { name, slug, intro, terms, expiresAt, indexed, presets, theme } = body;
    const contents = await contentsNamed(db, caller, workspaceId, { ...body, logo: theme?.logo });
    const { id } = await req.payload.create({
      collection: collectionSlug('portals'),
      req,
      depth: 0,
      data: {
        name,
        access: body.access,
        workspace: workspaceId,
        ...(slug ? { slug } : {}),
        intro: intro ?? null,
        terms: terms ?? null,
        expiresAt: expiresAt ?? null,
        indexed: indexed ?? false,
        presets: presets ?? [],
        theme: { ...plainTheme, ...theme },
        brands: contents.brands ?? [],
        collections: contents.collections ?? [],
      },
    });
    await storePassword(
      req,
      db,
      { kind: 'portal', id, workspaceId, access: body.access, isNew: true },
      password,
    );
    return { data: await portalNow(db, service.env, caller, workspaceId, id) };
  },
});
