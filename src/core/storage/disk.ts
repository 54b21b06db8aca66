// Storage as files below DATA_DIR. A file under its final name is complete and flushed: everything is written below `staged/` first
// and moved by rename.
import fs from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  answering,
  blobKey,
  checkedKey,
  checkedPrefix,
  checkedRenditionsPrefix,
  checkedStagedKey,
  codeOf,
  isKey,
  Meter,
  missingBytes,
  missingStaged,
  stagedKey,
  storageFailure,
} from './contract.ts';
import type { ByteRange, Staged, StageOptions, Storage, StoredEntry } from './contract.ts';

/** Bytes collected before a write: bodies arrive in 16 to 64 KiB, and each write is a trip to the thread pool. */
const batchBytes = 1024 * 1024;

/**
 * Bytes read at a time, per reader. One reader on two cores, file in the page cache: Node's own 64 KiB give 1.4 GB/s, 256 KiB 4,
 * 1 MiB 6.
 */
const readBytes = 256 * 1024;

/** Files up to this size are returned with the answer whether they exist: most renditions. */
const smallBytes = 128 * 1024;

/** Not readable by other users of the machine: includes drafts and embargoed files. */
const fileMode = 0o600;

export class DiskStorage implements Storage {
  readonly #root: string;

  /** @param dataDir created, with its parents, at the first write. */
  constructor(dataDir: string) {
    this.#root = path.resolve(dataDir);
  }

  async stage(body: AsyncIterable<Uint8Array>, options: StageOptions): Promise<Staged> {
    const key = stagedKey();
    const meter = new Meter(body, options);
    await this.#write(key, meter);
    return { key, size: meter.size, sha256: meter.sha256() };
  }

  async keep({ key, sha256 }: Pick<Staged, 'key' | 'sha256'>): Promise<void> {
    const from = this.#path(checkedStagedKey(key));
    const target = blobKey(sha256);
    await answering(async () => {
      try {
        await settle(from);
        await this.#move(from, target);
      } catch (error) {
        if (!isMissing(error)) throw error;
        // A concurrent call may have kept the same staged bytes.
        if ((await this.stat(target)) === null) throw missingStaged();
      }
    });
  }

  async discard(key: string): Promise<void> {
    await this.remove(checkedStagedKey(key));
  }

  async withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    if ((await this.stat(key)) === null) throw missingBytes();
    return use(this.#path(key));
  }

  async put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    checkedKey(key);
    const temporary = stagedKey();
    const chunks = bytes instanceof Uint8Array ? bytes : new Meter(bytes, { maxBytes: Infinity });
    await this.#write(temporary, chunks);
    const from = this.#path(temporary);
    try {
      // Without the flush a rename can outlive its bytes in a power cut, and an empty rendition would be served forever.
      await settle(from);
      await this.#move(from, key);
    } catch (error) {
      await drop(from);
      throw storageFailure(error);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const file = this.#path(checkedKey(key));
    try {
      const handle = await open(file, 'r');
      return handle.createReadStream({ ...range, highWaterMark: readBytes });
    } catch (error) {
      if (isMissing(error)) return null;
      throw storageFailure(error);
    }
  }

  async stat(key: string): Promise<{ size: number } | null> {
    const entry = await this.#entry(checkedKey(key));
    return entry && { size: entry.size };
  }

  async look(key: string): Promise<{ size: number; bytes: Buffer | null } | null> {
    const file = this.#path(checkedKey(key));
    try {
      return await lookInto(file);
    } catch (error) {
      if (isMissing(error)) return null;
      throw storageFailure(error);
    }
  }

  async remove(key: string): Promise<void> {
    const file = this.#path(checkedKey(key));
    await answering(() => rm(file, { force: true }));
  }

  async removeAll(prefix: string): Promise<void> {
    const folder = this.#path(checkedRenditionsPrefix(prefix));
    await answering(() => rm(folder, { recursive: true, force: true }));
  }

  async *list(prefix: string, olderThan?: Date): AsyncGenerator<StoredEntry, void, undefined> {
    for await (const key of this.#keys(checkedPrefix(prefix))) {
      const entry = await this.#entry(key);
      if (entry && (!olderThan || entry.modifiedAt < olderThan)) yield entry;
    }
  }

  async healthy(): Promise<boolean> {
    const probe = this.#path(stagedKey());
    try {
      await mkdir(path.dirname(probe), { recursive: true });
      await writeFile(probe, 'x', { flag: 'wx', mode: fileMode, flush: true });
      return true;
    } catch {
      // Only the answer matters here; the cause shows at the first upload.
      return false;
    } finally {
      await drop(probe);
    }
  }

  localPath(key: string): string {
    return this.#path(checkedKey(key));
  }

  #path(key: string): string {
    return path.join(this.#root, ...key.split('/'));
  }

  async #entry(key: string): Promise<StoredEntry | null> {
    try {
      const found = await stat(this.#path(key));
      return { key, size: found.size, modifiedAt: found.mtime };
    } catch (error) {
      if (isMissing(error)) return null;
      throw storageFailure(error);
    }
  }

