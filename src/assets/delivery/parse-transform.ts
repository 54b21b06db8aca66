// The transform in a rendition's URL (`w_800,f_webp`): its parts, and its canonical form.
import type { Mark as LaidMark } from '../../lib/decoders/watermark.mjs';
import type { Mining } from '../mining.ts';
import { ApiError, isApiError, type Issue } from '../../core/errors.ts';
import { renditionFormats, webFormat, type RenditionFormat } from '../metadata/kinds.ts';

export const fits = ['cover', 'contain', 'inside', 'outside', 'fill'] as const;
export type Fit = (typeof fits)[number];

/** What `f_` takes. `auto` chooses by the caller's `Accept`. */
export const askableFormats = [...renditionFormats, 'auto'] as const;
export type AskableFormat = (typeof askableFormats)[number];

/** Last page that can be asked for. */
export const maxPage = 9999;
/** Longest side of a rendition, in pixels. */
export const maxSide = 8000;
export const defaultQuality = 80;
/** Qualities come in steps, so that 100 values make 20 files and not 100. */
export const qualityStep = 5;
/** `auto`: the lowest at which this picture looks the same. */
export type Quality = number | 'auto';

/** A point of a picture, and an area of it, as fractions of its sides. */
export interface Spot {
  x: number;
  y: number;
}
export interface Cut extends Spot {
  width: number;
  height: number;
}

/**
 * A parsed transform. `w` and `h` in pixels, 1 to 8000; `q` 5 to 100 in steps of 5, or `auto`; without `f` the rendition has the
 * source's format (see `webFormat`). `fit` is always `inside` unless both sides are given.
 */
export interface Transform {
  /** From 2; absent: the first. */
  page?: number;
  w?: number;
  h?: number;
  fit: Fit;
  q: Quality;
  f?: AskableFormat;
  /** What's behind transparent pixels, and beside a picture that is contained: six hexadecimal digits. */
  bg?: string;
  gray?: true;
  /** Without a border of one color. */
  trim?: true;
  /** The name of a preset, which says everything else but the page. `w` makes it narrower, in its shape. */
  preset?: string;
}

/** The watermark of a preset, and the file that it's the picture of. */
export interface Mark extends LaidMark {
  file: { sha256: string; mime_type: string; filesize: number };
  /** Whose it is, for messages. */
  preset: string;
}

/** A resolved transform: sides that never enlarge (absent means the original's size) and a real format. */
export interface Rendition extends Omit<Transform, 'f' | 'preset'> {
  f: RenditionFormat;
  /** Cut out of the picture before anything else. */
  crop?: Cut;
  /** What a cover is cropped around; absent: the center. */
  focus?: Spot;
  /** With all frames of an animation; absent: the first. */
  animated?: true;
  /** Laid on it; no transform in an address can say it. */
  mark?: Mark;
  /** An SVG fills its sides, also beyond its nominal size. */
  scaled?: true;
  /** What its metadata says of mining; absent: what the file itself says. */
  mining?: Mining;
  /** Keeps everything that the file says; absent: its credits. */
  metadata?: 'all';
}

/** Parts with a value, and those without. */
const keys = ['w', 'h', 'fit', 'q', 'f', 'page', 'bg', 'dpr', 'rot', 'preset'] as const;
const flags = ['gray', 'trim'] as const;
/** What a part of an address begins with. */
export type PartKey = (typeof keys)[number] | (typeof flags)[number];
const grammar = [...keys.map((key) => `${key}_…`), ...flags].join(', ');

const wholeIn = (value: string, max: number): number | undefined =>
  /^[1-9]\d{0,3}$/.test(value) && Number(value) <= max ? Number(value) : undefined;

/** The parts of a transform as they were sent, by their key. */
class Parts {
  readonly issues: Issue[] = [];
  readonly #values = new Map<PartKey, string>();

  constructor(text: string) {
    // The longest useful transform has 70 characters; this keeps a megabyte of commas from being parsed.
    const parts = text.length > 200 ? [] : text.split(',');
    if (parts.length === 0) this.addIssue('is too long; write it like w_800,f_webp');
    for (const part of parts) {
      const flag = flags.find((known) => known === part);
      const split = part.indexOf('_');
      const key = flag ?? keys.find((known) => known === part.slice(0, Math.max(split, 0)));
      if (!key) this.addIssue(`"${part}" is not one of ${grammar}`);
      else if (this.#values.has(key)) this.addIssue(`${key} is set twice`);
      else this.#values.set(key, flag ? '' : part.slice(split + 1));
    }
  }

  addIssue(message: string): void {
    this.issues.push({ path: 'transform', message });
  }

  /** Reads a preset's name, which says what any other part but the page and a narrower width would. */
  preset(): string | undefined {
    const name = this.#read(
      'preset',
      (value) => (/^[a-z0-9][a-z0-9-]{0,39}$/.test(value) ? value : undefined),
      'the name of a preset, such as preset_hero',
    );
    const others = [...this.#values.keys()].filter(
      (key) => key !== 'preset' && key !== 'page' && key !== 'w',
    );
    if (this.#values.has('preset') && others.length > 0)
      this.addIssue(`preset says everything but the page and a width, so leave out ${others.join(', ')}`);
    return name;
  }

  has(flag: (typeof flags)[number]): boolean {
    return this.#values.has(flag);
  }

  #read<T>(key: PartKey, read: (value: string) => T | undefined, demand: string): T | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    const found = read(value);
    if (found === undefined) this.addIssue(`${key} must be ${demand}`);
    return found;
  }

