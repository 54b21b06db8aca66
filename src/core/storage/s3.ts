// Storage in an S3 bucket, of any compatible service. Uploads are multipart; keeping an upload is a copy inside the bucket.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCopyCommand,
  type CompletedPart,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Env } from '../../env.ts';
import { damagedBytes } from './checked.ts';
import {
  answering,
  blobKey,
  checkedKey,
  checkedPrefix,
  checkedRenditionsPrefix,
  checkedStagedKey,
  isKey,
  Meter,
  missingBytes,
  missingStaged,
  stagedKey,
  storageFailure,
} from './contract.ts';
import type { ByteRange, Staged, StageOptions, Storage, StoredEntry } from './contract.ts';
import { boundTime, connectMs, unlessSilent } from './s3-timeouts.ts';

const MiB = 1024 ** 2;

/** S3's limits: a part has at least 5 MiB, an upload at most 10,000 parts (docs.aws.amazon.com, "Multipart upload limits"). */
const minPartBytes = 5 * MiB;
const maxParts = 10_000;

/** Concurrent parts of one transfer. With parts of 5 MiB an upload of up to 48 GiB uses 20 MiB. */
const partsAtOnce = 4;

export interface S3Options extends S3Env {
  /**
   * Maximum bytes of one copy request, at least 5 MiB; larger objects are copied in parts. S3 allows 5 GiB; the default is 128 MiB, which
   * a service that responds only when done copies well in time.
   */
  copyBytes?: number;
}

