// What a media type means to the library: its kind in facets, whether it can be rendered, whether browsers may show it
// inline, and the default format of its renditions.

/** The kinds that `type` facets and filters know. */
export const assetTypes = ['image', 'video', 'audio', 'font', 'document', 'other'] as const;
export type AssetType = (typeof assetTypes)[number];

/** Formats a rendition can have. */
export const renditionFormats = ['jpeg', 'png', 'webp', 'avif'] as const;
export type RenditionFormat = (typeof renditionFormats)[number];

/**
 * The types that the bundled libvips decodes, with the default format of their renditions: the source's own if possible,
 * otherwise jpeg. GIF and SVG become png, because their transparency usually matters. Of an
 * animation WebP shows all frames, and any other format the first. HEIC is missing because sharp's binary has no HEVC decoder (patents): a previewer draws it.
 */
const formatOfSource: Record<string, RenditionFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'png',
  'image/svg+xml': 'png',
  'image/tiff': 'jpeg',
};

const documentTypes =
  /^application\/(pdf|rtf|json|xml|yaml|postscript|eps|illustrator|epub\+zip|msword|x-indesign|x-mobipocket-ebook|x-iwork.*|vnd\.(ms-(excel|powerpoint|word|outlook).*|openxmlformats-officedocument.*|oasis\.opendocument.*|visio|apple\.(pages|numbers|keynote)|adobe\.indesign-idml-package)|.+\+(xml|json))$/;

/**
 * The kind of a media type. Anything that isn't an image, video, audio, font or document is `other`
 * (archives, 3D models, unknown bytes).
 */
export function typeOf(mime: string): AssetType {
  const type = withoutParameters(mime);
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/') || /^application\/(mxf|vnd\.ms-asf|vnd\.rn-realmedia)$/.test(type))
    return 'video';
  if (type.startsWith('audio/') || type === 'application/ogg') return 'audio';
  if (isFont(type)) return 'font';
  if (type.startsWith('text/') || documentTypes.test(type)) return 'document';
  return 'other';
}

/** Whether Marque decodes this media type itself (see `formatOfSource` for what is left out and why). */
export function isDecoded(mime: string): boolean {
  return Object.hasOwn(formatOfSource, withoutParameters(mime));
}

interface DrawnType {
  /** The endings of their file names; null: it's recognized by its bytes, and never claimed. */
  endings: readonly string[] | null;
  format: RenditionFormat;
}

/** The types that previewers of modules draw. */
const drawnTypes = new Map<string, DrawnType>();

export function addDrawnType(mime: string, type: DrawnType): void {
  drawnTypes.set(withoutParameters(mime), type);
}

/** The drawn type that a file claims to be, or whose ending it has. */
export function drawnTypeOf(claim: string, ending: string): string | undefined {
  if (drawnTypes.get(claim)?.endings) return claim;
  return [...drawnTypes].find(([, { endings }]) => endings?.includes(ending))?.[0];
}

/** Whether renditions can be made of this media type. */
export function isTransformable(mime: string): boolean {
  return isDecoded(mime) || drawnTypes.has(withoutParameters(mime));
}

/** Whether this file has a picture, as far as is known: of a drawn type, only those with a size have one. */
export function hasRenditions(mime: string, width: number | null): boolean {
  return isDecoded(mime) || (width !== null && isTransformable(mime));
}

/**
 * Whether a browser may show the original inline: images, audio, video, PDF and fonts. Everything else, including SVG, can
 * contain script that would run in this origin, so it is sent with a sandboxing CSP.
 */
export function showsInline(mime: string): boolean {
  const type = withoutParameters(mime);
  if (type.startsWith('image/svg')) return false;
  return /^(image|audio|video)\//.test(type) || type === 'application/pdf' || isFont(type);
}

/**
 * The format of a rendition that names none. Sources with transparency that fall to jpeg are flattened on white.
 * A media type that can't be rendered gives jpeg, so ask `isTransformable` first.
 */
export function webFormat(mime: string): RenditionFormat {
  const type = withoutParameters(mime);
  return formatOfSource[type] ?? drawnTypes.get(type)?.format ?? 'jpeg';
}

function isFont(type: string): boolean {
  return type.startsWith('font/') || /^application\/(font-|x-font-|vnd\.ms-fontobject$)/.test(type);
}

/** `Text/HTML; charset=utf-8` becomes `text/html`. */
export function withoutParameters(mime: string): string {
  return (mime.split(';', 1)[0] ?? '').trim().toLowerCase();
}
