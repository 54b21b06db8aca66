// The watermark of a preset, as it is in the setting `renditions`.
import { z } from 'zod';
import { positions } from '../../lib/decoders/watermark.mjs';

const percent = z.int().min(1).max(100);

export const usualMark = { position: 'bottom-right', size: 20, opacity: 50 } as const;

export const Watermark = z.strictObject({
  asset: z
    .uuid()
    .describe("ID of a picture in the same workspace; the current version counts. An SVG's edges stay sharp"),
  position: z.enum(positions).nullish().describe(`Default ${usualMark.position}`),
  size: percent
    .nullish()
    .describe(`In percent of the rendition's sides: it fills one of them. Default ${usualMark.size}`),
  opacity: percent.nullish().describe(`In percent. Default ${usualMark.opacity}`),
});
export type Watermark = z.infer<typeof Watermark>;
