// The standard widths of renditions, and what an `img` needs to choose among them: `srcset`, `sizes`, and the sides that keep its place.
// Without dependencies, for browsers and servers: integrators import it as `marque/srcset`.

/** Widths in pixels that are rendered for anyone: common layout widths, and twice the smaller ones for high-density screens. */
export const standardWidths = [64, 96, 128, 160, 240, 320, 480, 640, 960, 1280, 1920, 2560, 3840] as const;

/** From a phone's half to a large screen with two pixels for one; steps close enough that little is loaded in vain. */
const usualWidths: readonly number[] = standardWidths.filter(
  (width) => width >= 320 && width <= 2560 && width !== 480,
);

/** In pixels, as records and descriptions say; null if unknown. */
export interface PictureSides {
  width: number | null;
  height: number | null;
}

export interface SrcsetOptions {
  /** Widths to choose from, in pixels. Others than `standardWidths` count against the limit for public addresses. Default: 320 to 2560. */
  widths?: readonly number[];
  /** `auto` lets the Accept header decide. Not with `preset`, which says it. Default: `auto`. */
  format?: 'jpeg' | 'png' | 'webp' | 'avif' | 'auto';
  /** A preset, as `GET /api/v1/transforms` lists it: every width keeps its crop, background and format. */
  preset?: { name: string; width?: number | null; height?: number | null; fit?: string | null };
}

/** The sides of the widest rendition, as far as they are known. */
function fullSides(picture: PictureSides, { preset }: SrcsetOptions): PictureSides {
  const { width, height } = picture;
  if (!preset) return picture;
  const [w, h] = [preset.width ?? null, preset.height ?? null];
  // The shape is the preset's where both sides are given and it isn't only a box to fit into.
  if (w !== null && h !== null && preset.fit !== 'inside' && preset.fit !== 'outside')
    return width === null || width >= w
      ? { width: w, height: h }
      : { width, height: Math.round((width * h) / w) };
  if (width === null || height === null) return { width: w, height: null };
  const shrink = Math.min(1, w === null ? 1 : w / width, h === null ? 1 : h / height);
  return { width: Math.round(width * shrink), height: Math.round(height * shrink) };
}

/**
 * The widths a picture is offered in, narrowest first: none wider than it is, and its own where the next wider one isn't to be had.
 *
 * @returns the transform of each, such as `w_640,f_auto`; none if the width is unknown.
 */
export function renditionsOf(
  picture: PictureSides,
  options: SrcsetOptions = {},
): { width: number; transform: string }[] {
  const { widths = usualWidths, format = 'auto', preset } = options;
  const { width: full } = fullSides(picture, options);
  if (full === null) return [];
  const sorted = [...new Set(widths)].sort((one, other) => one - other);
  const rest = preset ? [] : [`f_${format}`];
  const name = preset ? [`preset_${preset.name}`] : [];
  const narrower = sorted
    .filter((width) => width < full)
    .map((width) => ({ width, transform: [...name, `w_${width}`, ...rest].join(',') }));
  const isWhole = sorted.some((width) => width >= full);
  return isWhole ? [...narrower, { width: full, transform: [...name, ...rest].join(',') }] : narrower;
}

/**
 * The `srcset` of a picture.
 *
 * @param address the address of a transform: a function, or text with `{transform}` in it.
 * @returns null where there's nothing to choose from.
 */
export function srcsetOf(
  address: string | ((transform: string) => string),
  picture: PictureSides,
  options: SrcsetOptions = {},
): string | null {
  const renditions = renditionsOf(picture, options);
  if (renditions.length < 2) return null;
  return renditions.map(({ width, transform }) => `${addressed(address, transform)} ${width}w`).join(', ');
}

const addressed = (address: string | ((transform: string) => string), transform: string): string =>
  typeof address === 'function' ? address(transform) : address.replaceAll('{transform}', transform);

/** Attributes of an `img`. In React, `srcset` is `srcSet`. */
export interface PictureAttributes {
  src: string;
  srcset?: string;
  sizes?: string;
  width?: number;
  height?: number;
}

/**
 * Everything an `img` needs to load as many pixels as it shows, and to keep its place until then.
 *
 * @param asset `address`: of a rendition, with `{transform}` in it, and with `{id}` where `id` is given; `width` and `height` of the original.
 * @param options.sizes how wide the page shows it, as CSS says it. Default: as wide as the window.
 */
export function pictureAttributes(
  { id, address, ...picture }: PictureSides & { address: string; id?: string },
  { sizes = '100vw', ...options }: SrcsetOptions & { sizes?: string } = {},
): PictureAttributes {
  const at = id === undefined ? address : address.replaceAll('{id}', id);
  const renditions = renditionsOf(picture, options);
  const srcset = srcsetOf(at, picture, options);
  const { width, height } = fullSides(picture, options);
  // For browsers without `srcset`, and whoever copies the address: a middle one.
  const usual = renditions.find((one) => one.width >= 960) ?? renditions.at(-1);
  const whole = options.preset ? `preset_${options.preset.name}` : `f_${options.format ?? 'auto'}`;
  return {
    src: addressed(at, usual?.transform ?? whole),
    ...(srcset !== null && { srcset, sizes }),
    ...(width !== null && height !== null && { width, height }),
  };
}
