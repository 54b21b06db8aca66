// File facts for people, and what browsers can show of files.
import { urlOf } from '../client/operations.ts';

export { ago, daysAhead, filesize, lastDay, moment, when } from '../words/formats.ts';

/** "1 file", "3 files". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const names: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/svg+xml': 'SVG',
  'application/pdf': 'PDF',
  'video/quicktime': 'QuickTime',
  'audio/mpeg': 'MP3',
  'application/zip': 'ZIP',
  'text/plain': 'Text',
  'image/vnd.adobe.photoshop': 'Photoshop',
  'application/illustrator': 'Illustrator',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'application/vnd.oasis.opendocument.text': 'OpenDocument',
};

/** "image/png" → "PNG". */
export function kindOf(mime: string): string {
  const known = names[mime];
  if (known) return known;
  const subtype = mime.split('/')[1] ?? mime;
  return subtype
    .replace(/^(x-|vnd\.)/, '')
    .replace(/\+.*$/, '')
    .slice(0, 24)
    .toUpperCase();
}

/** Pictures that browsers show as they are. */
const shownAsIs = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/svg+xml',
]);

/** Source formats that renditions can be made of, if their size is known (src/assets/metadata/kinds.ts). */
const rendered = new Set([...shownAsIs, 'image/tiff']);

/** Whether renditions are made of the file itself. Other types get their picture from a preview, which is drawn after arrival. */
export function isRendered(mime: string): boolean {
  return rendered.has(mime);
}

/** Whether browsers show such a picture as it is. */
export function isShownAsIs(mime: string): boolean {
  return shownAsIs.has(mime);
}

/** Played, or shown as pages or a specimen, where there's room for it, even if it has a picture. */
export function isPlayed(mime: string): boolean {
  return /^(video|audio|font)\//.test(mime) || mime === 'application/pdf';
}

/** @param drawn types that previewers of modules draw */
export function hasPicture(
  asset: { mime: string; width: number | null },
  drawn: readonly string[] = [],
): boolean {
  return (isRendered(asset.mime) || drawn.includes(asset.mime)) && asset.width !== null;
}

/**
 * The address of an asset's bytes or a rendition, for people who can read the asset.
 * @param v makes it one that browsers keep; see `pictureOf`
 */
export function contentOf(id: string, transform?: string, v?: string): string {
  return transform
    ? urlOf('get_asset_content_rendition', { id, transform, v })
    : urlOf('get_asset_content', { id, v });
}