  whole(key: PartKey, max: number): number | undefined {
    return this.#read(key, (value) => wholeIn(value, max), `a whole number from 1 to ${max}`);
  }

  quality(key: PartKey): Quality | undefined {
    const max = 100;
    const read = (value: string): Quality | undefined => (value === 'auto' ? value : wholeIn(value, max));
    return this.#read(key, read, `a whole number from 1 to ${max}, or auto`);
  }

  oneOf<T extends string>(key: PartKey, options: readonly T[]): T | undefined {
    const read = (value: string) => options.find((known) => known === value);
    return this.#read(key, read, `one of ${options.join(', ')}`);
  }

  color(key: PartKey): string | undefined {
    const read = (value: string) => (/^[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined);
    return this.#read(key, read, 'a color of six hexadecimal digits, such as ffffff');
  }

  /** How many pixels of the picture one of the page's takes. */
  density(key: PartKey): number | undefined {
    const read = (value: string) =>
      /^[1-4](?:\.\d{1,2})?$/.test(value) && Number(value) <= maxDensity ? Number(value) : undefined;
    return this.#read(key, read, `a number from 1 to ${maxDensity}, such as 2 or 1.5`);
  }
}

/** Screens don't have more. */
export const maxDensity = 4;

/**
 * Parses a transform from a URL: comma-separated `key_value` parts in any order. `dpr` multiplies the sides, as far as they may be;
 * `rot_auto` is what happens anyway.
 *
 * @throws ApiError `invalid_request` listing every problem (path `transform`): an unknown or duplicate key, a
 *   missing or misspelt value, a number out of bounds.
 */
export function parseTransform(text: string): Transform {
  const parts = new Parts(text);
  const page = parts.whole('page', maxPage) ?? 1;
  const sides = [parts.whole('w', maxSide), parts.whole('h', maxSide)];
  const fit = parts.oneOf('fit', fits);
  const q = parts.quality('q') ?? defaultQuality;
  const f = parts.oneOf('f', askableFormats);
  const bg = parts.color('bg');
  const dpr = parts.density('dpr') ?? 1;
  parts.oneOf('rot', ['auto']);
  const preset = parts.preset();
  const { issues } = parts;
  if (issues.length > 0)
    throw new ApiError(
      'invalid_request',
      `Invalid transform: ${issues.map(({ message }) => message).join('; ')}.`,
      { issues },
    );
  const [wide] = sides;
  if (preset !== undefined)
    return {
      ...(page > 1 && { page }),
      ...(wide !== undefined && { w: wide }),
      fit: 'inside',
      q: defaultQuality,
      preset,
    };
  // Both by the same factor, so that the shape stays.
  const factor = Math.min(dpr, ...sides.map((side) => (side === undefined ? dpr : maxSide / side)));
  const [w, h] = sides.map((side) => (side === undefined ? undefined : Math.round(side * factor)));
  return {
    ...(page > 1 && { page }),
    ...(w !== undefined && { w }),
    ...(h !== undefined && { h }),
    fit: w !== undefined && h !== undefined ? (fit ?? 'cover') : 'inside',
    q: q === 'auto' ? q : Math.ceil(q / qualityStep) * qualityStep,
    ...(f !== undefined && { f }),
    ...looksOf({ bg, gray: parts.has('gray'), trim: parts.has('trim') }),
  };
}

/** What a transform says of the picture's look, as far as it says anything. */
export const looksOf = ({
  bg,
  gray,
  trim,
}: {
  bg?: string | undefined;
  gray?: boolean | undefined;
  trim?: boolean | undefined;
}): Pick<Transform, 'bg' | 'gray' | 'trim'> => ({
  ...(bg !== undefined && { bg }),
  ...(gray && { gray: true as const }),
  ...(trim && { trim: true as const }),
});

/** What is wrong with a transform; null for a valid one. */
export function transformIssue(text: string): string | null {
  try {
    parseTransform(text);
    return null;
  } catch (error) {
    if (isApiError(error)) return error.message;
    throw error;
  }
}

/**
 * The canonical form of a transform for this source: fixed order (page, preset, w, h, fit, q, f, bg, gray, trim), defaults left out. Equal renditions
 * have equal canonical forms, so storage keys and signatures use it. If everything is a default, the format is written,
 * because an empty path segment isn't a transform.
 */
export function canonical(transform: Transform | Rendition, source: { mime: string }): string {
  const { page, w, h, fit, q, f, bg, gray, trim } = transform;
  if ('preset' in transform && transform.preset !== undefined)
    return [
      ...(page === undefined ? [] : [`page_${page}`]),
      `preset_${transform.preset}`,
      ...(w === undefined ? [] : [`w_${w}`]),
    ].join(',');
  const usual = webFormat(source.mime);
  const parts = [
    ...(page === undefined ? [] : [`page_${page}`]),
    ...(w === undefined ? [] : [`w_${w}`]),
    ...(h === undefined ? [] : [`h_${h}`]),
    ...(w === undefined || h === undefined || fit === 'cover' ? [] : [`fit_${fit}`]),
    // PNG is lossless here: quality changes nothing.
    ...(q === defaultQuality || (f ?? usual) === 'png' ? [] : [`q_${q}`]),
    ...(f === undefined || f === usual ? [] : [`f_${f}`]),
    ...(bg === undefined ? [] : [`bg_${bg}`]),
    ...(gray ? ['gray'] : []),
    ...(trim ? ['trim'] : []),
  ];
  return parts.length > 0 ? parts.join(',') : `f_${usual}`;
}
