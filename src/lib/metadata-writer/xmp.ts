// XMP packets (ISO 16684-1): writes our properties into an existing packet, keeping the others, or creates a new one.
import { SaxesParser } from 'saxes';
import { isEmpty, type WritableFields } from './pieces.ts';

const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
} as const;

const described = ['title', 'description', 'creator', 'rights', 'subject'].map(
  (name) => `${namespaces.dc} ${name}`,
);
const licensing = ['UsageTerms', 'WebStatement'].map((name) => `${namespaces.xmpRights} ${name}`);
const mining = `${namespaces.plus} DataMining`;
const rdfName = `${namespaces.rdf} RDF`;

/** Longer or deeper packets aren't edited: to resolve a prefix, saxes looks at every element around it. */
const maxEditedChars = 256 * 1024;
const maxDepth = 100;

function escaped(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex -- XML 1.0, 2.2: these can't stand in a document, not even escaped
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
  );
}

function isUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

/** A property with a list of texts; nothing if there are none. */
export function listOf(
  name: string,
  kind: 'Alt' | 'Seq' | 'Bag',
  values: readonly (string | null)[],
): string {
  const items = values.filter((value) => value !== null);
  if (items.length === 0) return '';
  const language = kind === 'Alt' ? ' xml:lang="x-default"' : '';
  const shown = items.map((value) => `<rdf:li${language}>${escaped(value)}</rdf:li>`).join('');
  return `<${name}><rdf:${kind}>${shown}</rdf:${kind}></${name}>`;
}

/** A property with one text; nothing without one. */
export const textOf = (name: string, value: string | null): string =>
  value === null ? '' : `<${name}>${escaped(value)}</${name}>`;

/** Properties as one description, which declares its namespaces and so fits into any packet. */
export function describedIn(used: Readonly<Record<string, string>>, properties: string): string {
  const declared = Object.entries(used).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  return `<rdf:Description rdf:about="" ${declared.join(' ')}>${properties}</rdf:Description>`;
}

/** A packet that holds one description. */
export const packetOf = (description: string): string =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${namespaces.rdf}">${description}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** Our properties as one description. */
function descriptionOf(fields: WritableFields): string {
  const { license } = fields;
  const properties = [
    listOf('dc:title', 'Alt', [fields.title]),
    listOf('dc:description', 'Alt', [fields.description]),
    listOf('dc:creator', 'Seq', [fields.creator]),
    listOf('dc:rights', 'Alt', [fields.copyright]),
    listOf('dc:subject', 'Bag', fields.keywords),
    listOf('xmpRights:UsageTerms', 'Alt', [license]),
    textOf('xmpRights:WebStatement', license !== null && isUrl(license) ? license : null),
    textOf('plus:DataMining', fields.dataMining ?? null),
  ].join('');
  return properties === '' ? '' : describedIn(namespaces, properties);
}

const newPacket = (fields: WritableFields): string => packetOf(descriptionOf(fields));

/** A packet that isn't well-formed, or isn't XMP. */
class XmpError extends Error {}

interface Range {
  start: number;
  end: number;
}

interface Cuts {
  /** Parts of the text to remove. */
  ranges: Range[];
  /** Where to insert a description: before the end of the RDF. */
  insertAt: number;
}

/**
 * Finds the properties named `managed`: elements, or attributes, of the descriptions directly below the RDF. Those further inside (an
 * ingredient's title) aren't this file's.
 * @throws XmpError for anything but well-formed XML with one RDF. A document type is refused as well: entities can multiply.
 */
function findCuts(text: string, managed: ReadonlySet<string>): Cuts {
  const parser = new SaxesParser({ xmlns: true, position: false, resolvePrefix: undeclared });
  const ranges: Range[] = [];
  let insertAt = -1;
  let depth = 0;
  let rdfDepth = -1;
  let cut: { depth: number; start: number } | null = null;
  let attributes: (Range & { name: string })[] = [];
  let tagStart = 0;

  parser.on('error', (error) => {
    throw new XmpError(error.message);
  });
  parser.on('doctype', () => {
    throw new XmpError('has a document type');
  });
  parser.on('opentagstart', ({ name }) => {
    tagStart = text.lastIndexOf('<', parser.position - 1);
    attributes = [{ name: '', start: tagStart, end: tagStart + 1 + name.length }];
  });
  parser.on('attribute', ({ name }) => {
    // With the space before it.
    attributes.push({ name, start: attributes.at(-1)?.end ?? 0, end: parser.position });
  });
  parser.on('opentag', (tag) => {
    const level = rdfDepth < 0 || cut ? -1 : depth - rdfDepth;
    if (level === 1)
      ranges.push(...attributes.filter(({ name }) => managed.has(nameOf(tag.attributes[name]))));
    if (level === 2 && managed.has(nameOf(tag))) cut = { depth, start: tagStart };
    if (nameOf(tag) === rdfName && !tag.isSelfClosing) {
      if (rdfDepth >= 0 || insertAt >= 0) throw new XmpError('has more than one RDF');
      rdfDepth = depth;
    }
    depth += 1;
    if (depth > maxDepth) throw new XmpError('is nested too deeply');
  });
  parser.on('closetag', () => {
    depth -= 1;
    if (cut?.depth === depth) {
      ranges.push({ start: cut.start, end: parser.position });
      cut = null;
    }
    if (depth === rdfDepth) {
      insertAt = text.lastIndexOf('<', parser.position - 1);
      rdfDepth = -1;
    }
  });
  parser.write(text).close();
  if (insertAt < 0) throw new XmpError('has no RDF');
  return { ranges, insertAt };
}

