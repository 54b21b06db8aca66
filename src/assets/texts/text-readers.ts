// Text readers: modules that read the words inside files, so that search finds them, with the page they are on.
import { takeContributions } from '../../core/contributions.ts';
import type { ReadableFile } from '../../lib/media-probe/file-parts.ts';
import { withoutParameters } from '../metadata/kinds.ts';
import { demandByType, missingOf, UnfitFile, withinSeconds } from '../metadata/by-type.ts';

declare module '../../core/contributions.ts' {
  interface Contributions {
    /** Read the words inside files, for the search. */
    textReaders: TextReader;
  }
}

export interface TextPage {
  /** From 1, at most 2,000. null: on no page that is known. */
  page: number | null;
  text: string;
}

export interface TextReader {
  /** Lowercase letters, digits and dashes. */
  name: string;
  /** Increase it when it reads more, or otherwise: every file is read again, also those that it couldn't read. */
  version?: number;
  /** The media types it reads, in lowercase. Of several readers of a type, the last one in the config reads it. */
  types: readonly string[];
  /** Why it can't read anything on this server, as a sentence, such as a program that is missing. */
  missing?: () => string | undefined;
  /**
   * Reads a file, which may be gigabytes and hostile: read only the ranges you need. It has 15 minutes. Of what it returns, the first
   * megabyte is searched.
   * @throws NoText
   */
  read: (file: ReadableFile, about: { mime: string }) => Promise<readonly TextPage[]>;
}

/** A file whose text can't be read, and why. */
export class NoText extends UnfitFile {
  override readonly name = 'NoText';
}

const byMime = new Map<string, TextReader>();

takeContributions('textReaders', (reader) => {
  demandByType('text reader', reader.name, reader.types);
  for (const mime of reader.types) if (missingOf(reader) === undefined) byMime.set(mime, reader);
});

export const textReaderOf = (mime: string): TextReader | undefined => byMime.get(withoutParameters(mime));

/** Under which is noted what was read by it. */
export const notedAs = ({ name, version = 1 }: TextReader): string => `${name}-${version}`;

/** The types that are read now, with what their readers are noted as. */
export const readTypes = (): [mime: string, reader: string][] =>
  [...byMime].map(([mime, reader]) => [mime, notedAs(reader)]);

const maxSeconds = 15 * 60;
const maxPages = 2000;
/** Bytes of a file's words as they're kept: a tsvector of PostgreSQL holds a megabyte. */
const maxBytes = 1_000_000;

/**
 * The text of a file as it's searched: at most a megabyte, by page, 0 for none.
 * @throws NoText; Error if the reader fails otherwise, or takes too long.
 */
export async function readText(
  reader: TextReader,
  file: ReadableFile,
  mime: string,
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  let left = maxBytes;
  for (const { page, text } of await withinSeconds(maxSeconds, reader.read(file, { mime }))) {
    const at = page ?? 0;
    if (!Number.isInteger(at) || at < 0 || (page !== null && at === 0))
      throw new Error(`It returned the page ${at}; pages are whole numbers from 1, or null.`);
    if (at > maxPages || left <= 0) continue;
    // In the form that search compares, which can be longer; PostgreSQL takes no NUL.
    const folded = text.slice(0, left).normalize('NFKD').toLowerCase().replaceAll('\0', ' ');
    const taken = Buffer.from(folded).subarray(0, left).toString();
    left -= Buffer.byteLength(taken);
    texts.set(at, `${texts.get(at) ?? ''} ${taken}`);
  }
  return texts;
}
