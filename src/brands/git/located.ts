// A YAML file of which each problem is told with its line. The text is read in the child process (src/lib/decoders/yaml.mjs).
import { DecoderFailure } from '../../lib/decoders/failures.ts';
import { decodeApart } from '../../lib/decoders/pool.ts';
import type { Lines, ParsedYaml } from '../../lib/decoders/yaml.mjs';
import { invalid, ApiError, type Issue } from '../../core/errors.ts';

export type Segment = string | number;

/** Files as they were read, by path. */
export type ParsedFiles = ReadonlyMap<string, ParsedYaml>;

/** Characters of all files together that are read at once. */
const maxCharacters = 32 * 1024 * 1024;

/** The most problems that are told of one file. */
const maxIssues = 200;

/**
 * Reads files in the child process, so that a text that takes long to read holds nobody up. Call it with no transaction open.
 *
 * @throws Refusal `invalid` for files that can't be read within the limits, `unavailable` when too much is being read.
 */
export async function parseYamlFiles(files: Readonly<Record<string, string>>): Promise<ParsedFiles> {
  const paths = Object.keys(files);
  if (paths.length === 0) return new Map();
  const characters = paths.reduce((sum, path) => sum + (files[path]?.length ?? 0), 0);
  if (characters > maxCharacters)
    throw invalid([{ path: 'files', message: `The files have over ${maxCharacters} characters together.` }]);
  try {
    const { bytes } = await decodeApart({ decoder: 'yaml' }, Buffer.from(JSON.stringify(files)));
    const parsed = JSON.parse(bytes.toString('utf8')) as Record<string, ParsedYaml>;
    return new Map(Object.entries(parsed));
  } catch (error) {
    if (!(error instanceof DecoderFailure)) throw error;
    const apiError =
      error.reason === 'busy' || error.reason === 'start'
        ? new ApiError('unavailable', 'Too many files are being read. Try again in a minute.', {
            retryAfterSeconds: 60,
          })
        : invalid([
            { path: 'files', message: 'The files take too long to read. Split them, or write them flatter.' },
          ]);
    apiError.cause = error;
    throw apiError;
  }
}

/** `sections[2].props.size` below some segments. */
export function segmentsOf(path: string): Segment[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

const told = (segments: readonly Segment[]): string =>
  segments.reduce<string>(
    (text, one) => (typeof one === 'number' ? `${text}[${one}]` : text === '' ? one : `${text}.${one}`),
    '',
  );

export class LocatedFile {
  readonly issues: Issue[] = [];
  readonly #lines: Lines;
  /** As plain values; null where the file can't be read. */
  readonly value: unknown;

  constructor(
    readonly path: string,
    { value, lines, problems }: ParsedYaml,
  ) {
    this.value = value;
    this.#lines = lines;
    for (const { line, message } of problems) this.#add(line, message);
  }

  #add(line: number, message: string): void {
    if (this.issues.length < maxIssues) this.issues.push({ path: `${this.path}:${line}`, message });
  }

  /** Where something stands: the nearest there is above it, where it is not there itself. */
  #lineOf(segments: readonly Segment[]): number {
    let here = this.#lines;
    for (const segment of segments) {
      const { inside } = here;
      const next = inside && Object.hasOwn(inside, segment) ? inside[segment] : undefined;
      if (!next) break;
      here = next;
    }
    return here.line;
  }

  say(segments: readonly Segment[], message: string): void {
    const where = told(segments);
    this.#add(this.#lineOf(segments), where === '' ? message : `${where}: ${message}`);
  }

  /** Issues with paths below some segments. */
  sayAll(above: readonly Segment[], issues: readonly Issue[]): void {
    for (const { path, message } of issues) this.say([...above, ...segmentsOf(path)], message);
  }
}
