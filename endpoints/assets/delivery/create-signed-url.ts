import { z } from 'zod';
import { demandPreset } from '../../../src/assets/crops/presets.ts';
import { renditionQuery, type DeliveryRow } from '../../../src/assets/delivery/delivery-rows.ts';
import { signingKeyOf } from '../../../src/assets/delivery/admission.ts';
import { rulesOf } from '../../../src/assets/delivery/rendition-rules.ts';
import { isTransformable } from '../../../src/assets/metadata/kinds.ts';
import { canonical, parseTransform } from '../../../src/assets/delivery/parse-transform.ts';
import { record } from '../../../src/core/events/record.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { ApiError, notFound } from '../../../src/core/errors.ts';
import { signUse } from '../../../src/core/storage/signing.ts';
import { assetPath, onAsset } from '../schemas.ts';
import { publicPath } from '../../../src/core/public-paths.ts';

export const createSignedUrl = defineOperation({
  name: 'create_signed_url',
  http: {
    route: 'POST /api/v1/assets/{id}/signed-url',
    tag: 'assets',
  },
  summary: 'Create a temporary link to an active asset that works without a key',
  description:
    'Overrides public, private and embargo, but never state: an expired or archived asset still answers 410. Without transform, the link opens the original and every rendition; with one, only that rendition.',
  access: {
    scope: 'write',
    abilities: ['share'],
    target: onAsset,
  },
  query: renditionQuery,
  input: {
    path: assetPath,
    body: z.strictObject({
      expiresIn: z.int().min(60).max(31_536_000).default(604_800).describe('Seconds'),
      transform: z.string().max(200).optional().describe('For example w_800,f_webp'),
    }),
  },
  output: z.object({ data: z.object({ url: z.string(), expiresAt: z.iso.datetime() }) }),
  errors: ['conflict', 'unsupported'],
  run: async ({ service, req, row: asset, access }, { path, body }) => {
    if (!asset) throw notFound();
    const transform = body.transform === undefined ? null : canonicalOf(asset, body.transform);
    if (asset.state !== 'active') {
      throw new ApiError(
        'conflict',
        `Only active assets can have a signed URL; this one is ${asset.state}.`,
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
    // The link itself is not recorded, so reading the activity does not give access to the file.
    await record(req, {
      type: 'asset.link_signed',
      workspaceId: access.workspaceId,
      subject: { kind: 'asset', id: path.id },
      detail: { filename: asset.filename, transform, expiresAt: expiresAt.toISOString() },
    });
    const address = `${service.env.serverUrl}${publicPath('a')}/${asset.id}${transform === null ? '' : `/${transform}`}`;
    return { data: { url: `${address}?s=${signature}`, expiresAt: expiresAt.toISOString() } };
  },
});

function canonicalOf(asset: DeliveryRow, transform: string): string {
  const parsed = parseTransform(transform);
  if (!isTransformable(asset.mime_type))
    throw new ApiError('unsupported', `${asset.mime_type} files have no renditions. Leave out transform.`);
  if (parsed.preset !== undefined) demandPreset(parsed.preset, rulesOf(asset).presets);
  const source = { mime: asset.mime_type, width: asset.width, height: asset.height };
  return canonical(parsed, source);
}
