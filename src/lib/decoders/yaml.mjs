// Parses YAML into plain values, with the line of every key and entry. Runs in the child process, since parsing time depends on the file's
// author.
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';

export const yamlBounds = {
  /** Characters of one file. */
  characters: 1_000_000,
  /** Maximum nesting depth. */
  depth: 64,
  /** Values and keys of one file. */
  nodes: 100_000,
  /** Maximum problems reported per file. */
  problems: 100,
};

/**
 * The line (from 1) of a value, or of its key; by key or index, those of what is inside it.
 * @typedef {{ line: number, inside?: Record<string, Lines> }} Lines
 */

/**
 * Where a `#` without quotes made the rest of a line a comment, and what that was, such as `#ff0000`.
 * @typedef {{ line: number, text: string }} Unquoted
 */

/** @typedef {{ value: unknown, lines: Lines, problems: { line: number, message: string }[], unquoted?: Unquoted[] }} ParsedYaml */

/**
 * @param {object} _request
 * @param {Buffer} bytes JSON: texts by path. Answered with JSON of the same shape: a `ParsedYaml` for each.
 */
export async function decode(_request, bytes) {
  /** @type {Record<string, string>} */
  const files = JSON.parse(bytes.toString('utf8'));
  const parsed = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, parseYaml(text)]));
  return { result: null, output: Buffer.from(JSON.stringify(parsed)) };
}

/** @param {string} text @returns {ParsedYaml} */
export function parseYaml(text) {
  if (text.length > yamlBounds.characters)
    return refused(`A file can have up to ${yamlBounds.characters} characters.`);
  if (nestsTooDeep(text)) return refused(tooDeep);
  const counter = new LineCounter();
  const lineOf = (/** @type {number} */ offset) => counter.linePos(offset).line || 1;
  let document;
  try {
    // The library compares each key with all previous ones; below, they're compared with a set.
    document = parseDocument(text, {
      lineCounter: counter,
      prettyErrors: false,
      strict: true,
      uniqueKeys: false,
      version: '1.2',
    });
  } catch {
    // The parser recurses for every level.
    return refused(tooDeep);
  }
  const problems = document.errors.map(({ message, pos }) => ({ line: lineOf(pos[0]), message }));
  if (problems.length === 0) problems.push(...problemsOf(document, lineOf));
  if (problems.length > 0)
    return {
      value: null,
      lines: { line: 1 },
      problems: problems.slice(0, yamlBounds.problems),
      unquoted: unquotedColors(text),
    };
  try {
    const { contents } = document;
    const line = isNode(contents) ? lineOf(contents.range?.[0] ?? 0) : 1;
    return {
      value: document.toJS({ maxAliasCount: 0 }),
      lines: linesOf(contents, line, lineOf),
      problems: [],
      unquoted: unquotedNulls(document, text, lineOf),
    };
  } catch {
    return refused("This can't be read as YAML.");
  }
}

