// Previewers: modules that draw a picture of file types that Marque can't render. The picture takes the place of the original wherever
// renditions are made: in the panel, on portals and at `/a`.
import sharp from 'sharp';
import { takeContributions } from '../../core/contributions.ts';
import type { ReadableFile } from '../../lib/media-probe/file-parts.ts';
import { inProbeTurn } from '../delivery/decode-turns.ts';
import { decodeOptions } from '../delivery/picture.ts';
import { fingerprintOf, type Fingerprint } from '../similar/sample.ts';
import { demandByType, missingOf, UnfitFile, withinSeconds } from './by-type.ts';
import { missOf, type Miss } from './extractors.ts';
import { addDrawnType, isDecoded, withoutParameters } from './kinds.ts';

declare module '../../core/contributions.ts' {
  interface Contributions {
    /** Draw pictures of files that Marque can't render. */
    previewers: Previewer;
  }
}

export interface Previewer {
  /** Lowercase letters, digits and dashes. Pictures are kept under this name and the version. */
  name: string;
  /** Increase it when what it draws changes: pictures are drawn again, and files that it couldn't draw are tried again. */
  version?: number;
  /**
   * The media types it draws, with the endings of their files: `{ 'application/x-grid': ['grid'] }`; none that Marque renders itself.
   * A file gets such a type by its ending or its sender's claim, if its bytes say no more than text, JSON, XML, zip or nothing at all.
   * null instead of endings: Marque recognizes the type by its bytes.
   */
  types: Readonly<Record<string, readonly string[] | null>>;
  /** The format of renditions that ask for none: `png` by default, `jpeg` for photos. */
  format?: 'jpeg' | 'png';
  /** True: draws other pages than the first. */
  hasPages?: true;
  /** Why it can't draw anything on this server, as a sentence, such as a program that is missing. Its types then have no pictures. */
  missing?: () => string | undefined;
  /**
   * Finds out the size of the picture when a file arrives, without drawing it: a job draws it soon after. Without this, `draw` is called on
   * arrival as well. `facts` are added to the asset's `probe`.
   * @throws NoPreview
   */
  measure?: (file: ReadableFile, about: { mime: string }) => Promise<MeasuredPreview>;
  /**
   * Draws a file, which may be gigabytes and hostile: read only the ranges you need. It has 30 seconds.
   * @param about.page from 1; always 1 without `hasPages`
   * @returns a PNG, JPEG or WebP of at most 64 MiB; renditions are never larger than it.
   * @throws NoPreview
   */
  draw: (file: ReadableFile, about: { mime: string; page: number }) => Promise<Uint8Array | DrawnPreview>;
  /**
   * Makes what a preview has beside its picture, once that is drawn: it may take minutes, in another process. Not called if `draw` returned it.
   * @throws NoPreview if there is none of it
   */
  makePieces?: (file: ReadableFile, about: { mime: string }) => Promise<PreviewPieces>;
  /**
   * Makes a version of a video that browsers play, once somebody asks for it: writes it into the file `into`, as WebM. It may take minutes.
   * @throws NoPreview if there is none
   */
  makePlayable?: (file: ReadableFile, about: { mime: string; into: string }) => Promise<void>;
}

export interface DrawnPreview {
  picture: Uint8Array;
  pages?: number;
  /** The picture is a diagram of the file, such as a waveform: it isn't compared with other pictures, and has no colors. */
  isDiagram?: true;
  pieces?: PreviewPieces;
}

/** What a preview has beside its picture; left out: there is none. */
export interface PreviewPieces {
  /** Where the file's headers don't say it. */
  durationSeconds?: number;
  /** The loudest sample of each part of a sound, from 0 to 1: at most `maxPeaks` parts of the same length. */
  peaks?: readonly number[];
  /** A few seconds of a video without sound, as WebM. */
  clip?: Uint8Array;
  /** Ten pictures of a video from left to right, all of the same width, as WebP. */
  strip?: Uint8Array;
}
/** Those that are files. */
export const pieceNames = ['clip', 'strip'] as const;
export type PieceName = (typeof pieceNames)[number];

export interface MeasuredPreview {
  /** Null: as the file's headers say. */
  width: number | null;
  height: number | null;
  facts?: Record<string, unknown>;
}

/** A file that has no picture, and why. */
export class NoPreview extends UnfitFile {
  override readonly name = 'NoPreview';
}

const byMime = new Map<string, Previewer>();
const missingFor = new Map<string, string>();

takeContributions('previewers', (previewer) => {
  demandByType('previewer', previewer.name, Object.keys(previewer.types));
  for (const [mime, endings] of Object.entries(previewer.types)) {
    if (isDecoded(mime))
      throw new Error(`Previewer "${previewer.name}" can't draw ${mime}: Marque renders it itself.`);
    const missing = missingOf(previewer);
    if (missing !== undefined) {
      missingFor.set(mime, missing);
      continue;
    }
    byMime.set(mime, previewer);
    addDrawnType(mime, { endings, format: previewer.format ?? 'png' });
  }
});

