// Usage rights as a sentence: "Web and print in Germany, until Dec 31, 2026; embargoed until Nov 1, 2026". Pure.
import type { Rights } from '../../../../assets/schemas.ts';
import type { AssetUsage } from '../../../../assets/usage.ts';
import type { PlainKey } from '../../../../words/keys.ts';
import type { Words } from '../../../words/words.tsx';

/** Places whose names have an article in some languages, and those that aren't countries. */
const placeKeys: Partial<Record<string, PlainKey>> = {
  EU: 'rights:placeEU',
  EEA: 'rights:placeEEA',
  UK: 'rights:placeUK',
  GB: 'rights:placeUK',
  US: 'rights:placeUS',
  USA: 'rights:placeUS',
  NL: 'rights:placeNL',
};

/** A territory as it was entered: "DE" is Germany. */
function territoryIn(entered: string, { t, locale }: Words): string {
  const code = entered.trim().toUpperCase();
  const key = placeKeys[code];
  if (key) return t(key);
  if (!/^[A-Z]{2}$/.test(code)) return entered.trim();
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code) ?? entered.trim();
}

const isWorldwide = (territories: readonly string[]): boolean =>
  territories.some((entered) => /^(world-?wide|world|global|all)$/i.test(entered.trim()));

const miningKeys = {
  allowed: 'rights:miningAllowed',
  'search-only': 'rights:miningSearchOnly',
  disallowed: 'rights:miningDisallowed',
} as const satisfies Record<NonNullable<AssetUsage['mining']>, PlainKey>;

/** Where and in what it may be used; null if nothing limits that. */
function scopeOf({ channels: entered, territories }: Rights, words: Words): string | null {
  const { t, list } = words;
  const channels = entered.length > 0 ? list(entered.map((channel) => channel.trim())) : null;
  if (territories.length === 0) return channels;
  if (isWorldwide(territories))
    return channels ? t('rights:channelsWorldwide', { channels }) : t('rights:anyChannelWorldwide');
  const places = list(territories.map((territory) => territoryIn(territory, words)));
  return channels ? t('rights:channelsIn', { channels, places }) : t('rights:anyChannelIn', { places });
}

/** Until when, or since when not. */
function endOf({ expires }: Rights, today: string, { t, lastDay }: Words): string | null {
  if (expires === null) return null;
  return t(expires < today ? 'rights:expiredOn' : 'rights:until', { date: lastDay(expires) });
}

/** What else limits the use, in the order in which it's said. */
function notesOf(rights: Rights | null, usage: AssetUsage | null, today: string, { t, lastDay }: Words) {
  return [
    rights?.embargo && rights.embargo > today
      ? t('rights:embargoedUntil', { date: lastDay(rights.embargo) })
      : null,
    rights?.license ? t('rights:license', { license: rights.license }) : null,
    rights?.modelRelease === 'missing' ? t('rights:releaseMissing') : null,
    usage?.credit ? t('rights:credit', { credit: usage.credit }) : null,
    usage?.mining ? t(miningKeys[usage.mining]) : null,
  ];
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
  words: Words,
  usage: AssetUsage | null = null,
  today = new Date().toISOString().slice(0, 10),
): string {
  const { t, capitalized } = words;
  const scope = rights && scopeOf(rights, words);
  const end = rights && endOf(rights, today, words);
  const main = [scope ?? (end ? t('rights:anywhere') : null), end].filter(Boolean).join(', ');
  const all = [main, ...notesOf(rights, usage, today, words)].filter(Boolean).join('; ');
  return all === '' ? t('rights:none') : capitalized(all);
}
