// Extractors: plugins that read metadata from file types they know. They add to what Marque finds itself. If one fails, the failure is
// logged and the asset is created without its results.
import { ownerOf, takeContributions } from '../../core/contributions.ts';
import { isApiError } from '../../core/errors.ts';
import { cleanLine, cleanText } from '../../lib/media-probe/clean-text.ts';
import type { ReadableFile } from '../../lib/media-probe/file-parts.ts';
import { Metadata } from '../schemas.ts';
import { unknownBytes } from './file-kind.ts';

declare module '../../core/contributions.ts' {
  interface Contributions {
    /** Read metadata from new files of a type. */
    extractors: Extractor;
  }
}

/** An extractor's results. They override what Marque found itself. */
export interface Extracted {
  /** Shown, searched and editable (interface 2.2.1). */
  metadata?: Metadata;
  /** Anything else, as JSON: facts of the file, under the asset's `probe`. */
  probe?: Record<string, unknown>;
}

export interface Extractor {
  /** Lower-case letters, digits and dashes. */
  name: string;
  /** Whether it handles this file. `mime` was detected from the bytes; the name is the sender's claim. */
  knows: (file: { mime: string; filename: string }) => boolean;
  /**
   * Reads a file, which may be gigabytes and hostile: read only the ranges you need.
   * @throws ApiError to reject the file; any other error means that nothing was found.
   */
  extract: (file: ReadableFile) => Promise<Extracted>;
}

/** Something of a module that failed on a file. */
export interface Miss {
  what: { module: string; during: 'file'; name: string };
  error: unknown;
}

export const missOf = (one: { name: string }, error: unknown): Miss => ({
  what: { module: ownerOf(one), during: 'file', name: one.name },
  error,
});

const table = new Map<string, Extractor>();

/** Adds a plugin's extractor, replacing an earlier one with the same name, because a config is reloaded during development. */
export function addExtractor(extractor: Extractor): void {
  table.set(extractor.name, extractor);
}
takeContributions('extractors', addExtractor);

/** Whether the kind of a file is known: by its bytes, or to a plugin. */
export const isKnownKind = (file: { mime: string; filename: string }): boolean =>
  file.mime !== unknownBytes || [...table.values()].some(({ knows }) => knows(file));

/** Longest JSON that one extractor may add to a record, in characters. */
const maxFound = 64 * 1024;
const maxText = 5000;
const maxName = 200;

/** Cleans text for storage and display, at any depth. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, maxText) ?? '';
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cleanLine(name, maxName) ?? '', cleaned(inner)]),
  );
}

/** The results as JSON that can be stored. */
function settled({ metadata = {}, probe = {} }: Extracted): Required<Extracted> {
  const json = JSON.stringify({ metadata, probe });
  if (json.length > maxFound)
    throw new Error(`It returned ${json.length} characters; the limit is ${maxFound}.`);
  const kept = cleaned(JSON.parse(json)) as Required<Extracted>;
  return { metadata: Metadata.omit({ alt: true }).parse(kept.metadata), probe: kept.probe };
}

/** Runs every extractor that handles the file. */
export async function extractFrom(
  file: ReadableFile,
  about: { mime: string; filename: string },
): Promise<Required<Extracted> & { misses: Miss[] }> {
  const all = { metadata: {}, probe: {}, misses: [] as Miss[] };
  for (const extractor of table.values()) {
    try {
      if (!extractor.knows(about)) continue;
      const { metadata, probe } = settled(await extractor.extract(file));
      Object.assign(all.metadata, metadata);
      Object.assign(all.probe, probe);
    } catch (error) {
      if (isApiError(error)) throw error;
      all.misses.push(missOf(extractor, error));
    }
  }
  return all;
}