export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #copyBytes: number;
  readonly #timeoutSeconds: number;

  constructor(options: S3Options) {
    const { accessKeyId, secretAccessKey, endpoint } = options;
    const folder = options.prefix.replace(/^\/+|\/+$/g, '');
    this.#bucket = options.bucket;
    this.#prefix = folder === '' ? '' : `${folder}/`;
    this.#copyBytes = Math.max(minPartBytes, options.copyBytes ?? 128 * MiB);
    this.#timeoutSeconds = options.timeoutSeconds;
    this.#client = new S3Client({
      region: options.region,
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      // Services other than AWS often support neither bucket host names nor the checksums the SDK adds by default.
      ...(endpoint
        ? {
            endpoint,
            forcePathStyle: true,
            requestChecksumCalculation: 'WHEN_REQUIRED',
            responseChecksumValidation: 'WHEN_REQUIRED',
          }
        : {}),
      requestHandler: {
        connectionTimeout: connectMs,
        // Each file being delivered holds a socket for as long as its reader takes; the SDK's 50 would be a queue.
        httpAgent: { maxSockets: 512 },
        httpsAgent: { maxSockets: 512 },
      },
    });
    boundTime(this.#client, this.#timeoutSeconds);
  }

  async stage(body: AsyncIterable<Uint8Array>, options: StageOptions): Promise<Staged> {
    const key = stagedKey();
    const meter = new Meter(body, options);
    await this.#upload(key, meter, options.expectedBytes);
    return { key, size: meter.size, sha256: meter.sha256() };
  }

  async keep({ key, sha256 }: Pick<Staged, 'key' | 'sha256'>): Promise<void> {
    const from = checkedStagedKey(key);
    const target = blobKey(sha256);
    await answering(async () => {
      const staged = await this.stat(from);
      const copied = staged !== null && (await this.#copy(from, target, staged.size));
      // A concurrent call may have kept the same staged bytes.
      if (!copied && (await this.stat(target)) === null) throw missingStaged();
      await this.remove(from);
    });
  }

  async discard(key: string): Promise<void> {
    await this.remove(checkedStagedKey(key));
    // Parts of an interrupted upload aren't an object yet, but are stored and billed until it's aborted.
    await answering(async () => {
      for await (const unfinished of this.#unfinished(key)) {
        await this.#client.send(
          new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: unfinished.uploadId }),
        );
      }
    });
  }

  async withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const bytes = await this.read(key);
    if (!bytes) throw missingBytes();
    const folder = await answering(() => mkdtemp(path.join(tmpdir(), 'marque-')));
    try {
      const file = path.join(folder, 'bytes');
      await answering(() => pipeline(bytes, createWriteStream(file, { mode: 0o600 })));
      await demandHash(file, key);
      return await use(file);
    } finally {
      bytes.destroy();
      await rm(folder, { recursive: true, force: true });
    }
  }

  async put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    checkedKey(key);
    if (!(bytes instanceof Uint8Array)) return this.#upload(key, new Meter(bytes, { maxBytes: Infinity }));
    await answering(() => this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: bytes })));
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const request = {
      ...this.#at(checkedKey(key)),
      ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
    };
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(request));
      if (!(Body instanceof Readable)) return Readable.from([]);
      const stream = Readable.from(unlessSilent(Body, this.#timeoutSeconds), { objectMode: false });
      return stream.once('close', () => Body.destroy());
    } catch (error) {
      if (isMissing(error)) return null;
      if (isStatus(error, 416)) return Readable.from([]);
      throw storageFailure(error);
    }
  }

  async stat(key: string): Promise<{ size: number } | null> {
    const request = this.#at(checkedKey(key));
    try {
      const { ContentLength } = await this.#client.send(new HeadObjectCommand(request));
      return { size: ContentLength ?? 0 };
    } catch (error) {
      if (isMissing(error)) return null;
      throw storageFailure(error);
    }
  }

  async look(key: string): Promise<{ size: number; bytes: null } | null> {
    const known = await this.stat(key);
    return known && { ...known, bytes: null };
  }

  async remove(key: string): Promise<void> {
    const request = this.#at(checkedKey(key));
    await answering(async () => {
      try {
        await this.#client.send(new DeleteObjectCommand(request));
      } catch (error) {
        // S3 answers 204 for a key that isn't there; some services answer 404.
        if (!isMissing(error)) throw error;
      }
    });
  }

  async removeAll(prefix: string): Promise<void> {
    // One by one: DeleteObjects needs a checksum, of which services require different ones.
    for await (const { key } of this.#objects(checkedRenditionsPrefix(prefix))) await this.remove(key);
  }

  async *list(prefix: string, olderThan?: Date): AsyncGenerator<StoredEntry, void, undefined> {
    const isWanted = (entry: StoredEntry) => !olderThan || entry.modifiedAt < olderThan;
    for await (const entry of this.#objects(checkedPrefix(prefix))) if (isWanted(entry)) yield entry;
    if (prefix !== 'staged/') return;
    for await (const { key, startedAt } of this.#unfinished(prefix)) {
      // Part sizes would take a request per upload, and the cleanup doesn't need them.
      const entry = { key, size: 0, modifiedAt: startedAt };
      if (isWanted(entry)) yield entry;
    }
  }

  async healthy(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(connectMs);
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal: signal });
      return true;
    } catch {
      // Only the answer matters here; the cause shows at the first upload.
      return false;
    }
  }

  localPath(key: string): null {
    checkedKey(key);
    return null;
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }

  /** Uploads a body of unknown length: one request up to the size of a part, multipart beyond, aborted on failure. */
  async #upload(key: string, meter: Meter, expectedBytes = 0): Promise<void> {
    const body = Readable.from(meter, { objectMode: false });
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#at(key), Body: body },
      partSize: Math.max(minPartBytes, Math.ceil(expectedBytes / maxParts)),
      queueSize: partsAtOnce,
    });
    try {
      await upload.done();
    } catch (error) {
      body.destroy();
      // If the abort fails as well, upload.done() reports that failure and not the first.
      throw meter.failed ? meter.failure : storageFailure(error);
    }
  }

  /** Copies inside the bucket; false if the source doesn't exist. */
  async #copy(from: string, target: string, size: number): Promise<boolean> {
    const { Bucket, Key } = this.#at(from);
    const source = [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/');
    try {
      if (size > this.#copyBytes) await this.#copyInParts(source, target, size);
      else await this.#client.send(new CopyObjectCommand({ ...this.#at(target), CopySource: source }));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async #copyInParts(source: string, target: string, size: number): Promise<void> {
    const at = this.#at(target);
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(at));
    const partBytes = Math.max(this.#copyBytes, Math.ceil(size / maxParts));
    const parts: CompletedPart[] = [];
    const copyPart = async (start: number): Promise<void> => {
      const PartNumber = start / partBytes + 1;
      const CopySourceRange = `bytes=${start}-${Math.min(start + partBytes, size) - 1}`;
      const { CopyPartResult } = await this.#client.send(
        new UploadPartCopyCommand({ ...at, UploadId, PartNumber, CopySource: source, CopySourceRange }),
      );
      parts[PartNumber - 1] = { PartNumber, ETag: CopyPartResult?.ETag };
    };
    try {
      for (let start = 0; start < size; start += partsAtOnce * partBytes) {
        const round = Array.from({ length: partsAtOnce }, (_, index) => start + index * partBytes);
        // All of a round, failed or not: an abort doesn't affect parts that are still being copied.
        const copies = await Promise.allSettled(round.filter((partStart) => partStart < size).map(copyPart));
        const failed = copies.find((copy) => copy.status === 'rejected');
        if (failed) throw failed.reason;
      }
      const MultipartUpload = { Parts: parts };
      await this.#client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload }));
    } catch (error) {
      // The copy's own failure is the one to report.
      await this.#client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
      throw error;
    }
  }

  async *#objects(prefix: string): AsyncGenerator<StoredEntry, void, undefined> {
    const request = { Bucket: this.#bucket, Prefix: `${this.#prefix}${prefix}` };
    const pages = paginateListObjectsV2({ client: this.#client }, request);
    for (
      let page = await answering(() => pages.next());
      !page.done;
      page = await answering(() => pages.next())
    ) {
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.value.Contents ?? []) {
        const key = Key.slice(this.#prefix.length);
        if (isKey(key)) yield { key, size: Size, modifiedAt: LastModified };
      }
    }
  }

  /** Uploads below a prefix that were neither completed nor aborted, for example by a killed process. */
  async *#unfinished(prefix: string): AsyncGenerator<{ key: string; uploadId: string; startedAt: Date }> {
    const request = { Bucket: this.#bucket, Prefix: `${this.#prefix}${prefix}` };
    let after: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (after) {
      const asked: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ ...request, ...after });
      const page: ListMultipartUploadsCommandOutput | null = await answering(() =>
        this.#client.send(asked).catch((error: unknown) => {
          // Some services can't list unfinished uploads. They have to remove them themselves.
          if (isStatus(error, 501)) return null;
          throw error;
        }),
      );
      if (!page) return;
      for (const { Key = '', UploadId, Initiated = new Date() } of page.Uploads ?? []) {
        const key = Key.slice(this.#prefix.length);
        if (UploadId !== undefined && isKey(key)) yield { key, uploadId: UploadId, startedAt: Initiated };
      }
      const { NextKeyMarker, NextUploadIdMarker } = page;
      after = page.IsTruncated ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker } : undefined;
    }
  }
}

/** A blob's key contains its hash: received bytes are verified before they're used. */
async function demandHash(file: string, key: string): Promise<void> {
  if (!key.startsWith('blobs/')) return;
  const hash = createHash('sha256');
  await answering(() => pipeline(createReadStream(file), hash));
  if (hash.digest('hex') !== key.slice(key.lastIndexOf('/') + 1))
    throw damagedBytes(key, "doesn't match its SHA-256");
}

function isStatus(error: unknown, status: number): error is S3ServiceException {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}

/** The object doesn't exist. A missing bucket is a 404 too, but a failure of the storage. */
function isMissing(error: unknown): boolean {
  return isStatus(error, 404) && error.name !== 'NoSuchBucket';
}
