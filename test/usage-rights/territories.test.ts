// What territory names stand for, and which cover which.
import { describe, expect, it } from '@jest/globals';
import { coverageOf, territoryOf, whyNoTerritory } from '../../src/usage-rights/territories.ts';

const codesOf = (name: string): unknown => {
  const territory = territoryOf(name);
  return territory === null || territory === 'world' ? territory : [...territory].join(' ');
};

it.each([
  ['DE', 'DE'],
  ['de', 'DE'],
  ['DEU', 'DE'],
  ['Germany', 'DE'],
  ['  germany ', 'DE'],
  ['UK', 'GB'],
  ['United Kingdom', 'GB'],
  ['USA', 'US'],
  ['United States', 'US'],
  ['United States of America', 'US'],
  ['The Netherlands', 'NL'],
  ['Türkiye', 'TR'],
  ["Cote d'Ivoire", 'CI'],
  ['Czechia', 'CZ'],
  ['DACH', 'DE AT CH'],
  ['worldwide', 'world'],
  ['World', 'world'],
  ['global', 'world'],
  ['276', null],
  ['XX', null],
  ['Gemany', null],
  ['constructor', null],
  ['', null],
])('the territory “%s” is read as %s', (name, expected) => {
  expect(codesOf(name)).toBe(expected);
});

it('the regions have as many members as there are', () => {
  const size = (name: string): number => (territoryOf(name) as ReadonlySet<string>).size;
  expect([size('EU'), size('European Union'), size('EEA'), size('dach')]).toEqual([27, 27, 30, 3]);
});

it('a suggestion names what was probably meant', () => {
  expect(whyNoTerritory('Gemany')).toBe('Unknown territory "Gemany". Did you mean "Germany"?');
  expect(whyNoTerritory('worldwid')).toContain('"worldwide"');
  expect(whyNoTerritory('XX')).toContain('ISO 3166');
  expect(whyNoTerritory('Middle-earth')).toContain('ISO 3166');
  expect(whyNoTerritory('France')).toBeNull();
});

describe('coverage', () => {
  it.each([
    [[], 'DE', true],
    [[], 'worldwide', true],
    [['worldwide'], 'DE', true],
    [['World'], 'worldwide', true],
    [['DE'], 'worldwide', false],
    [['EU'], 'worldwide', false],
    [['Germany'], 'DE', true],
    [['DE'], 'Germany', true],
    [['EU'], 'DE', true],
    [['EU'], 'CH', false],
    [['EU', 'Switzerland'], 'DACH', true],
    [['EEA'], 'EU', true],
    [['EU'], 'EEA', false],
    [['DE', 'AT', 'CHE'], 'DACH', true],
    [['Nordics'], 'nordics', true],
    [['Nordics'], 'SE', false],
  ] as const)('%j covers %s: %s', (allowed, asked, expected) => {
    expect(coverageOf(allowed, asked).covered).toBe(expected);
  });

  it('lists the missing members of a region', () => {
    expect(coverageOf(['DE', 'AT'], 'DACH')).toEqual({ covered: false, missing: 'Switzerland (CH)' });
    expect(coverageOf(['EU'], 'EEA')).toEqual({
      covered: false,
      missing: 'Iceland (IS), Liechtenstein (LI), Norway (NO)',
    });
    expect(coverageOf(['US'], 'DACH')).toEqual({ covered: false, missing: null });
  });
});