/** Packets with undeclared prefixes exist, and their properties are kept. */
const undeclared = (prefix: string): string => `undeclared ${prefix}`;

/** Namespace and local name. */
function nameOf(named: { uri: string; local: string } | undefined): string {
  return named ? `${named.uri} ${named.local}` : '';
}

/** Null for a packet that can't be edited safely. */
function cutsIn(text: string, managed: ReadonlySet<string>): Cuts | null {
  if (text.length > maxEditedChars) return null;
  try {
    return findCuts(text, managed);
  } catch (error) {
    if (error instanceof XmpError) return null;
    throw error;
  }
}

/** The packet with our properties replaced; null if it can't be edited. */
function editPacket(text: string, fields: WritableFields): { text: string; changed: boolean } | null {
  const cuts = cutsIn(
    text,
    new Set([
      ...described,
      ...(fields.license === null ? [] : licensing),
      ...(fields.dataMining ? [mining] : []),
    ]),
  );
  if (!cuts) return null;
  const own = descriptionOf(fields);
  return { text: withCuts(text, cuts, own), changed: cuts.ranges.length > 0 || own !== '' };
}

/** The packet without what is cut, and with a description in its place. */
function withCuts(text: string, cuts: Cuts, own: string): string {
  const marks = [...cuts.ranges, { start: cuts.insertAt, end: cuts.insertAt }].sort(
    (a, b) => a.start - b.start,
  );
  let edited = '';
  let at = 0;
  for (const { start, end } of marks) {
    edited += text.slice(at, start) + (start === cuts.insertAt ? own : '');
    at = end;
  }
  edited += text.slice(at);
  // Drops the padding for editing in place, which nobody does to a download.
  const wrapper = edited.lastIndexOf('<?xpacket end');
  if (wrapper > 0) edited = `${edited.slice(0, wrapper).trimEnd()}${edited.slice(wrapper)}`;
  return edited;
}

/**
 * A packet with the properties of a description in place of its own, and all others as they are.
 *
 * @param names of these properties: namespace, space, local name.
 * @returns null for a packet that can't be edited safely: damaged, over 256 KB, or nested too deeply.
 */
export function packetWith(packet: Buffer, names: ReadonlySet<string>, description: string): string | null {
  const text = decoded(packet);
  const cuts = text === null ? null : cutsIn(text, names);
  return text === null || cuts === null ? null : withCuts(text, cuts, description);
}

/** The packet's text, without the NULs that some programs pad it with; null if it isn't UTF-8. */
function decoded(packet: Buffer): string | null {
  const unpadded = packet.subarray(0, packet.findLastIndex((byte) => byte !== 0) + 1);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(unpadded);
  } catch {
    return null;
  }
}

export interface WrittenXmp {
  packet: Buffer;
  /** True if the other properties of the existing packet are still in it. */
  kept: boolean;
}

/**
 * Writes an asset's metadata into a packet of up to `maxBytes`: if it doesn't fit, existing content is dropped, then keywords from the end.
 *
 * @param existing the packet of the file; null if it has none.
 * @returns null if the file stays unchanged.
 */
export function writeXmp(
  existing: Buffer | null,
  fields: WritableFields,
  maxBytes = Infinity,
): WrittenXmp | null {
  if (!existing && isEmpty(fields)) return null;
  const before = existing && decoded(existing);
  const edited = before === null ? null : editPacket(before, fields);
  if (edited && !edited.changed) return null;
  if (edited) {
    const packet = Buffer.from(edited.text, 'utf8');
    if (packet.byteLength <= maxBytes) return { packet, kept: true };
  }
  if (isEmpty(fields)) return null;
  let { keywords } = fields;
  let packet = Buffer.from(newPacket(fields), 'utf8');
  while (packet.byteLength > maxBytes && keywords.length > 0) {
    keywords = keywords.slice(0, Math.floor(keywords.length * 0.9));
    packet = Buffer.from(newPacket({ ...fields, keywords }), 'utf8');
  }
  return packet.byteLength <= maxBytes ? { packet, kept: false } : null;
}
