// Addresses of renditions.
export interface RenditionOptions {
  /** In pixels. Pictures are never enlarged. */
  width?: number | undefined;
  /** In pixels. */
  height?: number | undefined;
  /** With both sides. Default: `cover`. */
  fit?: 'cover' | 'contain' | 'inside' | 'outside' | 'fill' | undefined;
  /** `auto`: the lowest at which it looks the same. */
  quality?: number | 'auto' | undefined;
  /** `auto`: what the browser takes. */
  format?: 'jpeg' | 'png' | 'webp' | 'avif' | 'auto' | undefined;
  /** Of a document, from 1. */
  page?: number | undefined;
  /** Multiplies the sides: 1 to 4. */
  dpr?: number | undefined;
  /** What's behind transparent pixels, such as `#f2f2f2`. */
  background?: string | undefined;
  gray?: boolean | undefined;
  trim?: boolean | undefined;
  /** The name of a preset, which says everything but `page` and `width`. */
  preset?: string | undefined;
}

/** The part of an address that says which rendition: `w_800,f_webp`. Empty for the original. */
export function transformOf(options: RenditionOptions): string {
  const { preset, width, height, fit, quality, format, page, dpr, background, gray, trim } = options;
  const parts = {
    preset,
    page,
    w: width,
    h: height,
    fit,
    q: quality,
    f: format,
    bg: background?.replace(/^#/, ''),
    dpr,
  };
  const named = Object.entries(parts).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}_${value}`],
  );
  return [...named, ...(gray ? ['gray'] : []), ...(trim ? ['trim'] : [])].join(',');
}
