// The tree of Content Credentials over HTTP: every public test file, against its official report.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type {
  CredentialIngredient,
  CredentialManifest,
} from '../../../src/assets/metadata/credential-tree.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeSigner, signPicture } from '../delivery/signed-picture.ts';
import { makeAsset, makePicture } from '../library.ts';

const { marque, place, asEditor: as, stranger } = await startWithWorkspace();
const chief = await marque.makePerson();
await marque.grant(chief.id, 'organization', place.organizationId, 'admin', { place });
afterAll(() => marque.close());

const examples = join(import.meta.dirname, '../../fixtures/c2pa');
const file = async (bytes: Buffer, filename: string): Promise<string> => {
  const mime = filename.endsWith('pdf') ? 'application/pdf' : 'image/jpeg';
  return (await makeAsset(marque, as, { filename, mime }, bytes)).id as string;
};
const treeOf = async (id: string) => {
  const { status, body } = await marque.call('GET', `/api/v1/assets/${id}/credentials`, { as });
  expect(status).toBe(200);
  return body.data;
};

interface Report {
  active_manifest: string;
  manifests: Record<
    string,
    { claim: Record<string, string>; assertion_store: Record<string, Record<string, unknown>> }
  >;
}

interface Reported {
  'dc:title': string;
  'dc:format': string;
  relationship: string;
  c2pa_manifest?: { url: string };
  validationStatus?: { code: string }[];
}

const byTitle = <T extends { title: string | null }>(list: T[]): T[] =>
  [...list].sort((one, other) => ((one.title ?? '') < (other.title ?? '') ? -1 : 1));

/** With its ingredients in a known order, at every level. */
const sorted = (manifest: CredentialManifest): CredentialManifest => ({
  ...manifest,
  ingredients: byTitle(
    manifest.ingredients.map((one) => ({ ...one, manifest: one.manifest && sorted(one.manifest) })),
  ),
});

/** What the official report says of a manifest, in the shape of ours. */
function expectedOf(report: Report, label: string): unknown {
  const manifest = report.manifests[label];
  if (!manifest) return null;
  const ingredients = Object.entries(manifest.assertion_store)
    .filter(([name]) => /^c2pa\.ingredient(__\d+)?$/.test(name))
    .map(([, one]) => one as unknown as Reported);
  const actions = manifest.assertion_store['c2pa.actions']?.actions as { action: string }[];
  return {
    title: manifest.claim['dc:title'],
    // Letters were changed in the file whose claim is broken.
    generator: expect.stringMatching(/^make_test_\w+\/0\.16\.1 c2pa-rs\/0\.16\.1$/),
    signedBy: null,
    actions: actions.map(({ action }) => action),
    // A report has them in no order.
    ingredients: byTitle(
      ingredients.map((one) => ({
        title: one['dc:title'],
        format: one['dc:format'],
        relationship: one.relationship,
        failures: expect.arrayContaining((one.validationStatus ?? []).map(({ code }) => code)),
        manifest: one.c2pa_manifest
          ? expectedOf(report, one.c2pa_manifest.url.split('/').at(-1) ?? '')
          : null,
      })),
    ),
  };
}

const all = (manifest: CredentialManifest | null): CredentialIngredient[] =>
  (manifest?.ingredients ?? []).flatMap((one) => [one, ...all(one.manifest)]);

describe('the credentials of', () => {
  it.each(readdirSync(examples).filter((name) => /\.(jpg|pdf)$/.test(name)))(
    '%s are a tree, as its official report has it',
    async (name) => {
      const tree = await treeOf(await file(await readFile(join(examples, name)), name));
      const letters = name.split('-').slice(2).join('-');
      if (/^I\./.test(letters)) {
        expect(tree).toBeNull();
        return;
      }
      const verdict = /^(E-|X)/.test(letters) ? 'invalid' : 'untrusted';
      expect([tree.verdict, tree.complete]).toEqual([verdict, true]);
      const json = await readFile(join(examples, name.replace(/\.\w+$/, '.json')), 'utf8').catch(() => null);
      // c2pa-rs of today doesn't read a manifest whose claim is broken.
      if (json === null || tree.manifest === null) return;
      const report = JSON.parse(json) as Report;
      expect(sorted(tree.manifest)).toMatchObject(expectedOf(report, report.active_manifest) as object);
      for (const { manifest, verdict: own, failures } of all(tree.manifest)) {
        if (!manifest && failures.length === 0) expect(own).toBeNull();
        if (failures.some((code) => /mismatch|missing/.test(code))) expect(own).toBe('invalid');
        expect(own).not.toBe('valid');
      }
    },
  );

  it('a picture made of another name the signer of each that is trusted, and of no other', async () => {
    const signer = await makeSigner('authority');
    const original = await signPicture(await makePicture({ width: 90, height: 60, format: 'jpeg' }), {
      signer,
      source: 'digitalCapture',
    });
    const set = (body: Record<string, unknown>) =>
      marque.call('PATCH', '/api/v1/settings/provenance?context=workspace', {
        as: { cookie: chief.cookie },
        body,
      });
    const { certificates, key, trustList } = signer;
    expect((await set({ certificates, key })).status).toBe(200);
    const first = await makeAsset(marque, as, { filename: 'pier.jpg', mime: 'image/jpeg' }, original);
    const { bytes } = await marque.call('GET', `/a/${first.id as string}/w_40`, { as: null });
    const small = await file(bytes, 'small.jpg');
    expect(await treeOf(small)).toMatchObject({
      verdict: 'untrusted',
      manifest: { signedBy: null, ingredients: [{ verdict: 'untrusted', manifest: { signedBy: null } }] },
    });
    expect((await set({ trustList })).status).toBe(200);
    expect(await treeOf(small)).toMatchObject({
      verdict: 'valid',
      failures: [],
      manifest: {
        title: 'pier.jpg',
        signedBy: 'Studio North',
        actions: ['c2pa.opened', 'c2pa.resized', 'c2pa.transcoded'],
        ingredients: [
          {
            title: 'pier.jpg',
            format: 'image/jpeg',
            relationship: 'parentOf',
            verdict: 'valid',
            failures: [],
            manifest: { title: 'Harbour at dawn', generator: 'Studio Writer 2.1', signedBy: 'Studio North' },
          },
        ],
      },
    });
  });

  it('an asset are for those who may read it', async () => {
    const { id } = await makeAsset(marque, as, {}, await makePicture({ width: 90, height: 60 }));
    const address = `/api/v1/assets/${id as string}/credentials`;
    expect((await marque.call('GET', address, { as })).body).toEqual({ data: null });
    expect((await marque.call('GET', address, { as: stranger })).status).toBe(404);
    expect((await marque.call('GET', address, { as: null })).status).toBe(401);
    expect((await marque.call('GET', '/api/v1/assets/nothing/credentials', { as })).status).toBe(404);
  });
});
