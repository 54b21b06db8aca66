// Presets: renditions with a name, from the setting `renditions`. A changed preset changes every rendition at its address.
import { z } from 'zod';
import { ApiError } from '../../core/errors.ts';
import { suggestion } from '../../lib/nearest.ts';
import {
  askableFormats,
  fits,
  maxSide,
  parseTransform,
  type Transform,
} from '../delivery/parse-transform.ts';
import { Watermark } from './watermark.ts';

export const mostPresets = 50;

/** As in an address: `preset_hero`. */
export const PresetName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Lower-case letters, digits and hyphens, up to 40, such as hero-wide.');

/** Renditions that every asset has, and an original: descriptions and portals list them by these names. */
const takenNames = ['original', 'thumb', 'small', 'medium', 'large'];

const side = z.int().min(1).max(maxSide);

export const Preset = z.strictObject({
  name: PresetName,
  width: side.nullish().describe('In pixels; never enlarged'),
  height: side.nullish().describe('In pixels'),
  fit: z.enum(fits).nullish().describe('With both sides; default cover'),
  format: z.enum(askableFormats).nullish().describe("Default: the source's, if browsers show it"),
  quality: z.int().min(1).max(100).nullish().describe('Default: that of the setting delivery'),
  background: z
    .string()
    .regex(/^#?[0-9a-f]{6}$/i, 'A color of six hexadecimal digits, such as #ffffff.')
    .nullish()
    .describe('Behind transparent pixels, and around the picture with fit=contain'),
  watermark: Watermark.nullish().describe('Drawn over the picture'),
});
export type Preset = z.infer<typeof Preset>;

export const Presets = z
  .array(Preset)
  .max(mostPresets)
  .superRefine((presets, issues) => {
    for (const [at, { name, width, height, fit }] of presets.entries()) {
      const wrong = (property: keyof Preset, message: string): void =>
        issues.addIssue({ code: 'custom', path: [at, property], message });
      if (takenNames.includes(name))
        wrong('name', `Every asset has a rendition "${name}". Choose another name.`);
      if (presets.findIndex((one) => one.name === name) !== at)
        wrong('name', `Another preset has the name "${name}". Choose another one.`);
      if (fit && fit !== 'inside' && !(width && height)) wrong('fit', 'Needs a width and a height.');
    }
  });

/** What an address with the preset's values would say. */
export function transformOfPreset({
  width,
  height,
  fit,
  format,
  quality,
  background,
}: Omit<Preset, 'name' | 'watermark'>): string {
  const parts = [
    width && `w_${width}`,
    height && `h_${height}`,
    fit && `fit_${fit}`,
    quality && `q_${quality}`,
    format && `f_${format}`,
    background && `bg_${background.replace('#', '')}`,
  ].filter(Boolean);
  // Without any part, it's the picture as browsers show it.
  return parts.length > 0 ? parts.join(',') : 'rot_auto';
}

/** What is said of a name that no preset has. */
export const unknownPreset = (name: string, names: readonly string[]): string =>
  `There is no preset "${name}". ${names.length > 0 ? suggestion(name, names) : 'None are set up here; an admin adds them in the setting renditions.'}`;

/** @throws ApiError invalid_request naming the presets there are. */
export function demandPreset(name: string, presets: readonly Preset[]): Preset {
  const found = presets.find((one) => one.name === name);
  if (found) return found;
  const message = unknownPreset(
    name,
    presets.map((one) => one.name),
  );
  throw new ApiError('invalid_request', message, {
    issues: [{ path: 'transform', message }],
  });
}

/** The preset that a transform names; null if it names none. @throws ApiError invalid_request for an unknown one */
export const presetOf = ({ preset }: Transform, presets: readonly Preset[]): Preset | null =>
  preset === undefined ? null : demandPreset(preset, presets);

/**
 * A transform with its preset replaced by the preset's values.
 *
 * @returns `text` as well: what an address would say.
 * @throws ApiError invalid_request for an unknown preset.
 */
export function withoutPreset(
  transform: Transform,
  text: string,
  presets: readonly Preset[],
): { transform: Transform; text: string } {
  const { preset, page, w } = transform;
  if (preset === undefined) return { transform, text };
  const meant = transformOfPreset(demandPreset(preset, presets));
  const whole = parseTransform(meant);
  return {
    transform: { ...(w === undefined ? whole : narrowed(whole, w)), ...(page !== undefined && { page }) },
    text: meant,
  };
}

/** Not wider than that, in the same shape. */
function narrowed(whole: Transform, w: number): Transform {
  if (whole.w === undefined) return { ...whole, w };
  const shrink = Math.min(1, w / whole.w);
  return {
    ...whole,
    w: Math.max(1, Math.round(whole.w * shrink)),
    ...(whole.h !== undefined && { h: Math.max(1, Math.round(whole.h * shrink)) }),
  };
}
