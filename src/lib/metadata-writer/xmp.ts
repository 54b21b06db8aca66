// XMP packets (ISO 16684-1): writes our properties into an existing packet, keeping the others, or creates a new one.
import { isEmpty, type WritableFields } from './pieces.ts';

const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
} as const;

const spoken = ['title', 'description', 'creator', 'rights', 'subject'].map(
  (name) => `${namespaces.dc} ${name}`,
);
const licensing = ['UsageTerms', 'WebStatement'].map((name) => `${namespaces.xmpRights} ${name}`);

/** A longer packet is not edited: to resolve its namespaces takes time that grows faster than the text. */
const maxEditedChars = 256 * 1024;

/**
 * One piece of markup of an XML document: a comment, an instruction or CDATA as a whole, a tag with its attributes. Sticky, as the
 * next one is: what does not fit ends the reading, and nothing is looked at twice.
 */
const markup =
  /<(?:!--[\s\S]*?-->|\?[\s\S]*?\?>|!\[CDATA\[[\s\S]*?\]\]>|(?<close>\/?)(?<name>[^\s<>/!?"'=]+)(?<attributes>(?:"[^"]*"|'[^']*'|[^<>"'])*?)(?<empty>\/?)>)/y;
const attribute = /\s+(?<key>[^\s=<>"'/]+)\s*=\s*(?<value>"[^"]*"|'[^']*')/y;

interface Attribute {
  key: string;
  value: string;
  /** With the space before it. */
  start: number;
  end: number;
}

interface Tag {
  name: string;
  kind: 'open' | 'close' | 'empty';
  attributes: Attribute[];
  start: number;
  end: number;
}

function attributesOf(text: string, offset: number): Attribute[] {
  const found: Attribute[] = [];
  attribute.lastIndex = 0;
  for (let match = attribute.exec(text); match; match = attribute.exec(text)) {
    const { key = '', value = '' } = match.groups ?? {};
    found.push({
      key,
      value: value.slice(1, -1),
      start: offset + match.index,
      end: offset + attribute.lastIndex,
    });
  }
  return found;
}

/** The tags of a document, in their order; null where it is no XML. */
function tagsOf(text: string): Tag[] | null {
  const tags: Tag[] = [];
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', markup.lastIndex)) {
    markup.lastIndex = start;
    const match = markup.exec(text);
    if (!match) return null;
    const { close, name, attributes = '', empty } = match.groups ?? {};
    if (name === undefined) continue;
    tags.push({
      name,
      kind: close ? 'close' : empty ? 'empty' : 'open',
      attributes: attributesOf(attributes, start + 1 + (close?.length ?? 0) + name.length),
      start,
      end: markup.lastIndex,
    });
  }
  return tags;
}

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

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

/** Our properties as one description, which declares all it names and so fits into any packet. */
function descriptionOf(fields: WritableFields): string {
  const list = (name: string, kind: 'Alt' | 'Seq' | 'Bag', values: readonly (string | null)[]): string => {
    const items = values.filter((value) => value !== null);
    if (items.length === 0) return '';
    const language = kind === 'Alt' ? ' xml:lang="x-default"' : '';
    const shown = items.map((value) => `<rdf:li${language}>${escaped(value)}</rdf:li>`).join('');
    return `<${name}><rdf:${kind}>${shown}</rdf:${kind}></${name}>`;
  };
  const { license } = fields;
  const properties = [
    list('dc:title', 'Alt', [fields.title]),
    list('dc:description', 'Alt', [fields.description]),
    list('dc:creator', 'Seq', [fields.creator]),
    list('dc:rights', 'Alt', [fields.copyright]),
    list('dc:subject', 'Bag', fields.keywords),
    list('xmpRights:UsageTerms', 'Alt', [license]),
    license !== null && isAddress(license)
      ? `<xmpRights:WebStatement>${escaped(license)}</xmpRights:WebStatement>`
      : '',
  ].join('');
  if (properties === '') return '';
  const declared = Object.entries(namespaces).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  return `<rdf:Description rdf:about="" ${declared.join(' ')}>${properties}</rdf:Description>`;
}

function newPacket(fields: WritableFields): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${namespaces.rdf}">${descriptionOf(fields)}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

interface Element {
  /** As it is written, prefix and all. */
  written: string;
  /** Namespace and local name. */
  name: string;
  prefixes: Readonly<Record<string, string>>;
}

interface Cuts {
  /** Stretches of the text that go. */
  ranges: { start: number; end: number }[];
  /** Where a description can be put: before the end of the RDF. */
  insertAt: number;
}

const rdfName = `${namespaces.rdf} RDF`;

/** The prefixes that count inside an element: those around it, and its own. */
function prefixesIn(tag: Tag, around: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const own = tag.attributes.filter(({ key }) => key.startsWith('xmlns:'));
  if (own.length === 0) return around;
  return { ...around, ...Object.fromEntries(own.map(({ key, value }) => [key.slice(6), value])) };
}

function fullName(written: string, prefixes: Readonly<Record<string, string>>): string {
  const colon = written.indexOf(':');
  return `${(colon > 0 && prefixes[written.slice(0, colon)]) || ''} ${written.slice(colon + 1)}`;
}

/**
 * Finds the properties named `managed`: elements, or attributes, of the descriptions right below the RDF. Those of things further
 * inside (an ingredient's title) are not this file's.
 *
 * @returns null for a text that is no XMP, or that this reads wrongly: a tag out of place, an element left open.
 */
function findCuts(text: string, managed: ReadonlySet<string>): Cuts | null {
  const open: Element[] = [];
  const ranges: Cuts['ranges'] = [];
  let insertAt = -1;
  let rdfDepth = -1;
  let cut: { depth: number; start: number } | null = null;
  for (const tag of tagsOf(text) ?? []) {
    if (tag.kind === 'close') {
      const element = open.pop();
      if (element?.written !== tag.name) return null;
      if (cut?.depth === open.length) {
        ranges.push({ start: cut.start, end: tag.end });
        cut = null;
      }
      if (open.length === rdfDepth) {
        insertAt = tag.start;
        rdfDepth = -1;
      }
      continue;
    }
    const prefixes = prefixesIn(tag, open.at(-1)?.prefixes ?? {});
    const name = fullName(tag.name, prefixes);
    const below = rdfDepth < 0 || cut ? -1 : open.length - rdfDepth;
    if (below === 1) ranges.push(...tag.attributes.filter(({ key }) => managed.has(fullName(key, prefixes))));
    if (below === 2 && managed.has(name)) {
      if (tag.kind === 'empty') ranges.push(tag);
      else cut = { depth: open.length, start: tag.start };
    }
    if (tag.kind === 'empty') continue;
    if (name === rdfName) {
      // A second one is none that this knows how to read.
      if (rdfDepth >= 0 || insertAt >= 0) return null;
      rdfDepth = open.length;
    }
    open.push({ written: tag.name, name, prefixes });
  }
  return open.length === 0 && insertAt >= 0 ? { ranges, insertAt } : null;
}

/** The packet with our properties replaced; null if it can't be edited. */
function editPacket(text: string, fields: WritableFields): { text: string; changed: boolean } | null {
  if (text.length > maxEditedChars) return null;
  const managed = new Set([...spoken, ...(fields.license === null ? [] : licensing)]);
  const cuts = findCuts(text, managed);
  if (!cuts) return null;
  const own = descriptionOf(fields);
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
  // Room for editing in place, which nobody does to a download.
  const wrapper = edited.lastIndexOf('<?xpacket end');
  if (wrapper > 0) edited = `${edited.slice(0, wrapper).trimEnd()}${edited.slice(wrapper)}`;
  return { text: edited, changed: cuts.ranges.length > 0 || own !== '' };
}

function decoded(packet: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(packet);
  } catch {
    return null;
  }
}

export interface WrittenXmp {
  packet: Buffer;
  /** The other properties of the packet that was there are still in it. */
  kept: boolean;
}

/**
 * Writes an asset's metadata into a packet of up to `maxBytes`: if it doesn't fit, existing content is dropped, then keywords from the end.
 *
 * @param existing the packet of the file; null where it has none.
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
