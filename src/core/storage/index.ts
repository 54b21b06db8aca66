// Chooses the storage: a module's if it's configured, an S3 bucket if that is, otherwise files below DATA_DIR.
import path from 'node:path';
import { ownerOf, takeContributions } from '../contributions.ts';
import type { Storage } from './contract.ts';
import { DiskStorage } from './disk.ts';
import { S3Storage, type S3Options } from './s3.ts';
import { UnopenedStorage } from './unopened.ts';

/** A place for files that a module adds. */
export interface StorageBackend {
  /** What the server's operator reads, such as "Azure Blob Storage". Unique. */
  name: string;
  /**
   * Opens it, without accessing it before the first call; null: it isn't configured, and Marque's own is used. Called in each process, by
   * commands too. Give the same answer every time: files that are stored already don't move.
   */
  open(): Storage | null;
}

declare module '../contributions.ts' {
  interface Contributions {
    /** Places for files, other than a disk or an S3 bucket. The first that is configured is used. */
    storages: StorageBackend;
  }
}

/** By name: the config is read several times in development. */
const added = new Map<string, StorageBackend>();

takeContributions('storages', (backend) => {
  added.set(backend.name, backend);
});

/** As in `Env`. */
export interface StorageOptions {
  dataDir: string;
  s3?: S3Options | undefined;
}

export interface OpenStorage {
  storage: Storage;
  /** In words, for the server's operator. */
  name: string;
  /** The module whose storage threw when it was opened, and what: everything that needs files fails. */
  failure?: { module: string; error: unknown };
}

/** Opens the configured storage. Doesn't access it before the first call. */
export function openNamedStorage({ dataDir, s3 }: StorageOptions): OpenStorage {
  for (const backend of added.values()) {
    try {
      const storage = backend.open();
      if (storage) return { storage, name: backend.name };
    } catch (error) {
      const failure = { module: ownerOf(backend), error };
      return { storage: new UnopenedStorage(error), name: backend.name, failure };
    }
  }
  return s3
    ? { storage: new S3Storage(s3), name: `S3 bucket ${s3.bucket}` }
    : { storage: new DiskStorage(dataDir), name: path.join(dataDir, 'blobs') };
}

export const openStorage = (options: StorageOptions): Storage => openNamedStorage(options).storage;
