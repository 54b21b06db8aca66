// A YAML file of which each problem is told with its line.
import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
} from 'yaml';
import type { Issue } from '../../refusal.ts';

export type Segment = string | number;

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
  readonly #lines = new LineCounter();
  readonly #document: Document;
  /** As plain values; null where the file can't be read. */
  readonly value: unknown;

  constructor(
    readonly path: string,
    text: string,
  ) {
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      strict: true,
      uniqueKeys: true,
      version: '1.2',
    });
    for (const { message, pos } of this.#document.errors) this.#add(pos[0], message);
    // A few lines of references to references would unfold to any size.
    visit(this.#document, (_, node) => {
      if (isAlias(node) || (isNode(node) && 'anchor' in node && node.anchor))
        this.#add(node.range?.[0] ?? 0, 'Anchors and references are not taken here. Write it out.');
    });
    this.value = this.issues.length > 0 ? null : this.#plain();
  }

  #plain(): unknown {
    try {
      return this.#document.toJS({ maxAliasCount: 0 }) as unknown;
    } catch {
      this.#add(0, 'This can not be read as YAML.');
      return null;
    }
  }

  #add(offset: number, message: string): void {
    this.issues.push({ path: `${this.path}:${this.#lines.linePos(offset).line || 1}`, message });
  }

  /** Where something stands: the nearest there is above it, where it is not there itself. */
  #offsetOf(segments: readonly Segment[]): number {
    let node: unknown = this.#document.contents;
    let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    for (const segment of segments) {
      if (isMap(node)) {
        const pair = node.items.find(
          ({ key }) => (isScalar(key) ? String(key.value) : key) === String(segment),
        );
        if (!pair || !isPair(pair)) break;
        if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
        node = pair.value;
      } else if (isSeq(node)) {
        node = node.items[Number(segment)];
        if (!isNode(node)) break;
        offset = node.range?.[0] ?? offset;
      } else break;
    }
    return offset;
  }

  say(segments: readonly Segment[], message: string): void {
    const where = told(segments);
    this.#add(this.#offsetOf(segments), where === '' ? message : `${where}: ${message}`);
  }

  /** Issues with paths below some segments. */
  sayAll(above: readonly Segment[], issues: readonly Issue[]): void {
    for (const { path, message } of issues) this.say([...above, ...segmentsOf(path)], message);
  }
}
