// YAML files whose problems are reported with line numbers. Parsed in the child process
// (src/lib/decoders/yaml.mjs).
import { DecoderFailure } from '../../lib/decoders/failures.ts';
import { decodeApart } from '../../lib/decoders/pool.ts';
import type { Lines, ParsedYaml } from '../../lib/decoders/yaml.mjs';
import { invalid, ApiError, type Issue } from '../../core/errors.ts';

export type Segment = string | number;

/** Parsed files, by path. */
export type ParsedFiles = ReadonlyMap<string, ParsedYaml>;

/** Maximum number of characters of all files together. */
const maxCharacters = 32 * 1024 * 1024;

/** Maximum number of problems reported per file. */
const maxIssues = 200;

/**
 * Parses files in the child process, so that a slow text blocks nothing. Call it without an open transaction.
 *
 * @throws ApiError `invalid` for files beyond the limits, `unavailable` if too much is being parsed.
 */
export async function parseYamlFiles(files: Readonly<Record<string, string>>): Promise<ParsedFiles> {
  const paths = Object.keys(files);
  if (paths.length === 0) return new Map();
  const characters = paths.reduce((sum, path) => sum + (files[path]?.length ?? 0), 0);
  if (characters > maxCharacters)
    throw invalid([
      {
        path: 'files',
        message: `The files are too large. Together they can have ${maxCharacters} characters.`,
      },
    ]);
  try {
    const { bytes } = await decodeApart({ decoder: 'yaml' }, Buffer.from(JSON.stringify(files)));
    const parsed = JSON.parse(bytes.toString('utf8')) as Record<string, ParsedYaml>;
    return new Map(Object.entries(parsed));
  } catch (error) {
    if (!(error instanceof DecoderFailure)) throw error;
    const apiError =
      error.reason === 'busy' || error.reason === 'start'
        ? new ApiError('unavailable', 'Too many files are being read right now. Try again in a minute.', {
            retryAfterSeconds: 60,
          })
        : invalid([
            {
              path: 'files',
              message: 'The files take too long to read. Split them, or nest them less deeply.',
            },
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

const pathText = (segments: readonly Segment[]): string =>
  segments.reduce<string>(
    (text, one) => (typeof one === 'number' ? `${text}[${one}]` : text === '' ? one : `${text}.${one}`),
    '',
  );

/**
 * How near a problem is to its cause: a file that can't be read, what is in one file, what is between files, and what only the whole
 * brand shows.
 */
export const stages = ['unreadable', 'content', 'rules', 'pages', 'theme'] as const;
export type Stage = (typeof stages)[number];

export class LocatedFile {
  readonly issues: Issue[] = [];
  /** The stage that problems are found in now. */
  stage: Stage = 'unreadable';
  readonly #stageOf = new Map<Issue, Stage>();
  readonly #lines: Lines;
  /** The message of its first problem without those that follow from it, and their number. */
  #causes: string | null = null;
  #folded = 0;
  /** Lines whose problem is a missing quote: what else is wrong with them follows from that. */
  readonly #unquoted = new Set<number>();
  /** As plain values; null if the file can't be parsed. */
  readonly value: unknown;

  constructor(
    readonly path: string,
    { value, lines, problems, unquoted = [] }: ParsedYaml,
  ) {
    this.value = value;
    this.#lines = lines;
    for (const { line, text } of unquoted)
      this.#add(
        line,
        `Quote this value: ${JSON.stringify(text)}. YAML reads an unquoted # as the start of a comment.`,
      );
    for (const { line } of unquoted) this.#unquoted.add(line);
    for (const { line, message } of problems) this.#add(line, message);
    this.stage = 'content';
  }

  #add(line: number, message: string): void {
    if (this.issues.length >= maxIssues || this.#unquoted.has(line)) return;
    const issue = { path: `${this.path}:${line}`, message };
    this.issues.push(issue);
    this.#stageOf.set(issue, this.stage);
  }

  stageOf(issue: Issue): Stage {
    return this.#stageOf.get(issue) ?? 'content';
  }

  /**
   * Leaves out a problem elsewhere that follows from the first one here, which then counts it.
   * @returns false if there is none here
   */
  fold(): boolean {
    const [cause] = this.issues;
    if (!cause) return false;
    this.#causes ??= cause.message;
    this.#folded += 1;
    const others = this.#folded === 1 ? 'Another problem follows' : `${this.#folded} other problems follow`;
    cause.message = `${this.#causes} ${others} from this.`;
    return true;
  }

  /** The position of a path, or of its nearest existing parent. */
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
    const where = pathText(segments);
    this.#add(this.#lineOf(segments), where === '' ? message : `${where}: ${message}`);
  }

  /** Issues with paths below some segments. */
  sayAll(above: readonly Segment[], issues: readonly Issue[]): void {
    for (const { path, message } of issues) this.say([...above, ...segmentsOf(path)], message);
  }
}