export const previewerOf = (mime: string): Previewer | undefined => byMime.get(withoutParameters(mime));

/** Why this type has no previewer, if one would draw it. */
export const missingPreviewer = (mime: string): string | undefined => missingFor.get(withoutParameters(mime));

/** Under which pictures are kept, and what is known of them. */
export const keptAs = ({ name, version }: Previewer): string =>
  version === undefined ? name : `${name}-${version}`;

/** The types that are drawn now, with what their previewers are kept as. */
export const drawnTypes = (): [mime: string, previewer: string][] =>
  [...byMime].map(([mime, previewer]) => [mime, keptAs(previewer)]);

const maxSeconds = 30;
/** Of those that work in another process, where time is bounded, after waiting for a turn there. */
const maxApartSeconds = 15 * 60;
const maxBytes = 64 * 1024 * 1024;

/** By its first bytes: sharp would also open SVG, which must never be drawn in this process. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12);
  return head.startsWith('\u0089PNG') || head.startsWith('\u00ff\u00d8\u00ff') || /^RIFF.{4}WEBP/s.test(head);
}

/** @throws Error if the previewer throws, takes too long, or returns anything else than a picture. */
export async function draw(
  previewer: Previewer,
  file: ReadableFile,
  about: { mime: string; page: number },
): Promise<{ picture: Buffer; pages: number | null; isDiagram: boolean; pieces: PreviewPieces | null }> {
  const made = await withinSeconds(
    previewer.measure ? maxApartSeconds : maxSeconds,
    previewer.draw(file, about),
  );
  const drawn: DrawnPreview = made instanceof Uint8Array ? { picture: made } : made;
  const { pages = null, isDiagram = false, pieces = null } = drawn;
  const picture = Buffer.from(drawn.picture);
  demandSize(picture);
  if (!isPicture(picture)) throw new Error("It returned something that isn't a PNG, JPEG or WebP.");
  return { picture, pages, isDiagram, pieces: pieces && checkedPieces(pieces) };
}

function demandSize({ length }: Uint8Array): void {
  if (length > maxBytes) throw new Error(`It returned ${length} bytes; the limit is ${maxBytes}.`);
}

const maxPeaks = 1000;

/** @throws Error for pieces that are none. */
export function checkedPieces(made: PreviewPieces): PreviewPieces {
  const { peaks = [], clip, strip } = made;
  if (peaks.length > maxPeaks || peaks.some((peak) => !(peak >= 0 && peak <= 1)))
    throw new Error(`It returned peaks that aren't up to ${maxPeaks} numbers from 0 to 1.`);
  for (const bytes of [clip, strip]) if (bytes) demandSize(bytes);
  if (strip && !isPicture(Buffer.from(strip.subarray(0, 12))))
    throw new Error("It returned a strip that isn't a PNG, JPEG or WebP.");
  // EBML, as every WebM begins (RFC 8794, 11.2.1).
  if (clip && Buffer.from(clip.subarray(0, 4)).readUInt32BE(0) !== 0x1a45dfa3)
    throw new Error("It returned a clip that isn't a WebM.");
  return made;
}

interface Drawing {
  width: number | null;
  height: number | null;
  /** Undefined: made later. */
  fingerprint: Fingerprint | null | undefined;
  probe: Record<string, unknown>;
  misses: readonly Miss[];
}

/**
 * The size of the picture of a new file. Without one, the asset has no size, no renditions with constraints and nothing to compare;
 * `probe.preview` says why.
 */
export async function measureDrawing(file: ReadableFile, mime: string): Promise<Drawing> {
  const none = { width: null, height: null, fingerprint: null, probe: {}, misses: [] };
  const previewer = previewerOf(mime);
  if (!previewer) return none;
  try {
    if (previewer.measure) {
      const { facts, ...size } = await previewer.measure(file, { mime });
      return { ...none, ...size, fingerprint: undefined, probe: facts ?? {} };
    }
    const { picture } = await draw(previewer, file, { mime, page: 1 });
    return await inProbeTurn(async () => {
      const { width, height } = await sharp(picture, decodeOptions).metadata();
      return { ...none, width, height, fingerprint: await fingerprintOf(picture) };
    });
  } catch (error) {
    if (!(error instanceof NoPreview)) return { ...none, misses: [missOf(previewer, error)] };
    if (!error.isLasting) return { ...none, fingerprint: undefined };
    return { ...none, probe: { preview: { state: 'unavailable', reason: `It ${error.reason}.` } } };
  }
}
