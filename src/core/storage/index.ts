// Chooses the storage: an S3 bucket if configured, otherwise files below DATA_DIR.
import type { Storage } from './contract.ts';
import { DiskStorage } from './disk.ts';
import { S3Storage, type S3Options } from './s3.ts';

export interface StorageOptions {
  dataDir: string;
  s3?: S3Options;
}

/** Opens the configured storage. Doesn't access it before the first call. */
export function openStorage(options: StorageOptions): Storage {
  return options.s3 ? new S3Storage(options.s3) : new DiskStorage(options.dataDir);
}