  /** All keys below a prefix; foreign files (`lost+found`, `.DS_Store`) are skipped. */
  async *#keys(prefix: string): AsyncGenerator<string, void, undefined> {
    const folder = await this.#folder(prefix);
    if (!folder) return;
    for await (const entry of folder) {
      const key = `${prefix}${entry.name}`;
      if (entry.isDirectory()) yield* this.#keys(`${key}/`);
      else if (isKey(key)) yield key;
    }
  }

  async #folder(prefix: string) {
    try {
      return await opendir(this.#path(prefix));
    } catch (error) {
      if (isMissing(error)) return null;
      throw storageFailure(error);
    }
  }

  /** Writes a staged file, and removes it on failure. */
  async #write(key: string, chunks: Uint8Array | Meter): Promise<void> {
    const file = this.#path(key);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      const handle = await open(file, 'wx', fileMode);
      try {
        if (chunks instanceof Uint8Array) await writeBatch(handle, [chunks]);
        else await pour(chunks, handle);
      } finally {
        await handle.close();
      }
    } catch (error) {
      await drop(file);
      if (chunks instanceof Meter && chunks.failed) throw chunks.failure;
      throw storageFailure(error);
    }
  }

  /** Moves a written file to its final name, replacing an existing one, and makes the name durable. */
  async #move(from: string, key: string): Promise<void> {
    const target = this.#path(key);
    const folder = path.dirname(target);
    const made = await mkdir(folder, { recursive: true });
    try {
      await rename(from, target);
    } catch (error) {
      if (codeOf(error) !== 'EXDEV') throw error;
      await this.#moveAcross(from, target);
    }
    await flushFolder(folder);
    // A folder is only as durable as its entry in its parent.
    for (let inner = folder; made !== undefined && inner.length >= made.length; inner = path.dirname(inner)) {
      await flushFolder(path.dirname(inner));
    }
  }

  /** `blobs/` may be a separate volume, where rename fails: the bytes are copied next to their destination first. */
  async #moveAcross(from: string, target: string): Promise<void> {
    const beside = `${target}.${path.basename(from)}`;
    try {
      await copyFile(from, beside);
      await settle(beside);
      await rename(beside, target);
    } catch (error) {
      await drop(beside);
      throw error;
    }
    await drop(from);
  }
}

/**
 * Uses a bare descriptor: a FileHandle and its promises take longer than reading. fstat and closing a file that was only read don't
 * wait for the disk, so the sync calls save turns in the thread pool.
 */
function lookInto(file: string): Promise<{ size: number; bytes: Buffer | null }> {
  return new Promise((resolve, reject) => {
    fs.open(file, 'r', (openError, descriptor) => {
      if (openError) {
        reject(openError);
        return;
      }
      const end = (error: Error | null, found?: { size: number; bytes: Buffer | null }): void => {
        fs.closeSync(descriptor);
        if (found) resolve(found);
        else reject(error ?? new Error(`${file} became shorter while it was read.`));
      };
      let size: number;
      try {
        ({ size } = fs.fstatSync(descriptor));
      } catch (error) {
        end(error as Error);
        return;
      }
      if (size > smallBytes) {
        end(null, { size, bytes: null });
        return;
      }
      const bytes = Buffer.allocUnsafe(size);
      fs.read(descriptor, bytes, 0, size, 0, (readError, bytesRead) => {
        if (readError ?? bytesRead < size) end(readError);
        else end(null, { size, bytes });
      });
    });
  });
}

/** Writes one batch while the next is read and hashed; at most two are in memory. */
async function pour(chunks: AsyncIterable<Uint8Array>, handle: FileHandle): Promise<void> {
  let writing = Promise.resolve();
  let batch: Uint8Array[] = [];
  let gathered = 0;
  for await (const chunk of chunks) {
    batch.push(chunk);
    gathered += chunk.byteLength;
    if (gathered < batchBytes) continue;
    await writing;
    writing = writeBatch(handle, batch);
    // Awaited before the next batch or the end; until then a failure must not count as unhandled.
    writing.catch(() => undefined);
    batch = [];
    gathered = 0;
  }
  await writing;
  await writeBatch(handle, batch);
}

async function writeBatch(handle: FileHandle, batch: Uint8Array[]): Promise<void> {
  if (batch.length === 0) return;
  const { bytesWritten } = await handle.writev(batch);
  const size = batch.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  if (bytesWritten === size) return;
  // A nearly full disk takes a part and fails at the next call, which must then be made.
  let rest = Buffer.concat(batch).subarray(bytesWritten);
  while (rest.byteLength > 0) {
    const written = await handle.write(rest);
    rest = rest.subarray(written.bytesWritten);
  }
}

/** Flushes a file's bytes to the disk and sets its modification time to now. */
async function settle(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const now = new Date();
    await handle.utimes(now, now);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function flushFolder(folder: string): Promise<void> {
  // Windows can't open a folder, and keeps its names without a flush.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a file after a failure, which is the error to report; the cleanup of old staged files takes care of leftovers. */
async function drop(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined);
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
