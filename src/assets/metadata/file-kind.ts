// Detects a file's type: magic bytes first, then a look at formats without them (SVG, JSON, CSV, plain text).
// The claimed type is only trusted where the bytes can't tell, and only if it is plausible.
import { fileTypeFromFile } from 'file-type';
import { ApiError } from '../../core/errors.ts';
import type { ReadableFile } from '../../lib/media-probe/file-parts.ts';
import { drawnTypeOf, withoutParameters } from './kinds.ts';

/** The type of bytes that nothing is known of. */
export const unknownBytes = 'application/octet-stream';

/** How much of a text is read to decide that it is text, in bytes. */
const textSampleBytes = 1024 * 1024;

/**
 * Programs and installers. A library that many people download from must not host malware; none of these types is ever
 * an image, a video or a font.
 */
const refusedTypes = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-apple-diskimage',
  'application/x-msi',
  'application/x-deb',
  'application/x-rpm',
  'application/wasm',
  'application/java-archive',
  'application/java-vm',
  'application/vnd.android.package-archive',
  'application/x-google-chrome-extension',
  'application/x-xpinstall',
  'application/x.ms.shortcut',
  'application/x-ms-regedit',
]);

/** Types that a text file can really have by its magic bytes. Two letters ("BM", "MZ") don't rule out plain text. */
const textualTypes =
  /^(text\/.*|application\/(xml|rtf|pdf|postscript|eps|pgp-encrypted|x-ms-regedit)|model\/.*|image\/svg\+xml)$/;

/** The types that a text may claim, by extension; a claimed `text/…` type is taken as it is. */
const textTypeOfExtension: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  xml: 'application/xml',
  json: 'application/json',
  gltf: 'model/gltf+json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
};
const textTypes = new Set(Object.values(textTypeOfExtension));

