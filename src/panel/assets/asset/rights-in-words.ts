// Usage rights as a sentence: "Web and print in Germany, until Dec 31, 2026; embargoed until Nov 1, 2026". Pure.
import type { Rights } from '../../../assets/schemas.ts';
import type { AssetUsage } from '../../../assets/usage.ts';
import { lastDay } from '../../ui/format.ts';

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function inOneList(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction', style: 'long' }).format(words);
}

const withArticle: Readonly<Record<string, string>> = {
  EU: 'the EU',
  EEA: 'the EEA',
  UK: 'the UK',
  GB: 'the UK',
  US: 'the US',
  USA: 'the US',
  NL: 'the Netherlands',
};

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A territory as it was entered: "DE" is Germany. */
function territoryIn(entered: string): string {
  const code = entered.trim().toUpperCase();
  const known = withArticle[code] ?? (/^[A-Z]{2}$/.test(code) ? regionNames.of(code) : undefined);
  return known ?? entered.trim();
}

const isWorldwide = (territories: readonly string[]): boolean =>
  territories.some((entered) => /^(world-?wide|world|global|all)$/i.test(entered.trim()));

const minings = {
  allowed: 'data mining allowed',
  'search-only': 'data mining for search only',
  disallowed: 'no data mining',
} as const satisfies Record<NonNullable<AssetUsage['mining']>, string>;

/** Where and in what it may be used; null if nothing limits that. */
function scopeOf({ channels, territories }: Rights): string | null {
  const where =
    territories.length === 0 || isWorldwide(territories)
      ? null
      : `in ${inOneList(territories.map(territoryIn))}`;
  const what =
    channels.length > 0 ? inOneList(channels.map((channel) => channel.trim())) : where && 'any channel';
  if (what === null) return territories.length > 0 ? 'Any channel worldwide' : null;
  return capitalized(
    [what, where ?? (territories.length > 0 ? 'worldwide' : null)].filter(Boolean).join(' '),
  );
}

/** Until when, or since when not. */
function endOf({ expires }: Rights, today: string): string | null {
  if (expires === null) return null;
  return expires < today ? `expired on ${lastDay(expires)}` : `until ${lastDay(expires)}`;
}

/**
 * Usage rights in words.
 *
 * @param rights null: none are recorded.
 * @param usage the terms recorded beside them.
 * @param today UTC day as YYYY-MM-DD.
 */
export function rightsInWords(
  rights: Rights | null,
  usage: AssetUsage | null = null,
  today = new Date().toISOString().slice(0, 10),
): string {
  const scope = rights && scopeOf(rights);
  const end = rights && endOf(rights, today);
  const main = [scope ?? (end ? 'Anywhere' : null), end].filter(Boolean).join(', ');
  const notes = [
    rights?.embargo && rights.embargo > today ? `embargoed until ${lastDay(rights.embargo)}` : null,
    rights?.license ? `license: ${rights.license}` : null,
    rights?.modelRelease === 'missing' ? 'model release missing' : null,
    usage?.credit ? `credit “${usage.credit}”` : null,
    usage?.mining ? minings[usage.mining] : null,
  ];
  const all = [main, ...notes].filter(Boolean).join('; ');
  return all === '' ? 'No limits recorded' : capitalized(all);
}
