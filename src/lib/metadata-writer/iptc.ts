// IPTC-IIM in Photoshop's image resources (APP13 of a JPEG): replaces our datasets, keeps the others.
// IIM 4.2, chapter 5 and 6; Adobe Photoshop File Formats Specification, "Image Resource Blocks".
import { createHash } from 'node:crypto';
import { utf8Within, type WritableFields } from './pieces.ts';

const iimResource = 0x0404;
/** MD5 of the IIM resource: tells a reader whether the IIM was changed after the XMP was written. */
const digestResource = 0x0425;

/** ISO 2022's escape sequence for UTF-8. */
const utf8Mark = Buffer.from('\x1b%G', 'latin1');

/** Dataset of record 2 and its longest value in bytes. */
const datasets = {
  title: { number: 5, maxBytes: 64 },
  keywords: { number: 25, maxBytes: 64 },
  creator: { number: 80, maxBytes: 32 },
  copyright: { number: 116, maxBytes: 128 },
  description: { number: 120, maxBytes: 2000 },
} as const;
const written: ReadonlySet<number> = new Set(Object.values(datasets).map(({ number }) => number));

interface Resource {
  id: number;
  /** The whole block, its padding included. */
  block: Buffer;
  data: Buffer;
}

interface Dataset {
  record: number;
  number: number;
  data: Buffer;
}

/** @returns null if it isn't a list of resources. */
function resourcesOf(bytes: Buffer): Resource[] | null {
  const resources: Resource[] = [];
  let at = 0;
  while (at + 12 <= bytes.byteLength) {
    if (!/^[0-9A-Za-z]{4}$/.test(bytes.toString('latin1', at, at + 4))) return null;
    const nameBytes = (bytes[at + 6] ?? 0) + 1;
    const sizeAt = at + 6 + nameBytes + (nameBytes % 2);
    if (sizeAt + 4 > bytes.byteLength) return null;
    const size = bytes.readUInt32BE(sizeAt);
    const start = sizeAt + 4;
    if (start + size > bytes.byteLength) return null;
    const end = Math.min(start + size + (size % 2), bytes.byteLength);
    const block = bytes.subarray(at, end);
    resources.push({ id: bytes.readUInt16BE(at + 4), block, data: bytes.subarray(start, start + size) });
    at = end;
  }
  return resources;
}

function resource(id: number, data: Buffer): Resource {
  const header = Buffer.alloc(12);
  header.write('8BIM', 0, 'latin1');
  header.writeUInt16BE(id, 4);
  header.writeUInt32BE(data.byteLength, 8);
  return { id, data, block: Buffer.concat([header, data, Buffer.alloc(data.byteLength % 2)]) };
}

/** The readable datasets: a broken end is ignored. */
function datasetsOf(bytes: Buffer): Dataset[] {
  const found: Dataset[] = [];
  let at = 0;
  while (at + 5 <= bytes.byteLength && bytes[at] === 0x1c) {
    const length = bytes.readUInt16BE(at + 3);
    // Extended datasets (over 32 KiB) contain no text that programs show.
    if (length > 0x7fff || at + 5 + length > bytes.byteLength) break;
    found.push({
      record: bytes[at + 1] ?? 0,
      number: bytes[at + 2] ?? 0,
      data: bytes.subarray(at + 5, at + 5 + length),
    });
    at += 5 + length;
  }
  return found;
}

function encoded({ record, number, data }: Dataset): Buffer {
  const header = Buffer.from([0x1c, record, number, 0, 0]);
  header.writeUInt16BE(data.byteLength, 3);
  return Buffer.concat([header, data]);
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A kept dataset, as UTF-8: undeclared IIM is mostly Latin-1. Record 2 is text, except for its version and previews. */
function inUtf8(dataset: Dataset): Dataset {
  const isText = dataset.record === 2 && dataset.number !== 0 && dataset.number < 200;
  if (!isText || isUtf8(dataset.data)) return dataset;
  return { ...dataset, data: Buffer.from(dataset.data.toString('latin1'), 'utf8') };
}

function ours(fields: WritableFields): Dataset[] {
  const one = (name: keyof typeof datasets, text: string | null): Dataset[] =>
    text === null || text === ''
      ? []
      : [
          {
            record: 2,
            number: datasets[name].number,
            data: utf8Within(text, datasets[name].maxBytes),
          },
        ];
  return [
    ...one('title', fields.title),
    ...fields.keywords.flatMap((keyword) => one('keywords', keyword)),
    ...one('creator', fields.creator),
    ...one('copyright', fields.copyright),
    ...one('description', fields.description),
  ];
}

function writeIim(existing: Buffer | null, fields: WritableFields): Buffer | null {
  const before = existing ? datasetsOf(existing) : [];
  const others = before.filter(({ record, number }) => !(record === 2 && written.has(number)));
  const own = ours(fields);
  if (own.length === 0 && others.length === before.length) return null;
  const announced = others.some(({ record, number }) => record === 1 && number === 90);
  const isAlreadyUtf8 = others.some(
    ({ record, number, data }) => record === 1 && number === 90 && data.equals(utf8Mark),
  );
  const kept = others
    .filter(({ record, number }) => !(record === 1 && number === 90))
    .map((dataset) => (announced && isAlreadyUtf8 ? dataset : inUtf8(dataset)));
  const hasVersion = kept.some(({ record, number }) => record === 2 && number === 0);
  const all: Dataset[] = [
    { record: 1, number: 90, data: utf8Mark },
    ...(hasVersion ? [] : [{ record: 2, number: 0, data: Buffer.from([0, 4]) }]),
    ...kept,
    ...own,
  ];
  // Records are in order, and each begins with its version.
  all.sort((a, b) => a.record - b.record || Number(b.number === 0) - Number(a.number === 0));
  return Buffer.concat(all.map(encoded));
}

/**
 * Writes an asset's metadata into image resources.
 *
 * @param existing the resources of the file, its segments joined; null if it has none.
 * @returns null if they stay unchanged.
 */
export function writeIptc(existing: Buffer | null, fields: WritableFields): Buffer | null {
  const resources = existing ? resourcesOf(existing) : [];
  if (!resources) return null;
  const iim = writeIim(resources.find(({ id }) => id === iimResource)?.data ?? null, fields);
  if (!iim) return null;
  const digest = createHash('md5').update(iim).digest();
  const hadDigest = resources.some(({ id }) => id === digestResource);
  const others = resources.filter(({ id }) => id !== iimResource && id !== digestResource);
  return Buffer.concat(
    [resource(iimResource, iim), ...(hadDigest ? [resource(digestResource, digest)] : []), ...others].map(
      ({ block }) => block,
    ),
  );
}