/** A color that isn't quoted, in brackets: everything behind it is a comment, and the brackets stay open. */
const unquotedColor = /[[{](?:[^"'#]*[,:\s])?(#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4}))(?![\w-])/i;

/**
 * Those of a text that can't be parsed: they may be why.
 *
 * @param {string} text @returns {Unquoted[]}
 */
function unquotedColors(text) {
  return text
    .split('\n')
    .flatMap((line, index) => {
      const [, color] = unquotedColor.exec(line.slice(0, 300)) ?? [];
      return color === undefined ? [] : [{ line: index + 1, text: color }];
    })
    .slice(0, yamlBounds.problems);
}

/** What looks like a value, but is a comment: a `#` with something right behind it. */
const commented = /^(?:- +)*(?:[^#'"]*:[ \t]+)?(#[^\s#].*)$/;

/**
 * Values that are null because a `#` begins a comment.
 *
 * @param {import('yaml').Document} document @param {string} text @param {(offset: number) => number} lineOf
 * @returns {Unquoted[]}
 */
function unquotedNulls(document, text, lineOf) {
  const rows = text.split('\n');
  /** @type {Map<number, Unquoted>} */
  const found = new Map();
  const look = (/** @type {unknown} */ value, /** @type {number | undefined} */ offset) => {
    if (offset === undefined || (value !== null && !(isScalar(value) && value.value === null))) return;
    const line = lineOf(offset);
    const [, comment] = commented.exec((rows[line - 1] ?? '').trim().slice(0, 300)) ?? [];
    if (comment !== undefined) found.set(line, { line, text: comment.slice(0, 60) });
  };
  visit(document, {
    Pair: (_, { key, value }) => look(value, isNode(key) ? key.range?.[0] : undefined),
    Seq: (_, { items }) => {
      for (const item of items) look(item, isNode(item) ? item.range?.[0] : undefined);
    },
  });
  return [...found.values()].slice(0, yamlBounds.problems);
}

const tooDeep = `Values are nested more than ${yamlBounds.depth} levels deep. Use a flatter structure.`;

/** @param {string} message @returns {ParsedYaml} */
function refused(message) {
  return { value: null, lines: { line: 1 }, problems: [{ line: 1, message }] };
}

/**
 * Checked before parsing, since the parser recurses for every level: unclosed brackets, and indicators in a row (`- - - -`). Brackets
 * inside texts are counted as well; no honest file has that many.
 *
 * @param {string} text
 */
function nestsTooDeep(text) {
  const most = yamlBounds.depth * 4;
  let open = 0;
  let row = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '[' || char === '{') open += 1;
    else if (char === ']' || char === '}') open = Math.max(0, open - 1);
    if (char === '-' || char === '?' || char === ':') row += 1;
    else if (char !== ' ' && char !== '\t') row = 0;
    // A line of dashes has no spaces between them.
    if (open > most || (row > most && /[-?:] [-?:]/.test(text.slice(at - most, at)))) return true;
  }
  return false;
}

/** @param {import('yaml').Document} document @param {(offset: number) => number} lineOf */
function problemsOf(document, lineOf) {
  /** @type {{ line: number, message: string }[]} */
  const problems = [];
  let nodes = 0;
  visit(document, (_, node, path) => {
    if (problems.length >= yamlBounds.problems) return visit.BREAK;
    const add = (/** @type {string} */ message) => {
      const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
      problems.push({ line: lineOf(offset), message });
    };
    nodes += 1;
    if (nodes > yamlBounds.nodes || path.length > yamlBounds.depth * 2) {
      add(nodes > yamlBounds.nodes ? `A file can have up to ${yamlBounds.nodes} values and keys.` : tooDeep);
      return visit.BREAK;
    }
    // A few lines of nested references could expand to any size.
    if (isAlias(node) || (isNode(node) && 'anchor' in node && node.anchor))
      add("Anchors and aliases aren't supported. Write the value out.");
    if (isScalar(node) && typeof node.value === 'number' && !Number.isFinite(node.value))
      add('A number must be finite.');
    if (isMap(node)) {
      const keys = new Set();
      for (const { key } of node.items) {
        if (!isScalar(key)) {
          add('A key must be plain text.');
          continue;
        }
        const name = String(key.value);
        if (keys.has(name))
          problems.push({ line: lineOf(key.range?.[0] ?? 0), message: 'Map keys must be unique' });
        keys.add(name);
      }
    }
    return undefined;
  });
  return problems;
}

/** @param {unknown} node @param {number} line @param {(offset: number) => number} lineOf @returns {Lines} */
function linesOf(node, line, lineOf) {
  const at = (/** @type {unknown} */ one, /** @type {number} */ otherwise) =>
    isNode(one) && one.range ? lineOf(one.range[0]) : otherwise;
  /** @type {[string, Lines][]} */
  const inside = [];
  if (isMap(node))
    for (const { key, value } of node.items)
      inside.push([String(isScalar(key) ? key.value : key), linesOf(value, at(key, line), lineOf)]);
  if (isSeq(node))
    for (const [index, item] of node.items.entries())
      inside.push([String(index), linesOf(item, at(item, line), lineOf)]);
  return inside.length === 0 ? { line } : { line, inside: Object.fromEntries(inside) };
}
