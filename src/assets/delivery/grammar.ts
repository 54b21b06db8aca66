// The parts of a rendition's address as documentation: what each means, what it accepts, and what applies without it.
import { z } from 'zod';
import { renditionFormats } from '../metadata/kinds.ts';
import {
  askableFormats,
  defaultQuality,
  fits,
  maxDensity,
  maxPage,
  maxSide,
  type PartKey,
} from './parse-transform.ts';

export const TransformPart = z
  .object({
    part: z.string().describe('As it is written in the address'),
    meaning: z.string(),
    values: z
      .array(z.string())
      .nullable()
      .describe('All that can be written after the underscore; null: a number, a color or a name'),
    range: z.tuple([z.number(), z.number()]).nullable().describe('For numbers'),
    default: z.string().describe('What applies without it'),
    example: z.string(),
  })
  .meta({ id: 'TransformPart' });
type Said = Omit<z.infer<typeof TransformPart>, 'part'>;

const numbers = (most: number): Pick<Said, 'values' | 'range'> => ({ values: null, range: [1, most] });
const oneOf = (values: readonly string[]): Pick<Said, 'values' | 'range'> => ({
  values: [...values],
  range: null,
});
const free = { values: null, range: null };
const flag = { values: [], range: null };

const said = {
  w: {
    meaning: 'Width in pixels. Pictures are never enlarged; SVG is drawn at any size up to 4096',
    ...numbers(maxSide),
    default: 'Follows the height',
    example: 'w_800',
  },
  h: {
    meaning: 'Height in pixels. Pictures are never enlarged; SVG is drawn at any size up to 4096',
    ...numbers(maxSide),
    default: 'Follows the width',
    example: 'h_600',
  },
  fit: {
    meaning:
      'With both sides: cover crops around the focal point, contain adds space, inside and outside keep the shape, fill stretches',
    ...oneOf(fits),
    default: 'cover with both sides, otherwise inside',
    example: 'w_400,h_400,fit_cover',
  },
  q: {
    meaning:
      'Quality, in steps of 5; auto takes the lowest at which the picture looks the same. PNG is lossless',
    values: ['auto'],
    range: [1, 100],
    default: `The quality in the setting delivery, or ${defaultQuality}`,
    example: 'w_800,q_auto',
  },
  f: {
    meaning: `Format: ${renditionFormats.join(', ')}; auto chooses one that the Accept header names: avif if that rendition has been made already with f_avif, otherwise webp. webp keeps the animation of GIF and WebP up to 50 million pixels in all frames; other formats show the first frame. avif up to 16 million pixels`,
    ...oneOf(askableFormats),
    default: 'The format of the source if browsers show it, otherwise JPEG or PNG',
    example: 'w_800,f_auto',
  },
  page: {
    meaning: 'Page of a document. The focal point and crops apply to the first',
    ...numbers(maxPage),
    default: '1',
    example: 'page_3,w_800',
  },
  bg: {
    meaning:
      'Color behind transparent pixels, and around the picture with fit_contain: six hexadecimal digits',
    ...free,
    default: 'Transparent if the format supports it, otherwise white',
    example: 'w_400,h_400,fit_contain,bg_f5f5f5',
  },
  dpr: {
    meaning: 'Multiplies both sides for screens with more pixels',
    ...numbers(maxDensity),
    default: '1',
    example: 'w_400,dpr_2',
  },
  rot: {
    meaning: 'Turns the picture upright, which happens anyway',
    ...oneOf(['auto']),
    default: 'auto',
    example: 'rot_auto,w_400',
  },
  preset: {
    meaning:
      'A rendition by its name in the setting renditions. Only page can go with it, and w to make it narrower',
    ...free,
    default: 'None',
    example: 'preset_hero,w_640',
  },
  gray: { meaning: 'Removes colors', ...flag, default: 'In color', example: 'w_400,gray' },
  trim: {
    meaning: 'Removes a border of one color. The rest is cropped around its center',
    ...flag,
    default: 'With its border',
    example: 'trim,w_400',
  },
} satisfies Record<PartKey, Said>;

/** Every part, in the order in which addresses are usually written. */
export const transformParts = (): z.infer<typeof TransformPart>[] =>
  Object.entries(said).map(([key, part]): z.infer<typeof TransformPart> => ({
    part: part.values?.length === 0 ? key : `${key}_`,
    ...part,
    values: part.values && [...part.values],
    range: part.range,
  }));
