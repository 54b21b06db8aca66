// Territories: ISO 3166 codes, English country names, regions that licenses name, and the whole world. Rights store them as free
// text; a use names one.
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { nearest } from '../lib/nearest.ts';

countries.registerLocale(english);

const eu = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');

/** Regions by upper-case name. */
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

/** Resolves a name; null if it isn't a territory. */
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
  // The library also accepts numeric codes, which nobody means here.
  return code && /^\D/.test(known) ? new Set([code]) : null;
}

/** `Austria (AT)`. */
const named = (code: string): string => `${countries.getName(code, 'en') ?? code} (${code})`;

const maxNamed = 6;

function listOf(codes: readonly string[]): string {
  const more = codes.length - maxNamed;
  return `${codes.slice(0, maxNamed).map(named).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** An error message for a name that isn't a territory, with a suggestion; null if it is one. */
export function whyNoTerritory(name: string): string | null {
  if (territoryOf(name)) return null;
  const names = Object.values(countries.getNames('en', { select: 'all' })).flat();
  const near =
    name.trim().length > 3
      ? nearest(name, [...names, ...Object.keys(regions), ...Object.keys(otherNames), 'worldwide'])
      : null;
  return `Unknown territory "${name}". ${near === null ? 'Use an ISO 3166 code (DE, DEU), an English country name, EU, EEA, DACH or worldwide.' : `Did you mean "${near}"?`}`;
}

export type Coverage =
  | { covered: true }
  /** Which parts of the requested territory are missing, as text; null if none of it is covered, or if it is one country. */
  | { covered: false; missing: string | null };

/** Whether the territories in the rights cover the requested one. An empty list allows every territory. */
export function coverageOf(allowed: readonly string[], asked: string): Coverage {
  if (allowed.length === 0) return { covered: true };
  const named = allowed.map(territoryOf);
  // Names that only these rights use are compared as text.
  if (named.includes('world') || allowed.some((one) => fold(one) === fold(asked))) return { covered: true };
  const wanted = territoryOf(asked);
  if (wanted === null || wanted === 'world') return { covered: false, missing: null };
  const covered = new Set(named.flatMap((one) => (one === null || one === 'world' ? [] : [...one])));
  const missing = [...wanted].filter((code) => !covered.has(code));
  if (missing.length === 0) return { covered: true };
  return { covered: false, missing: missing.length < wanted.size ? listOf(missing) : null };
}
