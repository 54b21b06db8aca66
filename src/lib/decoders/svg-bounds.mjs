// Limits for SVGs, checked before rendering. A document of a kilobyte can refer to itself a billion times; these limits reject what is clearly
// too much, and the limits of the child process handle the rest.
import { SaxesParser } from 'saxes';
import { DecoderError } from './decoder-error.mjs';

export const svgBounds = {
  /** Elements in the document. */
  elements: 250_000,
  depth: 1000,
  /** Elements drawn after following every reference. librsvg itself stops at half a million references per document. */
  drawn: 400_000,
  /** Filter primitives over all elements they apply to. */
  filterSteps: 500,
  /** Maximum cost of a radius, order or number of octaves of one primitive, in plain primitives. */
  stepWeight: 400,
  /** Characters added by entity references. */
  entityCharacters: 1024 * 1024,
  doctypeCharacters: 64 * 1024,
};

/**
 * The text of a document, decoded by its declared encoding and without the declaration.
 * @param {Buffer} bytes
 * @throws DecoderError `broken`
 */
export function svgText(bytes) {
  const declaration = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml([^>]*)\?>/.exec(bytes.toString('latin1', 0, 1000));
  const encoding =
    /encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(declaration?.[1] ?? '')?.[1] ?? 'utf-8';
  let text;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new DecoderError('broken', 'is not text in the encoding that it declares');
  }
  return text.trimStart().replace(/^<\?xml[^>]*\?>/, '');
}

/** @typedef {{ cost: number, steps: number, own: number, ownSteps: number, refs: string[], children: Node[], isShared: boolean }} Node */

/**
 * @param {string} text
 * @throws DecoderError `broken` if it isn't XML, `complex` naming the limit it exceeds.
 */
export function checkSvg(text) {
  const { root, byId, styleRefs, elements } = readTree(text);
  if (!root) throw new DecoderError('broken', 'is not an SVG');
  const total = expanded(root, byId);
  let { cost, steps } = total;
  for (const id of new Set(styleRefs)) {
    // A rule of a style sheet may apply to any element.
    const target = byId.get(id);
    if (!target) continue;
    const once = expanded(target, byId, true);
    cost += Math.max(0, once.cost - 32) * elements;
    steps += once.steps * Math.min(elements, 50);
  }
  if (cost > svgBounds.drawn) throw tooMuch('repeats its elements too often');
  if (steps > svgBounds.filterSteps) throw tooMuch('applies too many filters');
}

/** @param {string} what */
function tooMuch(what) {
  return new DecoderError('complex', `is too complex to draw: it ${what}`);
}

const reference = /url\(\s*["']?#([^"')\s]+)/g;

/** Drawn where they're referenced, not where they're defined. */
const shared = new Set([
  'defs',
  'symbol',
  'pattern',
  'mask',
  'clipPath',
  'marker',
  'filter',
  'linearGradient',
  'radialGradient',
]);

/** @param {string} text */
function readTree(text) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  /** @type {Map<string, Node>} */
  const byId = new Map();
  /** @type {string[]} */
  const styleRefs = [];
  /** @type {Node[]} */
  const open = [];
  /** @type {Node | undefined} */
  let root;
  let elements = 0;
  parser.on('error', () => {
    throw new DecoderError('broken', 'is not well-formed XML');
  });
  parser.on('doctype', (doctype) => Object.assign(parser.ENTITIES, entitiesOf(doctype, text)));
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (elements > svgBounds.elements) throw tooMuch(`has over ${svgBounds.elements} elements`);
    if (open.length >= svgBounds.depth) throw tooMuch(`nests elements over ${svgBounds.depth} deep`);
    const local = name.slice(name.indexOf(':') + 1);
    const node = nodeOf(local, attributes);
    open.at(-1)?.children.push(node);
    root ??= node;
    open.push(node);
    if (attributes.id !== undefined && !byId.has(attributes.id)) byId.set(attributes.id, node);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const readStyle = (/** @type {string} */ css) => {
    if (css.includes('url(')) for (const [, id] of css.matchAll(reference)) styleRefs.push(id ?? '');
  };
  parser.on('text', readStyle);
  parser.on('cdata', readStyle);
  parser.write(text).close();
  return { root, byId, styleRefs, elements };
}

/** @param {string} local @param {Record<string, string>} attributes @returns {Node} */
function nodeOf(local, attributes) {
  const refs = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (value.includes('url(')) for (const [, id] of value.matchAll(reference)) refs.push(id ?? '');
    if ((name === 'href' || name === 'xlink:href') && value.startsWith('#')) refs.push(value.slice(1));
  }
  const isStep =
    /^fe[A-Z]/.test(local) && !/^fe(Func|Merge[A-Z]|PointLight|DistantLight|SpotLight)/.test(local);
  return {
    cost: -1,
    steps: 0,
    own: 1,
    ownSteps: isStep ? stepWeight(local, attributes) : 0,
    refs,
    children: [],
    isShared: shared.has(local),
  };
}

