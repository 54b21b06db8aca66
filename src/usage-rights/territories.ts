// Territories: ISO 3166 codes, English country names, the regions that licences name, and the whole world; as rights hold them, which
// are free texts, and as a use asks for them.
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { nearest } from '../lib/nearest.ts';

countries.registerLocale(english);

const eu = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');

/** Regions by their name in upper case. */
const regions: Readonly<Record<string, readonly string[]>> = {
  EU: eu,
  EEA: [...eu, 'IS', 'LI', 'NO'],
  DACH: ['DE', 'AT', 'CH'],
};
const otherNames: Readonly<Record<string, string>> = {
  'EUROPEAN UNION': 'EU',
  'EUROPEAN ECONOMIC AREA': 'EEA',
  'D-A-CH': 'DACH',
  UK: 'GB',
  'GREAT BRITAIN': 'GB',
  'U.S.': 'US',
  'U.S.A.': 'US',
};
const world = new Set([
  'WORLDWIDE',
  'WORLD-WIDE',
  'WORLD',
  'THE WORLD',
  'WHOLE WORLD',
  'GLOBAL',
  'ALL',
  'ALL COUNTRIES',
  'ALL TERRITORIES',
]);

/** Codes (ISO 3166-1 alpha-2), or the whole world. */
export type Territory = 'world' | ReadonlySet<string>;

const fold = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase();

/** What a name stands for; null where it is the name of no territory. */
export function territoryOf(name: string): Territory | null {
  const folded = fold(name);
  if (world.has(folded)) return 'world';
  const known = Object.hasOwn(otherNames, folded) ? (otherNames[folded] ?? folded) : folded;
  if (Object.hasOwn(regions, known)) return new Set(regions[known]);
  const plain = known.replace(/^THE /, '');
  const code =
    known.length > 3
      ? countries.getSimpleAlpha2Code(plain, 'en')
      : countries.isValid(known)
        ? countries.toAlpha2(known)
        : undefined;
  // Three digits are a code of theirs too, and nobody means one.
  return code && /^\D/.test(known) ? new Set([code]) : null;
}

/** `Austria (AT)`. */
const told = (code: string): string => `${countries.getName(code, 'en') ?? code} (${code})`;

const maxTold = 6;

function listOf(codes: readonly string[]): string {
  const more = codes.length - maxTold;
  return `${codes.slice(0, maxTold).map(told).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Why a text is the name of no territory, and what it probably meant; null for one that is. */
export function whyNoTerritory(name: string): string | null {
  if (territoryOf(name)) return null;
  const names = Object.values(countries.getNames('en', { select: 'all' })).flat();
  const near =
    name.trim().length > 3
      ? nearest(name, [...names, ...Object.keys(regions), ...Object.keys(otherNames), 'worldwide'])
      : null;
  return `There is no territory "${name}". ${near === null ? 'Send an ISO 3166 code (DE, DEU), an English country name, EU, EEA, DACH or worldwide.' : `Did you mean "${near}"?`}`;
}

export type Coverage =
  | { covered: true }
  /** What of the territory asked for is missing, in words; null where nothing of it is covered, or it is one country. */
  | { covered: false; missing: string | null };

/** Whether territories as rights name them cover one that is asked for. None at all leave every territory open. */
export function coverageOf(allowed: readonly string[], asked: string): Coverage {
  if (allowed.length === 0) return { covered: true };
  const named = allowed.map(territoryOf);
  // What the rights call something else than everybody does is compared as it is written.
  if (named.includes('world') || allowed.some((one) => fold(one) === fold(asked))) return { covered: true };
  const wanted = territoryOf(asked);
  if (wanted === null || wanted === 'world') return { covered: false, missing: null };
  const held = new Set(named.flatMap((one) => (one === null || one === 'world' ? [] : [...one])));
  const missing = [...wanted].filter((code) => !held.has(code));
  if (missing.length === 0) return { covered: true };
  return { covered: false, missing: missing.length < wanted.size ? listOf(missing) : null };
}
