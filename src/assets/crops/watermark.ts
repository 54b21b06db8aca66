// The watermark of a preset, as it is in the setting `renditions`.
import { z } from 'zod';
import { positions } from '../../lib/decoders/watermark.mjs';

const percent = z.int().min(1).max(100);

export const usualMark = { position: 'bottom-right', size: 20, opacity: 50 } as const;

export const Watermark = z.strictObject({
  asset: z
    .uuid()
    .describe(
      'ID of a picture in the same workspace. Its current version is used. An SVG stays sharp at any size',
    ),
  position: z.enum(positions).nullish().describe(`Default ${usualMark.position}`),
  size: percent
    .nullish()
    .describe(`Percentage of the rendition's width and height that it fits into. Default ${usualMark.size}`),
  opacity: percent.nullish().describe(`Percentage. Default ${usualMark.opacity}`),
});
export type Watermark = z.infer<typeof Watermark>;
