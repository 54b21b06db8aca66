// The transform in a rendition's URL (`w_800,f_webp`): reading it, its one canonical form, what it comes to for a given
// original, and the ladder of sizes that are always made.
import { ApiError, type Issue } from '../../core/errors.ts';
import { isTransformable, renditionFormats, webFormat, type RenditionFormat } from '../metadata/kinds.ts';

export const fits = ['cover', 'contain', 'inside', 'outside', 'fill'] as const;
export type Fit = (typeof fits)[number];

/** What `f_` takes. `auto` chooses by the caller's `Accept`. */
export const askableFormats = [...renditionFormats, 'auto'] as const;
export type AskableFormat = (typeof askableFormats)[number];

/** Longest side of a rendition, in pixels. */
export const maxSide = 8000;
export const defaultQuality = 80;
/** Qualities come in steps, so that 100 values make 20 files and not 100. */
const qualityStep = 5;
/** `f_auto` gives AVIF up to this many pixels (2 MP: 0.6 s on one core at effort 2, measured) and WebP beyond. */
const maxAutoAvifPixels = 2_000_000;

/**
 * A transform as read. `w` and `h` in pixels, 1 to 8000; `q` 5 to 100 in steps of 5; without `f` the rendition has the
 * source's format (see `webFormat`). `fit` is always `inside` where fewer than two sides are given: there is nothing to
 * fit into.
 */
export interface Transform {
  w?: number;
  h?: number;
  fit: Fit;
  q: number;
  f?: AskableFormat;
}

/** A transform that says everything: sides that never enlarge (absent: the original's size) and a real format. */
export interface Rendition {
  w?: number;
  h?: number;
  fit: Fit;
  q: number;
  f: RenditionFormat;
}

/** What a transform must know of the original. Sides in pixels as shown, null where unknown. */
export interface Source {
  mime: string;
  width: number | null;
  height: number | null;
}

/** Widths that are always made, in pixels: common layout widths, and twice the smaller ones for dense screens. */
export const LADDER = [64, 96, 128, 160, 240, 320, 480, 640, 960, 1280, 1920, 2560, 3840] as const;

/** Ready-made renditions of a description; a step is offered where the original is at least that wide. */
const namedWidths = { thumb: 320, small: 640, medium: 1280, large: 2560 } as const;

const keys = ['w', 'h', 'fit', 'q', 'f'] as const;
type Key = (typeof keys)[number];

/**
 * Reads a transform as it stands in a URL: `key_value` parts in any order, separated by commas.
 *
 * @throws Refusal `invalid_request` naming every problem at once (path `transform`): an unknown or doubled key, a
 *   missing or misspelt value, a number out of bounds.
 */
export function parseTransform(text: string): Transform {
  const issues: Issue[] = [];
  const say = (message: string) => issues.push({ path: 'transform', message });
  const values = new Map<Key, string>();
  // The longest transform that says something is 35 characters; a megabyte of commas says nothing.
  const parts = text.length > 200 ? [] : text.split(',');
  if (parts.length === 0) say('is too long; write it like w_800,f_webp');
  for (const part of parts) {
    const split = part.indexOf('_');
    const key = keys.find((known) => known === part.slice(0, Math.max(split, 0)));
    if (!key) say(`"${part}" is not one of ${keys.map((known) => `${known}_…`).join(', ')}`);
    else if (values.has(key)) say(`${key} is given twice`);
    else values.set(key, part.slice(split + 1));
  }

  const whole = (key: Key, max: number): number | undefined => {
    const value = values.get(key);
    if (value === undefined) return undefined;
    if (/^[1-9]\d{0,3}$/.test(value) && Number(value) <= max) return Number(value);
    say(`${key} must be a whole number from 1 to ${max}`);
    return undefined;
  };
  const oneOf = <T extends string>(key: Key, options: readonly T[]): T | undefined => {
    const value = values.get(key);
    const option = options.find((known) => known === value);
    if (value !== undefined && option === undefined) say(`${key} must be one of ${options.join(', ')}`);
    return option;
  };
  const w = whole('w', maxSide);
  const h = whole('h', maxSide);
  const fit = oneOf('fit', fits);
  const q = whole('q', 100) ?? defaultQuality;
  const f = oneOf('f', askableFormats);
  if (issues.length > 0) {
    throw new ApiError(
      'invalid_request',
      `The transform can't be read: ${issues.map(({ message }) => message).join('; ')}.`,
      {
        issues,
      },
    );
  }
  return {
    ...(w !== undefined && { w }),
    ...(h !== undefined && { h }),
    fit: w !== undefined && h !== undefined ? (fit ?? 'cover') : 'inside',
    q: Math.ceil(q / qualityStep) * qualityStep,
    ...(f !== undefined && { f }),
  };
}

/**
 * The one way to write a transform of this source: fixed order (w, h, fit, q, f), defaults left out. Two transforms
 * that make the same picture read the same, so this is what storage keys and signatures are made of. Where everything
 * is a default the format is written, because an empty path segment is no transform.
 */
