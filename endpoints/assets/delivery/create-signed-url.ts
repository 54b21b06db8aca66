import { z } from 'zod';
import { deliveryQuery, signingKeyOf, type DeliveryRow } from '../../../src/assets/delivery/deliver.ts';
import { isTransformable } from '../../../src/assets/metadata/kinds.ts';
import { canonical, parseTransform } from '../../../src/assets/delivery/transform.ts';
import { record } from '../../../src/core/events/record.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { ApiError } from '../../../src/core/errors.ts';
import { signUse } from '../../../src/core/storage/signing.ts';
import { assetPath, onAsset } from '../schemas.ts';

export const createSignedUrl = defineOperation({
  name: 'create_signed_url',
  route: 'POST /api/v1/assets/{id}/signed-url',
  tag: 'assets',
  summary: 'A link to an active asset that works without a key, for a while',
  description:
    'It stands in for public, private and embargo, never for state: an asset that expires or is archived answers 410 to it too. Without transform it opens the original and every rendition, with one only that rendition.',
  scope: 'write',
  ability: 'share',
  target: onAsset,
  query: deliveryQuery,
  input: {
    path: assetPath,
    body: z.strictObject({
      expiresIn: z.int().min(60).max(31_536_000).default(604_800).describe('Seconds'),
      transform: z.string().max(200).optional().describe('Such as w_800,f_webp'),
    }),
  },
  output: z.object({ data: z.object({ url: z.string(), expiresAt: z.iso.datetime() }) }),
  errors: ['conflict', 'unsupported'],
  run: async ({ service, req, row: asset, access }, { path, body }) => {
    if (!asset) throw new ApiError('not_found', "Not found, or you don't have access.");
    const transform = body.transform === undefined ? null : canonicalOf(asset, body.transform);
    if (asset.state !== 'active') {
      throw new ApiError(
        'conflict',
        `Only an active asset is served at a link; this one is ${asset.state}.`,
        {
          state: asset.state,
        },
      );
    }
    // Signatures count whole seconds.
    const expiresAt = new Date(Math.floor(Date.now() / 1000 + body.expiresIn) * 1000);
    const signature = signUse(signingKeyOf(service), {
      id: asset.id,
      sha256: asset.sha256,
      transform: transform ?? '*',
      expiresAt,
    });
    // Without the link: whoever reads the activity is not thereby given the file.
    await record(req, {
      type: 'asset.link_signed',
      workspaceId: access.workspaceId,
      subject: { kind: 'asset', id: path.id },
      detail: { filename: asset.filename, transform, expiresAt: expiresAt.toISOString() },
    });
    const address = `${service.env.serverUrl}/a/${asset.id}${transform === null ? '' : `/${transform}`}`;
    return { data: { url: `${address}?s=${signature}`, expiresAt: expiresAt.toISOString() } };
  },
});

function canonicalOf(asset: DeliveryRow, transform: string): string {
  const parsed = parseTransform(transform);
  if (!isTransformable(asset.mime_type))
    throw new ApiError('unsupported', `A ${asset.mime_type} has no renditions: leave transform out.`);
  const source = { mime: asset.mime_type, width: asset.width, height: asset.height };
  return canonical(parsed, source);
}
