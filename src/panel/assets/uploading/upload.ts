// A file on its way into the library, as the list of uploads shows it.
import type { Asset } from '../../../assets/schemas.ts';
import type { UploadMeta } from './file-upload.ts';
import type { Alike } from './similar-pictures.ts';

/** `asking`: it looks like what is in the library, and waits for the person to say what becomes of it. */
export type Phase = 'waiting' | 'sending' | 'asking' | 'filing' | 'filed' | 'present' | 'sent' | 'failed';

export interface Upload {
  id: number;
  file: File;
  /** The id of the collection it goes into; null: only into the library. */
  into: string | null;
  /** The id of the asset that it becomes a version of; null: it becomes an asset of its own. */
  versionOf: string | null;
  /** What the person said about it. */
  meta: UploadMeta;
  phase: Phase;
  /** 0 to 1. */
  progress: number;
  /** The error message. */
  problem: string | null;
  /** Creates an asset of the bytes, once they were sent. */
  token: string | null;
  /** What it looks like, most alike first, while it's asked about. */
  alike: readonly Alike[];
  /** The person said what becomes of it, so it isn't asked about again. */
  decided: boolean;
  assetId: string | null;
  status: Asset['status'] | null;
  /** As it was once it was filed. */
  asset: Asset | null;
  /** It was there already, and isn't what the person said about it. */
  differs: boolean;
}

export const hasEnded = ({ phase }: Upload): boolean =>
  phase === 'filed' || phase === 'present' || phase === 'sent' || phase === 'failed';

/** Whether it goes on without the person. */
export const isUnderWay = (upload: Upload): boolean => !hasEnded(upload) && upload.phase !== 'asking';