export function canonical(transform: Transform | Rendition, source: { mime: string }): string {
  const { w, h, fit, q, f } = transform;
  const usual = webFormat(source.mime);
  const parts = [
    ...(w === undefined ? [] : [`w_${w}`]),
    ...(h === undefined ? [] : [`h_${h}`]),
    ...(w === undefined || h === undefined || fit === 'cover' ? [] : [`fit_${fit}`]),
    // PNG is lossless here: quality changes nothing.
    ...(q === defaultQuality || (f ?? usual) === 'png' ? [] : [`q_${q}`]),
    ...(f === undefined || f === usual ? [] : [`f_${f}`]),
  ];
  return parts.length > 0 ? parts.join(',') : `f_${usual}`;
}

/**
 * What a transform comes to for this source. `f_auto` becomes AVIF where `Accept` names it and the picture is small
 * enough, else WebP where named, else what every browser shows. Sides shrink to what the original has: a crop
 * (`cover`, `fill`, `contain`) keeps the shape that was asked for, a resize that would change nothing is left out.
 *
 * @param accept the `Accept` header as it came, or null.
 * @param formats that `f_auto` may choose from.
 * @returns the rendition to make, and whether the answer needs `Vary: Accept`.
 */
export function resolveTransform(
  transform: Transform,
  source: Source,
  accept: string | null | undefined,
  formats: readonly RenditionFormat[] = renditionFormats,
): { rendition: Rendition; variesByAccept: boolean } {
  const { w, h, fit } = withinSource(transform, source);
  const shape = { ...(w !== undefined && { w }), ...(h !== undefined && { h }), fit };
  const f =
    transform.f === 'auto'
      ? formatFor(accept ?? '', source, shownPixels({ w, h }, source), formats)
      : (transform.f ?? webFormat(source.mime));
  return {
    rendition: { ...shape, q: f === 'png' ? defaultQuality : transform.q, f },
    variesByAccept: transform.f === 'auto',
  };
}

/** Shrinks the box so that no pixel of the original is ever drawn larger than it is. */
function withinSource(
  { w, h, fit }: Transform,
  { width, height }: Source,
): Pick<Transform, 'w' | 'h' | 'fit'> {
  if (width === null || height === null) return { w, h, fit };
  if (w === undefined || h === undefined) {
    if ((w !== undefined && w < width) || (h !== undefined && h < height)) return { w, h, fit: 'inside' };
    return { fit: 'inside' };
  }
  const across = width / w;
  const down = height / h;
  const nothing = { fit: 'inside' } as const;
  if (fit === 'inside' || fit === 'outside') {
    // Of the two sides one decides; naming that one alone makes equal pictures equal, and its rounding exact.
    const byWidth = fit === 'inside' ? across >= down : across <= down;
    if ((byWidth ? across : down) <= 1) return nothing;
    return byWidth ? { w, ...nothing } : { h, ...nothing };
  }
  const shrink = Math.min(1, fit === 'contain' ? Math.max(across, down) : Math.min(across, down));
  // Rounded down, so that a rounding never asks for the one pixel that isn't there.
  const box = { w: Math.max(1, Math.floor(w * shrink)), h: Math.max(1, Math.floor(h * shrink)), fit };
  return box.w === width && box.h === height ? nothing : box;
}

function formatFor(
  accept: string,
  source: Source,
  pixels: number,
  formats: readonly RenditionFormat[],
): RenditionFormat {
  const small = pixels <= maxAutoAvifPixels;
  if (accepts(accept, 'image/avif') && small && formats.includes('avif')) return 'avif';
  if (accepts(accept, 'image/webp') && formats.includes('webp')) return 'webp';
  const usual = webFormat(source.mime) === 'png' ? 'png' : 'jpeg';
  return formats.includes(usual) ? usual : (formats[0] ?? usual);
}

/** What the settings of a place say of the renditions it gives out; null: nothing. */
export interface RenditionRules {
  /** Width times height, at most. */
  maxPixels: number | null;
  /** The first is what a picture becomes whose own is not among them. */
  formats: readonly RenditionFormat[] | null;
  /** Of a rendition that names none. */
  quality: number | null;
}

export const noRules: RenditionRules = { maxPixels: null, formats: null, quality: null };

/** The quality that a rendition has without a wish. */
export function usualQuality({ quality }: RenditionRules): number {
  return quality === null ? defaultQuality : Math.ceil(quality / qualityStep) * qualityStep;
}

/**
 * A transform under the rules of a place: what it leaves open is filled in from them.
 *
 * @param text as it stands in the URL: says whether a quality was asked for.
 * @throws Refusal invalid_request for a format that is not given out here.
 */
