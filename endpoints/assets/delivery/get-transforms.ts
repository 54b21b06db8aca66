import { z } from 'zod';
import { Preset } from '../../../src/assets/crops/presets.ts';
import { TransformPart, transformParts } from '../../../src/assets/delivery/grammar.ts';
import { renditions } from '../../../src/assets/settings.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { publicPath } from '../../../src/core/public-paths.ts';
import { settingIn } from '../../../src/core/settings/read.ts';

const PresetEntry = z
  .object(Preset.shape)
  .partial()
  .extend({ name: z.string(), transform: z.string().describe('As in an address: preset_hero') })
  .meta({ id: 'RenditionPreset' });

export const getTransforms = defineOperation({
  name: 'get_transforms',
  http: {
    route: 'GET /api/v1/transforms',
    tag: 'assets',
  },
  summary: 'Get everything that the address of a rendition can say, and the presets here',
  description: 'Parts are joined by commas, in any order, each at most once.',
  access: {
    scope: 'read',
    within: true,
  },
  output: z.object({
    data: z.object({
      address: z.string().describe('Where the transform goes'),
      parts: z.array(TransformPart),
      presets: z.array(PresetEntry),
    }),
  }),
  run: async ({ service, db, access }) => {
    const place = { organizationId: null, workspaceId: access.workspaceId };
    const { presets } = await settingIn(service, db, renditions, place);
    return {
      data: {
        address: `${service.env.serverUrl}${publicPath('a')}/{id}/{transform}`,
        parts: transformParts(),
        presets: presets.map((preset) => ({ ...preset, transform: `preset_${preset.name}` })),
      },
    };
  },
});
