// What renditions of a file keep of its metadata: who made it, whose it is, and what may be done with it. Nothing else, unless a workspace
// wants everything: a thumbnail must not leak a location, a serial number or who is in the picture.
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Service } from '../../core/service.ts';
import { blobKey } from '../../core/storage/contract.ts';
import { withFile } from '../../lib/media-probe/file-parts.ts';
import { mayHaveMediaCredits } from '../../lib/media-probe/media-credits.ts';
import { creditsInto, creditsPacket, noCredits, type Credits } from '../../lib/metadata-writer/credits.ts';
import { readCredits } from '../metadata/embedded-metadata.ts';
import { storedFile } from '../metadata/stored-file.ts';
import { plusMining, type Mining } from '../mining.ts';
import { decodeOptions } from './picture.ts';

/** About a kilobyte each. One file usually has several renditions made, one after the other. */
const known = new WeakMap<Service, LRUCache<string, Credits>>();
const maxRemembered = 2_000;

interface Original {
  sha256: string;
  mime: string;
  /** In bytes. */
  size: number;
  /** Where it is on this machine, if renditions are made of it itself and not of what a previewer draws. */
  path: string | null;
}

interface Kept {
  /** What its record says, which counts more than what the file says; omitted: nothing. */
  mining?: Mining | undefined;
  /** Everything that the file says, and not only its credits. */
  everything?: boolean | undefined;
}

/** The XMP packet for renditions of a file; null if it has nothing to say. */
export async function creditsOf(
  service: Service,
  original: Original,
  { mining, everything }: Kept,
): Promise<string | null> {
  const found = await rememberedCredits(service, original);
  const credits = mining === undefined ? found : { ...found, dataMining: plusMining(mining) };
  const own = everything && original.path !== null ? await xmpOf(original.path) : undefined;
  return (own && creditsInto(own, credits)) ?? creditsPacket(credits);
}

/** The packet of a picture; undefined if it has none, or can't be read. */
async function xmpOf(path: string): Promise<Buffer | undefined> {
  const { xmp } = await sharp(path, decodeOptions)
    .metadata()
    .catch(() => ({ xmp: undefined }));
  return xmp;
}

const isPicture = (mime: string): boolean => mime.startsWith('image/') && !mime.startsWith('image/svg');

/** What a file says of where it comes from. */
export async function rememberedCredits(service: Service, original: Original): Promise<Credits> {
  const { sha256, mime } = original;
  if (!isPicture(mime) && !mayHaveMediaCredits(mime)) return noCredits;
  let remembered = known.get(service);
  if (!remembered) known.set(service, (remembered = new LRUCache({ max: maxRemembered })));
  let credits = remembered.get(sha256);
  if (!credits) remembered.set(sha256, (credits = (await read(service, original)) ?? noCredits));
  return credits;
}

/** The decoder knows where a format keeps its XMP, and that PNG may pack it. What it can't read is for whoever renders it to say. */
async function read(service: Service, { sha256, mime, size, path }: Original): Promise<Credits | null> {
  if (path === null) return readCredits(storedFile(service.storage, blobKey(sha256), size), mime);
  const xmp = await xmpOf(path);
  return withFile(path, (file) => readCredits(file, mime, xmp));
}
