// Extractors: what plugins find in files of a kind that only they know. They add to what Marque finds itself, and never stand in the way
// of a file that is fine: one that fails is told to the log, and the file is filed without.
import { isApiError } from '../../core/errors.ts';
import { cleanLine, cleanText } from '../../lib/media-probe/clean-text.ts';
import type { ReadableFile } from '../../lib/media-probe/file-parts.ts';
import { Metadata } from '../schemas.ts';

/** What an extractor found. Both are added to what Marque found itself, over it. */
export interface Extracted {
  /** Shown, searched and editable, as interface 2.2.1 has it. */
  metadata?: Metadata;
  /** Anything else, as JSON: facts of the file, under the asset's `probe`. */
  probe?: Record<string, unknown>;
}

export interface Extractor {
  /** Lower-case letters, digits and dashes. */
  name: string;
  /** Whether it knows files of this kind. `mime` was read from the bytes; the name is what the sender says. */
  knows: (file: { mime: string; filename: string }) => boolean;
  /**
   * Looks into a file, which may be gigabytes and hostile: read what you need, by range.
   * @throws Refusal to turn the file away; anything else means that nothing was found.
   */
  extract: (file: ReadableFile) => Promise<Extracted>;
}

/** An extractor that failed. */
export interface Miss {
  extractor: string;
  error: unknown;
}

const table = new Map<string, Extractor>();

/** Adds an extractor of a plugin, in place of an earlier one of its name: a config is read anew while somebody develops. */
export function addExtractor(extractor: Extractor): void {
  table.set(extractor.name, extractor);
}

/** Longest JSON that one extractor may add to a record, in characters. */
const maxFound = 64 * 1024;
const maxText = 5000;
const maxName = 200;

/** Text as it can be stored and shown, however deep it lies. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, maxText) ?? '';
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cleanLine(name, maxName) ?? '', cleaned(inner)]),
  );
}

/** What was found, as JSON that can be kept. */
function settled({ metadata = {}, probe = {} }: Extracted): Required<Extracted> {
  const json = JSON.stringify({ metadata, probe });
  if (json.length > maxFound) throw new Error(`It found ${json.length} characters; ${maxFound} are kept.`);
  const kept = cleaned(JSON.parse(json)) as Required<Extracted>;
  return { metadata: Metadata.parse(kept.metadata), probe: kept.probe };
}

/** Asks every extractor that knows a file. */
export async function extractFrom(
  file: ReadableFile,
  about: { mime: string; filename: string },
): Promise<Required<Extracted> & { misses: Miss[] }> {
  const all = { metadata: {}, probe: {}, misses: [] as Miss[] };
  for (const { name, knows, extract } of table.values()) {
    try {
      if (!knows(about)) continue;
      const { metadata, probe } = settled(await extract(file));
      Object.assign(all.metadata, metadata);
      Object.assign(all.probe, probe);
    } catch (error) {
      if (isApiError(error)) throw error;
      all.misses.push({ extractor: name, error });
    }
  }
  return all;
}