/** Any other text type may be claimed too, as long as it is a media type (RFC 6838, 4.2): it becomes a header when it is served. */
const claimableText = /^text\/[a-z0-9][a-z0-9!#$&^_.+-]{0,94}$/;

/**
 * Containers that many kinds share: where the bytes say only the container, a claim or an extension may say which kind.
 * A claim outside its row changes nothing.
 */
const kindsOfContainer: Record<string, Record<string, string>> = {
  'application/zip': {
    sketch: 'application/zip',
    pages: 'application/vnd.apple.pages',
    numbers: 'application/vnd.apple.numbers',
    key: 'application/vnd.apple.keynote',
    idml: 'application/vnd.adobe.indesign-idml-package',
  },
  'application/x-cfb': {
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    vsd: 'application/vnd.visio',
    msg: 'application/vnd.ms-outlook',
  },
  'video/webm': { weba: 'audio/webm' },
  'video/mp4': { m4a: 'audio/mp4' },
};

/** What the bytes say of file types that only a previewer of another module knows. */
const genericTypes = new Set([
  unknownBytes,
  'text/plain',
  'application/json',
  'application/xml',
  'application/zip',
]);

/** Class id of a Windows installer's root storage, as it lies in the file (MS-CFB 2.6.1). */
const installerClassId = Buffer.from('84100c0000000000c000000000000046', 'hex');

/**
 * The media type of a file, whatever the claim. Unknown bytes are `application/octet-stream`; a claim that contradicts
 * the bytes is corrected.
 *
 * @throws ApiError `unsupported` for programs and installers.
 */
export async function trueType(
  file: ReadableFile,
  claimed: { filename: string; mime: string },
): Promise<string> {
  const found = await fileTypeFromFile(file.path);
  const detected = found && withoutParameters(found.mime);
  const type =
    detected === undefined || textualTypes.test(detected) || (await isText(file))
      ? await textType(file, detected, claimed)
      : await binaryType(file, detected, claimed);
  if (genericTypes.has(type)) {
    const drawn = drawnTypeOf(withoutParameters(claimed.mime), extensionOf(claimed.filename));
    if (drawn !== undefined) return drawn;
  }
  if (refusedTypes.has(type)) {
    throw new ApiError(
      'unsupported',
      `Programs and installers (${type}) aren't allowed. Upload the media itself.`,
    );
  }
  return type;
}

/** Whether this is an SVG document: its root element decides, not a `<svg` somewhere in a page. */
export function isSvgRoot(head: string): boolean {
  const prolog =
    /^\ufeff?\s*(?:<\?[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE\s+(?:[^[>]|\[[\s\S]*?\]\s*)*>\s*)*<(?:[A-Za-z_][\w.-]*:)?svg[\s>/]/;
  return prolog.test(head);
}

async function binaryType(
  file: ReadableFile,
  detected: string,
  claimed: { filename: string; mime: string },
): Promise<string> {
  if (detected === 'application/x-apple-diskimage')
    return (await isDiskImage(file)) ? detected : unknownBytes;
  if (detected === 'application/x-cfb' && (await isWindowsInstaller(file))) return 'application/x-msi';
  const kinds = kindsOfContainer[detected];
  if (!kinds) return detected;
  const claim = withoutParameters(claimed.mime);
  return (
    Object.values(kinds).find((kind) => kind === claim) ?? kinds[extensionOf(claimed.filename)] ?? detected
  );
}

async function textType(
  file: ReadableFile,
  detected: string | undefined,
  claimed: { filename: string; mime: string },
): Promise<string> {
  const keepsDetected =
    detected !== undefined && textualTypes.test(detected) && detected !== 'application/xml';
  if (keepsDetected) return detected;
  if (await isDiskImage(file)) return 'application/x-apple-diskimage';
  if (!(await isText(file))) return detected ?? unknownBytes;
  const head = (await file.read(0, textSampleBytes)).toString('utf8');
  if (isSvgRoot(head)) return 'image/svg+xml';
  const claim = withoutParameters(claimed.mime);
  const plausible = textTypes.has(claim) || claimableText.test(claim);
  const wanted =
    plausible && claim !== 'text/plain' ? claim : textTypeOfExtension[extensionOf(claimed.filename)];
  const fallback =
    detected ?? (/^\ufeff?\s*<(!doctype\s+html|html)[\s>]/i.test(head) ? 'text/html' : 'text/plain');
  if (wanted === undefined) return fallback;
  if (/[/+]json$/.test(wanted) && !looksLikeJson(head, file.size)) return fallback;
  if (
    wanted === 'application/xml' &&
    !head
      .replace(/^\ufeff/, '')
      .trimStart()
      .startsWith('<')
  )
    return fallback;
  return wanted;
}

/** UTF-8 without NUL, within the sample. A character cut off at the end of the sample is fine. */
async function isText(file: ReadableFile): Promise<boolean> {
  const sample = await file.read(0, textSampleBytes);
  if (sample.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: sample.length < file.size });
    return true;
  } catch {
    return false;
  }
}

function looksLikeJson(head: string, size: number): boolean {
  // Larger documents aren't complete in the sample, so only their beginning is checked.
  if (size > textSampleBytes) return /^\ufeff?\s*[[{"]/.test(head);
  try {
    JSON.parse(head.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

/** A disk image ends in a block that begins with `koly`, whatever its first bytes are. */
async function isDiskImage(file: ReadableFile): Promise<boolean> {
  return file.size >= 512 && (await file.read(file.size - 512, 4)).toString('latin1') === 'koly';
}

async function isWindowsInstaller(file: ReadableFile): Promise<boolean> {
  const header = await file.read(0, 512);
  if (header.length < 512) return false;
  const sectorShift = header.readUInt16LE(0x1e);
  if (sectorShift !== 9 && sectorShift !== 12) return false;
  const rootEntry = (header.readUInt32LE(0x30) + 1) * 2 ** sectorShift;
  return (await file.read(rootEntry + 0x50, 16)).equals(installerClassId);
}

function extensionOf(filename: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}
