// What the panel says about an asset's usage rights and uses, in German.
import { describe, expect, it } from '@jest/globals';
import { noRights, type Rights } from '../../../src/assets/schemas.ts';
import { rightsInWords } from '../../../src/panel/assets/asset/rights/rights-in-words.ts';
import { usesInWords } from '../../../src/panel/assets/asset/uses/uses-in-words.ts';
import { wordsIn } from '../../../src/panel/words/words.tsx';
import { catalogues, namespace } from '../../../src/words/index.ts';

const german = wordsIn({ [namespace]: catalogues.de }, 'de');

describe('usage rights', () => {
  it.each<[Partial<Rights>, string]>([
    [{ territories: ['DE', 'AT', 'EU'] }, 'Alle Kanäle (Deutschland, Österreich und EU)'],
    [{ channels: ['web'], territories: ['world'] }, 'Web weltweit'],
    [
      { channels: ['web', 'print'], territories: ['CH'], expires: '2026-12-31', embargo: '2026-07-01' },
      'Web und print (Schweiz), bis 31. Dez. 2026; Sperrfrist bis 1. Juli 2026',
    ],
    [{ modelRelease: 'missing' }, 'Model-Release fehlt'],
  ])('%j', (rights, expected) => {
    expect(rightsInWords({ ...noRights, ...rights }, german, null, '2026-06-15')).toBe(expected);
  });
});

describe('the uses of an asset', () => {
  it('are counted', () => {
    const none = { data: [], total: 0 };
    const uses = {
      collections: none,
      rules: none,
      pages: none,
      portals: { data: [], total: 1 },
      branding: [],
      watermarks: [],
      links: { data: [], total: 2 },
      outside: { data: [], total: 1 },
      derived: none,
      supersedes: none,
    };
    expect(usesInWords(uses, german)).toBe('1 Portal, 2 Freigabelinks und 1 Ort außerhalb von Marque');
  });
});
