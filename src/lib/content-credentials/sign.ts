// Signs files with Content Credentials. The library works in the process that holds nothing; the private key stays in this one.
import { decodeApart } from '../decoders/pool.ts';
import { reservedBytes, signClaim } from './cose.ts';
import type { SigningPair } from './signing-pair.ts';

/** Far more than a claim, which lists hashes of assertions: the process that asks may have been compromised by a file. */
const maxClaimBytes = 256 * 1024;

/** An action as C2PA has it (C2PA 2.2, 18.15), such as `c2pa.resized`. */
export interface Action {
  action: string;
  digitalSourceType?: string;
  parameters?: Record<string, unknown>;
}

/** A file that another was made from. */
export interface Parent {
  title: string;
  /** Media type. */
  format: string;
  /** Where it is, if it has Content Credentials, which then become part of the new ones; null: it has none. */
  file: { path: string; size: number } | null;
}

export interface SignedFile {
  bytes: Uint8Array;
  /** Media type. */
  mime: string;
  title: string;
  /** Null: made of nothing. */
  parent: Parent | null;
  /** What was done, after the parent was opened. */
  actions: readonly Action[];
  /** IPTC's address of how the parent came about, where that is known beside its credentials. */
  digitalSourceType?: string | null;
  /** More assertions, by their label. */
  assertions?: Readonly<Record<string, unknown>>;
  /** Who writes the credentials. */
  generator: { name: string; version: string };
}

const parentLabel = 'original';

/**
 * A file with new Content Credentials; any that it has are replaced.
 *
 * @throws DecoderFailure
 */
export async function signFile(pair: SigningPair, file: SignedFile): Promise<Buffer> {
  const { bytes, mime, title, parent, actions, digitalSourceType, assertions = {}, generator } = file;
  const first: Action = {
    action: parent ? 'c2pa.opened' : 'c2pa.created',
    ...(digitalSourceType ? { digitalSourceType } : {}),
    ...(parent ? { parameters: { ingredientIds: [parentLabel] } } : {}),
  };
  const manifest = {
    claim_generator_info: [generator],
    title,
    format: mime,
    assertions: [
      { label: 'c2pa.actions.v2', data: { actions: [first, ...actions] } },
      ...Object.entries(assertions).map(([label, data]) => ({ label, data })),
    ],
  };
  const { bytes: signed } = await decodeApart(
    {
      decoder: 'signing',
      mime,
      manifest,
      parent: parent && {
        title: parent.title,
        format: parent.format,
        relationship: 'parentOf',
        label: parentLabel,
      },
      parentBytes: parent?.file?.size ?? 0,
      algorithm: pair.algorithm.name,
      reservedBytes: reservedBytes(pair),
    },
    parent?.file ? { ...parent.file, after: bytes } : bytes,
    (claim) => {
      if (claim.byteLength > maxClaimBytes) throw new Error('a claim to sign is too large');
      return signClaim(pair, claim);
    },
  );
  return signed;
}