export function underRules(
  transform: Transform,
  text: string,
  rules: RenditionRules,
  source: { mime: string },
): Transform {
  const { formats } = rules;
  const q = /(?:^|,)q_/.test(text) ? transform.q : usualQuality(rules);
  if (!formats) return { ...transform, q };
  const f = transform.f ?? (formats.includes(webFormat(source.mime)) ? undefined : formats[0]);
  if (f !== undefined && f !== 'auto' && !formats.includes(f))
    throw refusedTransform(
      `f_${f} is not given out here: ask for ${formats.map((one) => `f_${one}`).join(', ')} or f_auto`,
    );
  return { ...transform, q, ...(f === undefined ? {} : { f }) };
}

/** @throws Refusal invalid_request for a rendition with more pixels than are given out. */
export function demandPixels(rendition: Rendition, source: Source, { maxPixels }: RenditionRules): void {
  const pixels = Math.round(shownPixels(rendition, source));
  if (maxPixels === null || pixels <= maxPixels) return;
  throw refusedTransform(
    `renditions here have at most ${maxPixels} pixels, and this one would have ${pixels}: ask for a smaller w or h`,
  );
}

function refusedTransform(message: string): ApiError {
  return new ApiError('invalid_request', `The transform can't be made: ${message}.`, {
    issues: [{ path: 'transform', message }],
  });
}

/**
 * Whether an `Accept` header names a type. Only one named outright counts (RFC 9110, 12.5.1): programs that know neither AVIF nor
 * WebP send a wildcard, and so does every browser.
 */
export function accepts(accept: string, type: string): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .some((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
      return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
}

/** Pixels of the answer, at most; unknown sides count as the largest there can be. */
function shownPixels({ w, h }: Pick<Transform, 'w' | 'h'>, { width, height }: Source): number {
  const ratio = width !== null && height !== null ? width / height : 1;
  if (w !== undefined && h !== undefined) return w * h;
  if (w !== undefined) return (w * w) / ratio;
  if (h !== undefined) return h * h * ratio;
  return width !== null && height !== null ? width * height : maxSide * maxSide;
}

/**
 * Whether this size is always made, for anyone: the original's own size or a width of the ladder, at the usual quality,
 * in any format. Everything else counts against what a caller from a public URL may have made.
 */
export function onLadder({ w, h, q }: Transform | Rendition, usual = defaultQuality): boolean {
  return (
    h === undefined &&
    (q === usual || q === defaultQuality) &&
    (w === undefined || LADDER.some((step) => step === w))
  );
}

/**
 * The ladder transform to send a caller to instead: the narrowest step that is as wide as what was asked for, the same
 * format, uncropped. Past the last step, the last step. It is on the ladder, so following it ends.
 *
 * @param source gives the width of a transform that names only a height; without it the height stands in.
 * @param maxPixels steps with more than this are left out.
 */
export function nextLadderStep(
  transform: Transform | Rendition,
  source?: Source,
  maxPixels: number | null = null,
): Transform {
  const { w, h, f } = transform;
  const ratio = source?.width && source.height ? source.width / source.height : 1;
  const wanted = w ?? (h === undefined ? undefined : Math.round(h * ratio));
  const fitting = LADDER.filter((width) => maxPixels === null || (width * width) / ratio <= maxPixels);
  const step =
    wanted === undefined
      ? undefined
      : (fitting.find((width) => width >= wanted) ?? fitting.at(-1) ?? LADDER[0]);
  return {
    ...(step !== undefined && { w: step }),
    fit: 'inside',
    q: defaultQuality,
    ...(f !== undefined && { f }),
  };
}

/** What a rendition of this asset may ask for (interface 2.3); null where none can be made. */
export function constraintsFor(
  mime: string,
  width: number | null,
  height: number | null,
  { formats }: RenditionRules = noRules,
): {
  w: [number, number];
  h: [number, number];
  q: [number, number];
  fit: Fit[];
  f: AskableFormat[];
  enlarges: false;
} | null {
  if (!isTransformable(mime) || width === null || height === null) return null;
  return {
    w: [1, maxSide],
    h: [1, maxSide],
    q: [1, 100],
    fit: [...fits],
    f: formats ? [...renditionFormats.filter((one) => formats.includes(one)), 'auto'] : [...askableFormats],
    enlarges: false,
  };
}

/** The ready-made renditions of an asset, narrowest first: as WebP, as far as the original reaches. */
export function alternativesFor(
  mime: string,
  width: number | null,
  height: number | null,
  { formats, maxPixels }: RenditionRules = noRules,
): { name: keyof typeof namedWidths; transform: string }[] {
  if (!constraintsFor(mime, width, height)) return [];
  const f = !formats || formats.includes('webp') ? 'webp' : formats[0];
  const isGivenOut = (w: number): boolean =>
    maxPixels === null || shownPixels({ w }, { mime, width, height }) <= maxPixels;
  return (Object.entries(namedWidths) as [keyof typeof namedWidths, number][])
    .filter(([, wide]) => width !== null && width >= wide && isGivenOut(wide))
    .map(([name, w]) => ({
      name,
      transform: canonical({ w, fit: 'inside', q: defaultQuality, f }, { mime }),
    }));
}
