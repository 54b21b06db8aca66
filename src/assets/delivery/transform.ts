// Resolving a rendition's transform for an original, and the ladder of standard widths that are always rendered.
import { ApiError, isApiError } from '../../core/errors.ts';
import { standardWidths } from '../../lib/srcset.ts';
import { withoutPreset, type Preset } from '../crops/presets.ts';
import { isTransformable, renditionFormats, webFormat, type RenditionFormat } from '../metadata/kinds.ts';
import {
  askableFormats,
  canonical,
  defaultQuality,
  fits,
  looksOf,
  maxSide,
  parseTransform,
  qualityStep,
  type AskableFormat,
  type Fit,
  type Rendition,
  type Transform,
} from './parse-transform.ts';

/** The encoder holds all of an AVIF: 16 megapixels take 520 MiB and 12 s (one busy core, effort 0, measured), 64 take 1.9 GiB. */
const maxAvifPixels = 16_000_000;

/** What resolving a transform needs from the original. Sides in pixels as displayed, null if unknown. */
export interface Source {
  mime: string;
  width: number | null;
  height: number | null;
  /** Of an animation that renditions can move with (`sourceOf`). */
  frames?: number | null | undefined;
}

/** Of animations whose renditions move: frames times pixels. 50 million take 11 s and 50 MiB to encode (measured on one busy core). */
export const maxAnimatedPixels = 50_000_000;

/** Whether an animation is too large for renditions that move. */
export const isLargeAnimation = ({ frames, width, height }: Source): boolean =>
  (frames ?? 1) > 1 &&
  (width === null || height === null || (frames ?? 1) * width * height > maxAnimatedPixels);

/** WebP is the one format of renditions that moves; libvips can't trim frames. */
const isAnimated = (f: RenditionFormat, source: Source, { trim }: Transform): boolean =>
  f === 'webp' && !trim && (source.frames ?? 1) > 1;

/** Ready-made renditions of a description; a step is offered where the original is at least that wide. */
const namedWidths = { thumb: 320, small: 640, medium: 1280, large: 2560 } as const;

/**
 * Resolves a transform for this source. `f_auto` becomes AVIF if `Accept` lists it and one can be made, else WebP if listed, else a format
 * every browser shows; of an animation it doesn't become AVIF, which would stand still. Sides shrink to the original's size: a crop
 * (`cover`, `fill`, `contain`) keeps the requested aspect ratio, and a resize that would change nothing is left out.
 *
 * @param accept the `Accept` header, or null.
 * @param formats that `f_auto` may choose from.
 * @returns the rendition to make, and whether the response needs `Vary: Accept`.
 */
export function resolveTransform(
  transform: Transform,
  original: Source,
  accept: string | null | undefined,
  formats: readonly RenditionFormat[] = renditionFormats,
): { rendition: Rendition; variesByAccept: boolean } {
  const { page, trim } = transform;
  // The size that is known is the first page's, with its border; what is made never enlarges either.
  const source = page === undefined && !trim ? original : { ...original, width: null, height: null };
  const { w, h, fit } = withinDrawing(transform, source);
  const shape = {
    ...(page !== undefined && { page }),
    ...(w !== undefined && { w }),
    ...(h !== undefined && { h }),
    fit,
    ...looksOf({ ...transform, bg: showsBackground(fit, source) ? transform.bg : undefined }),
  };
  const f =
    transform.f === 'auto'
      ? formatFor(accept ?? '', source, shownPixels({ w, h }, source), formats)
      : (transform.f ?? webFormat(source.mime));
  return {
    rendition: {
      ...shape,
      q: f === 'png' ? defaultQuality : transform.q,
      f,
      ...(page === undefined && isAnimated(f, original, transform) && { animated: true as const }),
      ...(isBeyond({ w, h }, source) && { scaled: true as const }),
    },
    variesByAccept: transform.f === 'auto',
  };
}

/** A JPEG has no transparent pixels: only what's beside it can have a color. */
const showsBackground = (fit: Fit, { mime }: Source): boolean => fit === 'contain' || mime !== 'image/jpeg';

/** Longest side, in pixels, that an SVG is drawn at: it has no pixels of its own. */
const maxDrawnSide = 4096;

const isSvg = ({ mime }: Source): boolean => mime.startsWith('image/svg');

