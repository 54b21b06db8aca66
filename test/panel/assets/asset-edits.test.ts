// What is sent of an edited asset: only what differs, and everything that does.
import { describe, expect, it } from '@jest/globals';
import { AssetPatch, type Asset } from '../../../src/assets/schemas.ts';
import {
  editedOf,
  patchTo,
  recordOf,
  textsOf,
  textsTo,
  usageBody,
  usageOf,
  withValue,
} from '../../../src/panel/assets/asset/form/edited-asset.ts';
import { storedAt, timeOf } from '../../../src/panel/assets/asset/form/stored-version.ts';
import fc from '../../setup/random.ts';

const asset = {
  metadata: { title: 'Pier', camera: 'Leica' },
  tags: ['sea'],
  fields: { year: 1999, subject: 'harbor' },
  rights: null,
  origin: null,
  generator: null,
  prompt: null,
  parentAssetId: null,
  supersededBy: null,
  private: false,
  public: true,
  updatedAt: '2026-11-28T12:00:00.000Z',
} as unknown as Asset;
const noTexts = { title: null, description: null, alt: null };
const texts = {
  en: { title: 'Pier', description: null, alt: 'A pier' },
  de: { ...noTexts, title: 'Steg', fields: { caption: 'Am Meer' } },
  fr: { ...noTexts, fields: { caption: null } },
};
const usage = { credit: 'Ada', terms: null, licensorUrl: null, mining: null };

describe('what is edited of an asset', () => {
  it('is nothing until something differs', () => {
    const record = recordOf(asset);
    expect(patchTo(record, record)).toEqual({});
    expect(textsTo(textsOf(texts), textsOf(texts), texts)).toEqual({});
    expect(usageBody(usageOf(usage))).toEqual(usage);
    const { fields } = record;
    const back = withValue(withValue(fields, 'subject', undefined), 'subject', 'harbor');
    expect(JSON.stringify(back)).toBe(JSON.stringify(fields));
  });

  it('is sent by property, and what is emptied as null', () => {
    const before = recordOf(asset);
    const after = {
      ...before,
      title: '  ',
      creator: 'Ada',
      fields: withValue(withValue(before.fields, 'year', undefined), 'subject', 'sea'),
      rights: { ...before.rights, channels: ['web'] },
      origin: 'shot' as const,
      supersededBy: '0198ffff-0000-7000-8000-000000000001',
      public: false,
    };
    const patch = patchTo(before, after);
    expect(patch).toEqual({
      title: null,
      creator: 'Ada',
      fields: { subject: 'sea', year: null },
      rights: { ...before.rights, channels: ['web'] },
      origin: 'shot',
      supersededBy: '0198ffff-0000-7000-8000-000000000001',
      public: false,
    });
    expect(AssetPatch.safeParse(patch).success).toBe(true);
    expect(patchTo(after, before)).toMatchObject({
      title: 'Pier',
      creator: null,
      rights: null,
      supersededBy: null,
    });
  });

  it('is sent for the languages that differ, each as a whole', () => {
    const before = textsOf(texts);
    const de = { ...before.languages.de, alt: 'Ein Steg', fields: { caption: '' } };
    expect(textsTo(before, { ...before, languages: { ...before.languages, de } as never }, texts)).toEqual({
      de: { title: 'Steg', description: null, alt: 'Ein Steg', fields: { caption: null } },
    });
    // Of the default language, the record has the other texts: they're sent as they are.
    expect(textsTo(before, { ...before, alt: '' }, texts)).toEqual({
      en: { title: 'Pier', description: null, alt: null },
    });
    // A language that the workspace doesn't have any more can't be written.
    const { de: _, ...fewer } = texts;
    expect(textsTo(before, { ...before, languages: { ...before.languages, de } as never }, fewer)).toEqual(
      {},
    );
  });

  it('has a version that changes with every part of it', () => {
    const value = editedOf(asset, texts, usage);
    const { version } = storedAt(asset, value);
    expect(storedAt(asset, editedOf(asset, texts, usage)).version).toBe(version);
    expect(storedAt(asset, editedOf(asset, texts, { ...usage, credit: 'Eve' })).version).not.toBe(version);
    expect(timeOf(version)).toBe(asset.updatedAt);
  });

  it('is the other record after the patch, whatever the values', () => {
    const value = fc.record({
      title: fc.constantFrom('', 'One', 'Two'),
      fields: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 'x', true)),
    });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [before, after] = [one, other].map(({ title, fields }) =>
          recordOf({ ...asset, metadata: title === '' ? {} : { title }, fields }),
        );
        if (!before || !after) throw new Error('There are two.');
        const { title, fields } = patchTo(before, after);
        const merged = Object.entries(fields ?? {}).reduce(
          (values, [key, field]) => withValue(values, key, field ?? undefined),
          before.fields,
        );
        expect(merged).toEqual(after.fields);
        expect(title === undefined ? before.title : (title ?? '')).toBe(after.title);
      }),
    );
  });
});
