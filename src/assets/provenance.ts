// Content Credentials of a workspace: whose it trusts, and what signs the files it delivers.
import { z } from 'zod';
import type { Db } from '../core/db/pool.ts';
import type { Issue } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { settingIn, storedSettings } from '../core/settings/read.ts';
import { contexts, defineSetting, type Place } from '../core/settings/schemas.ts';
import { signFile } from '../lib/content-credentials/sign.ts';
import {
  certificatesIn,
  PairProblem,
  readPair,
  type SigningPair,
} from '../lib/content-credentials/signing-pair.ts';
import { decodeApart } from '../lib/decoders/pool.ts';
import { DecoderFailure } from '../lib/decoders/failures.ts';
import type { ReadCredentials } from '../lib/decoders/credentials.mjs';

const key = 'provenance';

/** A picture of one pixel, to sign on trial. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

/** Who the signer is isn't asked here: that's for the trust lists of readers. */
const notAsked = ['signingCredential.untrusted'];

/** What c2pa-rs has against a signature of the pair; null: nothing. It knows rules for certificates that nothing else here does. */
async function refusalOf(pair: SigningPair): Promise<string | null> {
  try {
    const signed = await signFile(pair, {
      bytes: pixel,
      mime: 'image/png',
      title: 'Trial',
      parent: null,
      actions: [],
      digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCreation',
      generator: { name: 'Marque', version: '1' },
    });
    const { result } = await decodeApart(
      { decoder: 'credentials', mime: 'image/png', trustList: null },
      signed,
    );
    const { failures } = result as ReadCredentials;
    return failures.find((code) => !notAsked.includes(code)) ?? null;
  } catch (error) {
    if (!(error instanceof DecoderFailure)) throw error;
    return error.reason === 'broken' ? 'signingCredential.invalid' : null;
  }
}

async function pairIssues(certificates: string, secret: string): Promise<Issue[]> {
  try {
    const refusal = await refusalOf(readPair({ certificates, key: secret }));
    if (refusal === null) return [];
    const message = `C2PA doesn't allow these certificates for signing (${refusal}). Check the key usage and the algorithms of the signer's certificate.`;
    return [{ path: 'certificates', message }];
  } catch (error) {
    if (!(error instanceof PairProblem)) throw error;
    return [{ path: error.path, message: error.message }];
  }
}

/** A pair belongs together, so both are entered together. */
async function checkPair(db: Db, place: Place, set: Readonly<Record<string, unknown>>): Promise<Issue[]> {
  const { certificates, key: secret } = set;
  if (typeof certificates === 'string' && typeof secret === 'string') return pairIssues(certificates, secret);
  if (certificates === undefined && secret === undefined) return [];
  if (secret !== undefined)
    return [{ path: 'certificates', message: 'Enter the certificates for this key, too.' }];
  const narrow = place.workspaceId !== null;
  const own = (await storedSettings(db, place, [key])).find((one) => one.narrow === narrow);
  // Sent again as they are: a form may send everything. Other ones are refused where the key was entered for these.
  if (own?.sealed.key !== undefined) return [];
  return [{ path: 'key', message: 'Enter the private key of the first certificate, too.' }];
}

function trustIssues(trustList: unknown): Issue[] {
  if (typeof trustList !== 'string') return [];
  try {
    certificatesIn(trustList);
    return [];
  } catch (error) {
    if (!(error instanceof PairProblem)) throw error;
    return [{ path: 'trustList', message: error.message }];
  }
}

export const provenance = defineSetting({
  key,
  label: 'Provenance',
  contexts,
  properties: {
    trustList: z
      .string()
      .max(512 * 1024)
      .describe('Trusted root certificates (PEM) for Content Credentials'),
    certificates: z
      .string()
      .max(32 * 1024)
      .describe("Certificates (PEM) that sign delivered files: the signer's, then its issuers'"),
    key: z
      .string()
      .min(1)
      .max(16 * 1024)
      .describe('Private key (PEM) of the first certificate'),
  },
  defaults: {},
  secrets: ['key'],
  secretsFor: { key: 'certificates' },
  form: {
    about: 'Content Credentials (C2PA): whose you trust, and what signs the files that you deliver.',
    properties: {
      trustList: {
        label: 'Trust list',
        kind: { as: 'long-text' },
        hint: 'Root certificates in PEM form. Credentials are valid if one of them vouches for the signer',
        unset: 'None',
      },
      certificates: {
        label: 'Signing certificates',
        kind: { as: 'long-text' },
        hint: 'In PEM form: the signer’s first, then its issuers’. Downloads and renditions are signed once there is a key',
        unset: 'Not signed',
      },
      key: {
        label: 'Signing key',
        kind: { as: 'secret' },
        hint: 'In PEM form. Stored encrypted and never shown again. Enter it again when the certificates change',
      },
    },
  },
  check: async (db, place, set) => [...trustIssues(set.trustList), ...(await checkPair(db, place, set))],
});

/** The workspace's trusted certificates (PEM); null for none. */
export async function trustListIn(service: Service, workspaceId: string | null): Promise<string | null> {
  const set = await settingIn(service, service.db, provenance, { organizationId: null, workspaceId });
  // Written again, because the library needs the line breaks, which a paste may have dropped.
  return set.trustList === null ? null : certificatesIn(set.trustList).map(String).join('');
}
