// The Content Credentials of an asset's original with everything that went into it, read when somebody asks.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Query } from '../../core/operation.ts';
import type { Service } from '../../core/service.ts';
import { blobKey } from '../../core/storage/contract.ts';
import type { IngredientNode, ManifestNode } from '../../lib/decoders/credential-tree.mjs';
import { cleanLine } from '../../lib/media-probe/clean-text.ts';
import { withFile } from '../../lib/media-probe/file-parts.ts';
import { trustListIn } from '../provenance.ts';
import { readContentCredentials, type ContentCredentials } from './content-credentials.ts';

const line = z.string().nullable();

const ManifestParts = z.object({
  title: line,
  generator: line.describe('The program that wrote it'),
  signedBy: line.describe('Only where a trust list vouches for the signer'),
  signedAt: z.iso.datetime().nullable().describe('By its time stamp'),
  actions: z.array(z.string()).describe('What was done, such as `c2pa.resized`'),
});

export const CredentialManifest = ManifestParts.extend({
  get ingredients() {
    return z.array(CredentialIngredient).describe('What it was made from');
  },
}).meta({ id: 'CredentialManifest' });
export type CredentialManifest = z.infer<typeof CredentialManifest>;

const CredentialIngredient = z
  .object({
    title: line,
    format: line.describe('Media type'),
    relationship: z
      .enum(['parentOf', 'componentOf', 'inputTo'])
      .nullable()
      .describe('parentOf: it was edited. componentOf: it was placed. inputTo: it was used, as by a model'),
    verdict: z
      .enum(['valid', 'invalid', 'untrusted'])
      .nullable()
      .describe('Of its own credentials; null: it had none'),
    failures: z.array(z.string()).describe('Codes of checks that failed, now or when it was added'),
    get manifest(): z.ZodNullable<typeof CredentialManifest> {
      return CredentialManifest.nullable();
    },
  })
  .meta({ id: 'CredentialIngredient' });
export type CredentialIngredient = z.infer<typeof CredentialIngredient>;

export const CredentialTree = z
  .object({
    verdict: z.enum(['valid', 'invalid', 'untrusted', 'unchecked']),
    failures: z.array(z.string()).describe('C2PA status codes of checks that failed'),
    manifest: CredentialManifest.nullable().describe('Null: it can’t be read'),
    complete: z.boolean().describe('False: there are more ingredients than the ones listed'),
  })
  .meta({ id: 'CredentialTree' });
export type CredentialTree = z.infer<typeof CredentialTree>;

export const credentialsQuery: Query<{ sha256: string; mime: string }> = {
  name: 'asset-credentials',
  text: 'select a.sha256, a.mime_type as mime from payload.assets a where a.id = t.id',
};

/** Reading takes up to a second, and one page of an asset may ask several times. */
const read = new WeakMap<Service, LRUCache<string, { tree: CredentialTree | null }>>();

/** @returns null for a file without credentials */
export async function credentialTreeOf(
  service: Service,
  workspaceId: string | null,
  { sha256, mime }: { sha256: string; mime: string },
): Promise<CredentialTree | null> {
  const trustList = await trustListIn(service, workspaceId);
  const key = createHash('sha256')
    .update(JSON.stringify([sha256, mime, trustList]))
    .digest('hex');
  let known = read.get(service);
  if (!known) read.set(service, (known = new LRUCache({ max: 200 })));
  const remembered = known.get(key);
  if (remembered) return remembered.tree;
  const credentials = await service.storage.withFile(blobKey(sha256), (path) =>
    withFile(path, (file) => readContentCredentials(file, mime, async () => trustList)),
  );
  const tree = credentials && toTree(credentials);
  // What was too slow to check may be checked the next time.
  if (tree?.verdict !== 'unchecked') known.set(key, { tree });
  return tree;
}

function toTree({ validation: { verdict }, failures, tree }: ContentCredentials): CredentialTree {
  return {
    verdict,
    failures: codesIn(failures),
    manifest: tree?.manifest ? toManifest(tree.manifest, verdict === 'valid') : null,
    complete: tree?.isWhole ?? true,
  };
}

const text = (given: unknown): string | null => cleanLine(given, 500) ?? null;
const codesIn = (given: readonly unknown[]): string[] => given.flatMap((code) => cleanLine(code, 100) ?? []);

/** @param isTrusted a name in an untrusted certificate can be anything */
function toManifest(node: ManifestNode, isTrusted: boolean): CredentialManifest {
  const time = typeof node.signedAt === 'string' ? new Date(node.signedAt) : null;
  return {
    title: text(node.title),
    generator: text(node.generator),
    signedBy: isTrusted ? text(node.signer) : null,
    signedAt: time && !Number.isNaN(time.getTime()) ? time.toISOString() : null,
    actions: codesIn(node.actions),
    ingredients: node.ingredients.map((one) => toIngredient(one)),
  };
}

const signerOnly = new Set(['signingCredential.untrusted', 'timeStamp.untrusted']);
const relationships = ['parentOf', 'componentOf', 'inputTo'] as const;

function verdictOf({ failures, isTrusted, manifest }: IngredientNode): CredentialIngredient['verdict'] {
  if (failures.some((code) => !signerOnly.has(code))) return 'invalid';
  if (!manifest) return null;
  return isTrusted && failures.length === 0 ? 'valid' : 'untrusted';
}

function toIngredient(node: IngredientNode): CredentialIngredient {
  const verdict = verdictOf(node);
  return {
    title: text(node.title),
    format: text(node.format),
    relationship: relationships.find((one) => one === node.relationship) ?? null,
    verdict,
    failures: codesIn(node.failures),
    manifest: node.manifest && toManifest(node.manifest, verdict === 'valid'),
  };
}