/** What a primitive costs beside one that touches each pixel once. @param {string} local @param {Record<string, string>} attributes */
function stepWeight(local, attributes) {
  const numbers = (/** @type {string | undefined} */ value) =>
    (value?.match(/[\d.]+(?:e[+-]?\d+)?/gi) ?? []).map(Number);
  const product = (/** @type {number[]} */ [one = 1, other = one]) => one * other;
  const weight =
    local === 'feTurbulence'
      ? 4 * (numbers(attributes.numOctaves)[0] ?? 1)
      : local === 'feConvolveMatrix'
        ? product(numbers(attributes.order)) / 4
        : local === 'feMorphology'
          ? product(numbers(attributes.radius)) / 4
          : 1;
  if (weight > svgBounds.stepWeight) throw tooMuch('uses a filter of too large a radius');
  return Math.max(1, weight);
}

/**
 * The elements and filter steps of drawing a node, with every reference followed. Each node is counted once and remembered.
 * A circular reference counts once: librsvg draws none.
 *
 * @param {Node} start @param {Map<string, Node>} byId @param {boolean} [asTarget] counted as something that is referred to
 */
function expanded(start, byId, asTarget = false) {
  const limit = 1e12;
  /** @type {{ node: Node, next: number, all: Node[] }[]} */
  const stack = [];
  const enter = (/** @type {Node} */ node) => {
    node.cost = node.own;
    node.steps = node.ownSteps;
    const targets = node.refs.flatMap((id) => byId.get(id) ?? []);
    stack.push({ node, next: 0, all: [...node.children, ...targets] });
  };
  if (start.cost < 0) enter(start);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const child = top.all[top.next];
    if (!child) {
      stack.pop();
      continue;
    }
    if (child.cost < 0) {
      enter(child);
      continue; // counted when it is done, and this place is come to again
    }
    top.next += 1;
    const isReference = top.next > top.node.children.length;
    // Definitions cost nothing where they're defined.
    if (child.isShared && !isReference) continue;
    top.node.cost = Math.min(limit, top.node.cost + child.cost);
    top.node.steps = Math.min(limit, top.node.steps + child.steps);
  }
  return start.isShared && !asTarget ? { cost: 1, steps: 0 } : start;
}

/**
 * The entities of a document type, as Illustrator writes them for its namespaces: plain text only. A document whose entities refer to others,
 * to parameters or files isn't drawn.
 *
 * @param {string} doctype @param {string} text of the whole document
 */
function entitiesOf(doctype, text) {
  /** @type {Record<string, string>} */
  const entities = {};
  if (doctype.length > svgBounds.doctypeCharacters) throw tooMuch('has a document type of its own');
  for (const [, parameter, name, value, quoted] of doctype.matchAll(
    /<!ENTITY\s+(%\s+)?([^\s"'<>&%]{1,200})\s+(?:"([^"]*)"|'([^']*)'|[^"'<>][^<>]*)\s*>/g,
  )) {
    const plain = value ?? quoted ?? '';
    if (parameter || name === undefined || /[&%<]/.test(plain))
      throw tooMuch('declares entities that refer to others');
    entities[name] ??= plain;
  }
  if (Object.keys(entities).length === 0) return entities;
  let characters = 0;
  for (const [, name] of text.matchAll(/&([^\s;&<#]{1,200});/g)) {
    characters += entities[name ?? '']?.length ?? 0;
    if (characters > svgBounds.entityCharacters) throw tooMuch('repeats its entities too often');
  }
  return entities;
}
