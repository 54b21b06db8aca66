// What the activity says was changed of an asset.
import { describe, expect, it } from '@jest/globals';
import { changesIn } from '../../../src/panel/assets/asset/activity/asset-changes.ts';
import { labelOfPart } from '../../../src/panel/assets/asset/form/asset-words.ts';
import { wordsIn } from '../../../src/panel/words/words.tsx';
import { catalogues, namespace } from '../../../src/words/index.ts';

const words = wordsIn({ [namespace]: catalogues.en }, 'en');

describe('what was changed of an asset', () => {
  it('is told property by property in the order of the page, and of lists what was taken out and added', () => {
    // By the length of their names, as the database keeps them.
    const changes = {
      tags: { before: ['sea', 'harbor'], after: ['harbor', 'evening'] },
      metadata: {
        before: { title: 'Pier', camera: 'Leica' },
        after: { title: 'Old pier', description: 'Wood', camera: 'Leica' },
      },
      fields: { before: { year: 1999 }, after: { year: 2001, hero: true } },
      rights: { before: null, after: { license: null, channels: ['web'], territories: [] } },
      supersededBy: { before: null, after: 'a1' },
    };
    expect(changesIn({ changes })).toEqual([
      { path: 'title', removed: ['Pier'], added: ['Old pier'] },
      { path: 'description', removed: [], added: ['Wood'] },
      { path: 'tags', removed: ['sea'], added: ['evening'] },
      { path: 'fields.year', removed: [1999], added: [2001] },
      { path: 'fields.hero', removed: [], added: [true] },
      { path: 'rights.channels', removed: [], added: ['web'] },
      { path: 'supersededBy', removed: [], added: ['a1'] },
    ]);
  });

  it('has texts by language, and of crops only that they changed', () => {
    const changes = {
      texts: {
        before: { en: { alt: null } },
        after: { en: { alt: 'A pier' }, de: { title: 'Steg', alt: null, fields: { caption: 'Am Meer' } } },
      },
      crops: { before: { focalPoint: null }, after: { focalPoint: { x: 0.1, y: 0.2 } } },
    };
    const told = changesIn({ changes });
    expect(told).toEqual([
      { path: 'languages.en.alt', removed: [], added: ['A pier'] },
      { path: 'languages.de.title', removed: [], added: ['Steg'] },
      { path: 'languages.de.fields.caption', removed: [], added: ['Am Meer'] },
      { path: 'crops', removed: [], added: [] },
    ]);
    expect(told.map(({ path }) => labelOfPart(path, words))).toEqual([
      'English: Alt text',
      'German: Title',
      'German: caption',
      'Crop',
    ]);
  });

  it('is nothing without changes, and suggestions are none', () => {
    expect(changesIn({})).toEqual([]);
    expect(changesIn({ changes: { proposedTags: { before: [], after: ['sea'] } } })).toEqual([]);
  });
});
