// What is in archives, 3D scenes and animations: listed in `probe.entries` of a new file. Nothing is unpacked, and nothing they refer to is read.
import { cleanLine } from '../lib/media-probe/clean-text.ts';
import type { ReadableFile } from '../lib/media-probe/file-parts.ts';
import { JsonError, parseJson } from '../lib/json.ts';
import { listZip } from '../lib/safe-zip/zip-list.ts';
import type { Extracted, Extractor } from '../assets/metadata/extractors.ts';

const MiB = 1024 * 1024;

/** One thing inside; `size` in bytes, null where it has none. */
interface Entry {
  kind: string;
  name: string;
  size: number | null;
}

interface Contents {
  format: 'zip' | 'gltf' | 'lottie';
  entries: Entry[];
  /** How many there are; more than are listed in a large file. */
  total: number;
  facts?: Record<string, unknown>;
}

/** What is listed: enough for people, and it fits into the record. */
const maxEntries = 500;
const maxListed = 40_000;
const maxName = 120;
/** Of the JSON that is read. */
const maxJsonBytes = 4 * MiB;

/** Invisible characters that turn the direction of text around: a name ends in what it seems to end in. */
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const shownName = (name: unknown): string =>
  typeof name === 'string' ? (cleanLine(name.replace(turning, ''), maxName) ?? '') : '';

function described({ format, entries, total, facts = {} }: Contents): Extracted {
  const listed: Entry[] = [];
  let length = 0;
  for (const entry of entries.slice(0, maxEntries)) {
    length += entry.kind.length + 3 * entry.name.length + 50;
    if (length > maxListed) break;
    listed.push(entry);
  }
  return { probe: { ...facts, format, entries: listed, entryCount: total } };
}

/** Said of the file, as of one without a preview. */
const unreadable = (reason: string): Extracted => ({
  probe: { preview: { state: 'unavailable', reason: `It ${reason}.` } },
});

async function zipContents(file: ReadableFile): Promise<Extracted> {
  let listed;
  try {
    listed = await listZip(file.path, maxEntries);
  } catch {
    return unreadable("can't be read; it is damaged, or not a ZIP");
  }
  const entries = listed.entries.map(({ name, size }) => ({
    kind: name.endsWith('/') ? 'folder' : 'file',
    name: shownName(name),
    size: name.endsWith('/') || !Number.isSafeInteger(size) ? null : size,
  }));
  return described({ format: 'zip', entries, total: listed.total });
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The lists of a scene (glTF 2.0, 5.17) and what one of each is called. */
const sceneParts = {
  scenes: 'scene',
  meshes: 'mesh',
  materials: 'material',
  images: 'image',
  animations: 'animation',
  cameras: 'camera',
} as const;

const glbMagic = 'glTF';
const jsonChunk = 0x4e4f534a;

/** @throws Error if it isn't one */
async function sceneJson(file: ReadableFile): Promise<Buffer> {
  const head = await file.read(0, 20);
  if (head.toString('latin1', 0, 4) !== glbMagic) return whole(file);
  // A binary glTF begins with its JSON (glTF 2.0, 4.4.3).
  const length = head.readUInt32LE(12);
  if (head.readUInt32LE(16) !== jsonChunk || 20 + length > file.size) throw new Error('No JSON in the glTF');
  if (length > maxJsonBytes) throw new JsonError('is too long');
  return file.read(20, length);
}

function whole(file: ReadableFile): Promise<Buffer> {
  if (file.size > maxJsonBytes) throw new JsonError('is too long');
  return file.read(0, file.size);
}

async function sceneContents(file: ReadableFile): Promise<Extracted> {
  let scene: unknown;
  try {
    scene = parseJson(await sceneJson(file));
  } catch (error) {
    const isLarge = error instanceof JsonError && error.message !== 'is not valid JSON.';
    return unreadable(isLarge ? 'has too much in it to be listed' : damagedScene);
  }
  if (!isObject(scene) || !isObject(scene.asset)) return unreadable(damagedScene);
  const { version, generator } = scene.asset;
  const entries = Object.entries(sceneParts).flatMap(([list, kind]) =>
    // What it refers to by address stays there.
    objectsIn(scene[list]).map(({ name, uri }) => ({
      kind,
      name: shownName(name ?? (String(uri).startsWith('data:') ? '' : uri)),
      size: null,
    })),
  );
  const facts = {
    ...(typeof version === 'string' && { version: shownName(version) }),
    ...(typeof generator === 'string' && { generator: shownName(generator) }),
  };
  return described({ format: 'gltf', entries, total: entries.length, facts });
}
const damagedScene = "can't be read; it is damaged, or not a glTF";

/** Not every JSON is an animation: of others nothing is said. */
async function animationContents(file: ReadableFile): Promise<Extracted> {
  let value: unknown;
  try {
    value = parseJson(await whole(file));
  } catch (error) {
    if (error instanceof JsonError) return {};
    throw error;
  }
  if (!isObject(value) || !Array.isArray(value.layers) || typeof value.v !== 'string') return {};
  const { v, fr, ip, op, w, h } = value;
  const numbers = [fr, ip, op, w, h];
  if (!numbers.every((one) => typeof one === 'number' && Number.isFinite(one))) return {};
  const [rate = 0, first = 0, last = 0, width, height] = numbers as number[];
  const entries = [
    ...objectsIn(value.layers).map(({ nm }) => ({ kind: 'layer', name: shownName(nm), size: null })),
    ...objectsIn(value.assets).map(({ id, p, nm }) => ({
      kind: typeof p === 'string' ? 'image' : 'composition',
      name: shownName(nm ?? id),
      size: null,
    })),
  ];
  const seconds = Math.round(((last - first) / rate) * 1000) / 1000;
  const facts = {
    version: shownName(v),
    frameRate: rate,
    pixels: { width, height },
    ...(Number.isFinite(seconds) && seconds > 0 && { durationSeconds: seconds }),
  };
  return described({ format: 'lottie', entries, total: entries.length, facts });
}

export const contentReaders: readonly Extractor[] = [
  { name: 'zip-contents', knows: ({ mime }) => mime === 'application/zip', extract: zipContents },
  {
    name: 'scene-contents',
    knows: ({ mime }) => mime === 'model/gltf-binary' || mime === 'model/gltf+json',
    extract: sceneContents,
  },
  {
    name: 'animation-contents',
    knows: ({ mime }) => mime === 'application/json',
    extract: animationContents,
  },
];