/** As large as it can be drawn: the original, but for an SVG. */
function largestOf<S extends Source>(source: S): S {
  const { width, height } = source;
  if (!isSvg(source) || width === null || height === null) return source;
  const scale = Math.max(1, maxDrawnSide / Math.max(width, height));
  return {
    ...source,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Whether an SVG is drawn beyond its nominal size. */
const isBeyond = ({ w = 0, h = 0 }: Pick<Transform, 'w' | 'h'>, source: Source): boolean =>
  isSvg(source) && (w > (source.width ?? Infinity) || h > (source.height ?? Infinity));

/** As `withinSource`. An SVG may be larger than its nominal size, if a size is asked for. */
function withinDrawing(transform: Transform, source: Source): Pick<Transform, 'w' | 'h' | 'fit'> {
  const largest = largestOf(source);
  const within = withinSource(transform, largest);
  if (largest.width === source.width && largest.height === source.height) return within;
  const { w, h } = within;
  if (w === undefined && h === undefined) {
    const isAsked = transform.w !== undefined || transform.h !== undefined;
    return isAsked && largest.width !== null ? { w: largest.width, fit: 'inside' } : within;
  }
  const isNominal = (w ?? source.width) === source.width && (h ?? source.height) === source.height;
  return isNominal ? { fit: 'inside' } : within;
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
    // Only one of the two sides decides. Keeping just that one gives equal renditions equal keys and exact rounding.
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
  const small = pixels <= maxAvifPixels;
  const moves = (source.frames ?? 1) > 1;
  if (accepts(accept, 'image/avif') && small && !moves && formats.includes('avif')) return 'avif';
  if (accepts(accept, 'image/webp') && formats.includes('webp')) return 'webp';
  const usual = webFormat(source.mime) === 'png' ? 'png' : 'jpeg';
  return formats.includes(usual) ? usual : (formats[0] ?? usual);
}

/** Limits on renditions from the workspace's settings; null for none. */
export interface RenditionRules {
  /** Width times height, at most. */
  maxPixels: number | null;
  /** Allowed formats. The first is the default for images whose own format isn't allowed. */
  formats: readonly RenditionFormat[] | null;
  /** Default quality. */
  quality: number | null;
  presets: readonly Preset[];
  /** What renditions keep of a file's metadata. */
  metadata: 'required' | 'all';
}

export const noRules: RenditionRules = {
  maxPixels: null,
  formats: null,
  quality: null,
  presets: [],
  metadata: 'required',
};

/** The quality of a rendition that doesn't specify one. */
export function usualQuality({ quality }: RenditionRules): number {
  return quality === null ? defaultQuality : Math.ceil(quality / qualityStep) * qualityStep;
}

/**
 * Applies rendition rules to a transform, filling in what it leaves open, and what its preset says.
 *
 * @param asText the transform as in the URL, to see whether it specifies a quality.
 * @throws ApiError invalid_request for a format that isn't allowed, and for an unknown preset.
 */
export function underRules(
  asked: Transform,
  asText: string,
  rules: RenditionRules,
  source: { mime: string },
): Transform {
  const { formats } = rules;
  const { transform, text } = withoutPreset(asked, asText, rules.presets);
  const q = /(?:^|,)q_/.test(text) ? transform.q : usualQuality(rules);
  if (!formats) return { ...transform, q };
  const f = transform.f ?? (formats.includes(webFormat(source.mime)) ? undefined : formats[0]);
  if (f !== undefined && f !== 'auto' && !formats.includes(f))
    throw refusedTransform(
      `f_${f} is not available here; use ${formats.map((one) => `f_${one}`).join(', ')} or f_auto`,
    );
  return { ...transform, q, ...(f === undefined ? {} : { f }) };
}

/** @throws ApiError invalid_request for a rendition with more pixels than allowed. */
export function demandPixels(rendition: Rendition, source: Source, { maxPixels }: RenditionRules): void {
  const pixels = Math.round(shownPixels(rendition, source));
  if (rendition.f === 'avif' && pixels > maxAvifPixels)
    throw refusedTransform(
      `an AVIF can have up to ${maxAvifPixels} pixels, and this one would have ${pixels}; use a smaller w or h, or f_webp`,
    );
  if (maxPixels === null || pixels <= maxPixels) return;
  throw refusedTransform(
    `renditions here can have up to ${maxPixels} pixels, and this one would have ${pixels}; use a smaller w or h`,
  );
}

function refusedTransform(message: string): ApiError {
  return new ApiError('invalid_request', `Transform not allowed: ${message}.`, {
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

/** Maximum pixels of the rendition; unknown sides count as the largest possible. */
function shownPixels({ w, h }: Pick<Transform, 'w' | 'h'>, { width, height }: Source): number {
  const ratio = width !== null && height !== null ? width / height : 1;
  if (w !== undefined && h !== undefined) return w * h;
  if (w !== undefined) return (w * w) / ratio;
  if (h !== undefined) return h * h * ratio;
  return width !== null && height !== null ? width * height : maxSide * maxSide;
}

const isStandardWidth = (w: number | undefined): boolean =>
  w === undefined || standardWidths.some((step) => step === w);

/**
 * Whether this is a standard size, rendered for anyone: the original's own size or a width of the ladder, at the default
 * quality or an automatic one, in any format; or a preset, narrower or not. Everything else counts against the limit for public URLs.
 */
export function onLadder(asked: Transform | Rendition, usual = defaultQuality): boolean {
  const { w, h, q, bg, gray, trim } = asked;
  // Whoever may change settings bounds presets.
  if ('preset' in asked && asked.preset !== undefined) return isStandardWidth(w);
  return (
    h === undefined &&
    bg === undefined &&
    !gray &&
    !trim &&
    (q === usual || q === defaultQuality || q === 'auto') &&
    isStandardWidth(w)
  );
}

/** Whether the public gets it without counting: by what is asked for with a preset, and what that means without one. */
export const isStandard = (asked: Transform, rendition: Rendition, usual: number): boolean =>
  onLadder(asked.preset === undefined ? rendition : asked, usual);

/**
 * The ladder transform to redirect to instead: the narrowest step at least as wide as requested, in the same format,
 * uncropped unless by its preset; otherwise the last step. It is on the ladder, so the redirect can't loop.
 *
 * @param source gives the width of a transform that names only a height; without it the height stands in.
 * @param maxPixels steps with more than this are left out.
 */
export function nextLadderStep(
  transform: Transform | Rendition,
  source?: Source,
  maxPixels: number | null = null,
): Transform {
  const { page, w, h, f } = transform;
  const preset = 'preset' in transform ? transform.preset : undefined;
  const ratio = source?.width && source.height ? source.width / source.height : 1;
  const wanted = w ?? (h === undefined ? undefined : Math.round(h * ratio));
  const fitting = standardWidths.filter(
    (width) => maxPixels === null || (width * width) / ratio <= maxPixels,
  );
  const step =
    wanted === undefined
      ? undefined
      : (fitting.find((width) => width >= wanted) ?? fitting.at(-1) ?? standardWidths[0]);
  return {
    ...(page !== undefined && { page }),
    ...(preset !== undefined && { preset }),
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

/** Whether a transform can be asked for at public addresses. */
export function isAllowed(transform: string, source: Source, rules: RenditionRules): boolean {
  try {
    const ruled = underRules(parseTransform(transform), transform, rules, source);
    demandPixels(resolveTransform(ruled, source, null).rendition, source, rules);
    return true;
  } catch (error) {
    if (isApiError(error)) return false;
    throw error;
  }
}

/** Pages of a document that are listed; others are found by their number. */
const mostPagesListed = 100;

/**
 * The ready-made renditions of an asset: those of every asset, narrowest first, as WebP and no wider than the original; then presets; then
 * the pages of a document with several.
 *
 * @param pages null: it has none, or isn't drawn yet
 */
export function alternativesFor(
  mime: string,
  width: number | null,
  height: number | null,
  rules: RenditionRules = noRules,
  pages: number | null = null,
): { name: string; transform: string }[] {
  if (!constraintsFor(mime, width, height)) return [];
  const { formats, maxPixels, presets } = rules;
  const largest = largestOf({ mime, width, height }).width;
  const f = !formats || formats.includes('webp') ? 'webp' : formats[0];
  const isGivenOut = (w: number): boolean =>
    maxPixels === null || shownPixels({ w }, { mime, width, height }) <= maxPixels;
  const standard = Object.entries(namedWidths)
    .filter(([, wide]) => largest !== null && largest >= wide && isGivenOut(wide))
    .map(([name, w]) => ({
      name,
      transform: canonical({ w, fit: 'inside', q: defaultQuality, f }, { mime }),
    }));
  const named = presets
    .map(({ name }) => ({ name, transform: `preset_${name}` }))
    .filter(({ transform }) => isAllowed(transform, { mime, width, height }, rules));
  // Pages can have other sizes than the first. As wide as a screen.
  const wide = [namedWidths.medium, namedWidths.small, namedWidths.thumb].find(isGivenOut);
  const listed = wide === undefined || pages === null || pages < 2 ? 0 : Math.min(pages, mostPagesListed);
  const each = Array.from({ length: listed }, (_, at) => {
    const page = at === 0 ? {} : { page: at + 1 };
    const transform = canonical({ ...page, w: wide, fit: 'inside', q: defaultQuality, f }, { mime });
    return { name: `page_${at + 1}`, transform };
  });
  return [
    ...standard,
    ...named,
    ...each.filter(({ transform }) => isAllowed(transform, { mime, width, height }, rules)),
  ];
}
