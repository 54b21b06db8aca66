import { z } from 'zod';
import {
  credentialsQuery,
  credentialTreeOf,
  CredentialTree,
} from '../../src/assets/metadata/credential-tree.ts';
import { notFound } from '../../src/core/errors.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, readsAsset } from './schemas.ts';

export const getAssetCredentials = defineOperation({
  name: 'get_asset_credentials',
  http: {
    route: 'GET /api/v1/assets/{id}/credentials',
    tag: 'assets',
  },
  summary: 'Get an asset’s Content Credentials (C2PA) with everything it was made from',
  description:
    'Read from the original and checked now, with the workspace’s trust list. `data` is null for files without credentials.',
  access: readsAsset,
  query: credentialsQuery,
  input: { path: assetPath },
  output: z.object({ data: CredentialTree.nullable() }),
  errors: ['unavailable'],
  run: async ({ service, access, row }) => {
    if (!row) throw notFound();
    return { data: await credentialTreeOf(service, access.workspaceId, row) };
  },
});
