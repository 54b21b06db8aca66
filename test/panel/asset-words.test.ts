// What the panel says about an asset's usage rights and uses.
import { describe, expect, it } from '@jest/globals';
import type { VersionUses } from '../../src/access-report/schemas.ts';
import type { AssetUsage } from '../../src/assets/usage.ts';
import { noRights, type Rights } from '../../src/assets/schemas.ts';
import { fromLibrary, backToList } from '../../src/panel/assets/asset/navigation/from-list.ts';
import { rightsInWords } from '../../src/panel/assets/asset/rights/rights-in-words.ts';
import { usesInWords } from '../../src/panel/assets/asset/uses/uses-in-words.ts';
import { lastDay } from '../../src/panel/ui/format.ts';
import { wordsIn } from '../../src/panel/words/words.tsx';
import { catalogues, namespace } from '../../src/words/index.ts';

const today = '2026-06-15';
const english = wordsIn({ [namespace]: catalogues.en }, 'en');
const words = (rights: Partial<Rights> | null, usage: AssetUsage | null = null): string =>
  rightsInWords(rights && { ...noRights, ...rights }, english, usage, today);

describe('usage rights in words', () => {
  it.each<[Partial<Rights> | null, string]>([
    [null, 'No limits recorded'],
    [{}, 'No limits recorded'],
    [{ channels: ['web', 'print'], territories: ['DE'] }, 'Web and print in Germany'],
    [{ territories: ['DE', 'AT', 'EU'] }, 'Any channel in Germany, Austria, and the EU'],
    [{ territories: ['Bavaria'] }, 'Any channel in Bavaria'],
    [{ channels: ['web'], territories: ['worldwide'] }, 'Web worldwide'],
    [{ expires: '2026-12-31' }, `Anywhere, until ${lastDay('2026-12-31')}`],
    [{ channels: ['web'], expires: '2026-06-14' }, `Web, expired on ${lastDay('2026-06-14')}`],
    [{ expires: today }, `Anywhere, until ${lastDay(today)}`],
    [
      { channels: ['web', 'print'], territories: ['Germany'], expires: '2026-12-31', embargo: '2026-07-01' },
      `Web and print in Germany, until ${lastDay('2026-12-31')}; embargoed until ${lastDay('2026-07-01')}`,
    ],
    [{ embargo: '2026-07-01' }, `Embargoed until ${lastDay('2026-07-01')}`],
    [{ embargo: today }, 'No limits recorded'],
    [{ license: 'CC BY 4.0', modelRelease: 'missing' }, 'License: CC BY 4.0; model release missing'],
  ])('%j', (rights, expected) => {
    expect(words(rights)).toBe(expected);
  });

  it('end with the terms recorded beside them', () => {
    const usage = { credit: 'Mara Lind', terms: null, licensorUrl: null, mining: 'disallowed' as const };
    expect(words({ channels: ['web'] }, usage)).toBe('Web; credit “Mara Lind”; no data mining');
  });
});

describe('uses in words', () => {
  const nothing: VersionUses = {
    collections: { data: [], total: 0 },
    rules: { data: [], total: 0 },
    pages: { data: [], total: 0 },
    portals: { data: [], total: 0 },
    branding: [],
    watermarks: [],
    links: { data: [], total: 0 },
    outside: { data: [], total: 0 },
    derived: { data: [], total: 0 },
    supersedes: { data: [], total: 0 },
  };
  const page = (brand: string, published: boolean) => ({
    brand,
    brandName: brand,
    draft: true,
    published,
    slug: 'logo',
    through: [],
    title: 'Logo',
  });

  it('count brands once, published ones first', () => {
    const pages = [page('acme', true), page('acme', false), page('orbit', false)];
    const uses = { ...nothing, pages: { data: pages, total: 3 }, portals: { data: [], total: 2 } };
    expect(usesInWords(uses, english)).toBe('1 published brand, 1 unpublished brand, and 2 portals');
  });

  it('are none', () => {
    expect(usesInWords(nothing, english)).toBeNull();
  });
});

describe('the list that an asset was opened from', () => {
  it('is the library’s query without the place in it', () => {
    const query = fromLibrary(new URLSearchParams('q=red&tag=a%26b&at=123'));
    const list = new URLSearchParams(query).get('from') ?? '';
    expect([...new URLSearchParams(list)]).toEqual([
      ['q', 'red'],
      ['tag', 'a&b'],
    ]);
    expect(backToList(list, '456')).toBe('?q=red&tag=a%26b&at=456');
  });
});
