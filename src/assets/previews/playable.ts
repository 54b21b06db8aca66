// A version of a video that browsers play: made once somebody asks for it, and kept like renditions.
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiError, isApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { blobKey, renditionKey } from '../../core/storage/contract.ts';
import { withFile } from '../../lib/media-probe/file-parts.ts';
import { Turns } from '../../lib/turns.ts';
import { drawOnce, failed, notNow, soon, withoutPreview } from '../delivery/drawings.ts';
import { keptAs, missingPreviewer, NoPreview, previewerOf, type Previewer } from '../metadata/previewers.ts';

interface Original {
  sha256: string;
  mime: string;
}

interface Kept {
  key: string;
  size: number;
  keptAs: string;
}

/** Why a video has none, beside its renditions. */
const refusalKey = (sha256: string, previewer: Previewer): string =>
  renditionKey(sha256, `web_refused-${keptAs(previewer)}`);

async function refusalOf({ storage }: Service, sha256: string, previewer: Previewer): Promise<string | null> {
  const stream = await storage.read(refusalKey(sha256, previewer));
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** With less, a program that writes may have failed for lack of space, which looks like a broken file. */
const leastFreeBytes = 64 * 1024 * 1024;

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < leastFreeBytes;
}

/** One takes minutes. No file is fetched before its turn: it may have gigabytes. */
const turns = new Turns(1);
const mostWaiting = 20;

async function makeInTurn(
  service: Service,
  original: Original,
  previewer: Previewer,
  key: string,
): Promise<void> {
  if (turns.waiting >= mostWaiting)
    throw notNow(new NoPreview("can't be converted right now because the server is busy", false));
  await turns.take(() => make(service, original, previewer, key));
}

async function make(
  service: Service,
  { sha256, mime }: Original,
  previewer: Previewer,
  key: string,
): Promise<void> {
  const { storage } = service;
  const makes = previewer.makePlayable;
  if (!makes) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'marque-video-'));
  try {
    const into = path.join(folder, 'web.webm');
    await storage.withFile(blobKey(sha256), (from) => withFile(from, (file) => makes(file, { mime, into })));
    await storage.put(key, createReadStream(into));
  } catch (error) {
    if (isApiError(error)) throw error;
    if (!(error instanceof NoPreview)) throw failed(service, previewer, error);
    if (await isFull(folder))
      throw notNow(new NoPreview("couldn't be converted, because the disk is full", false));
    if (!error.isLasting) throw notNow(error);
    await storage.put(refusalKey(sha256, previewer), Buffer.from(error.reason));
    throw withoutPreview(error.reason);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The key of the version that browsers play.
 *
 * @throws ApiError unsupported if the file has none; unavailable, with `retryAfterSeconds`, while it's made.
 */
export async function keptPlayable(service: Service, original: Original): Promise<Kept> {
  const { sha256, mime } = original;
  const previewer = previewerOf(mime);
  if (!previewer?.makePlayable)
    throw new ApiError('unsupported', missingPreviewer(mime) ?? 'This file is no video. Use the original.');
  const key = renditionKey(sha256, `web-${keptAs(previewer)}`);
  const kept = async (): Promise<Kept | null> => {
    const stored = await service.storage.stat(key);
    return stored && { key, size: stored.size, keptAs: keptAs(previewer) };
  };
  const there = await kept();
  if (there) return there;
  const refused = await refusalOf(service, sha256, previewer);
  if (refused !== null) throw withoutPreview(refused);
  await soon(drawOnce(service, key, () => makeInTurn(service, original, previewer, key)));
  const made = await kept();
  if (!made) throw withoutPreview("couldn't be converted");
  return made;
}
