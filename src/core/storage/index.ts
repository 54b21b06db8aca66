// Chooses the storage: an S3 bucket if configured, otherwise files below DATA_DIR.
import path from 'node:path';
import type { Storage } from './contract.ts';
import { DiskStorage } from './disk.ts';
import { S3Storage, type S3Options } from './s3.ts';

/** As in `Env`. */
export interface StorageOptions {
  dataDir: string;
  s3?: S3Options | undefined;
}

/** Opens the configured storage. Doesn't access it before the first call. */
export function openStorage(options: StorageOptions): Storage {
  return options.s3 ? new S3Storage(options.s3) : new DiskStorage(options.dataDir);
}

/** The configured storage in words, for the server's operator. */
export function nameOfStorage({ dataDir, s3 }: StorageOptions): string {
  return s3 ? `S3 bucket ${s3.bucket}` : path.join(dataDir, 'blobs');
}
