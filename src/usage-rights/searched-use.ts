// The rules of usage checks for a search: `usableFor` finds what `check_use` allows.
import { miningSetting } from '../assets/mining.ts';
import type { SearchedUse, UseFilter } from '../assets/search/usable-for.ts';
import type { Db } from '../core/db/pool.ts';
import { invalid } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { settingIn } from '../core/settings/read.ts';
import { suggestion } from '../lib/nearest.ts';
import { checkUse, isSame, training } from './rules.ts';
import { usualChannels } from './schemas.ts';
import { checkSetting } from './settings.ts';
import { whyNoTerritory } from './territories.ts';
import { useOf } from './verdicts.ts';

/** @param today `YYYY-MM-DD`, UTC: the default day of use */
export async function useFilter(
  { service, db, workspaceId }: { service: Service; db: Db; workspaceId: string },
  given: SearchedUse,
  today: string,
): Promise<UseFilter> {
  const use = useOf(given);
  const { channel, territory } = use;
  const place = { organizationId: null, workspaceId };
  const { noRights = 'warn' } = await settingIn(service, db, checkSetting, place);
  const usualMining = isSame(channel, training)
    ? ((await settingIn(service, db, miningSetting, place)).default ?? null)
    : null;
  const day = use.date ?? today;
  // Days and states are compared by the search itself.
  const unhindered = { status: 'active', deleted: false, embargo: null, expires: null } as const;
  return {
    day,
    channel,
    territory,
    settings: [noRights, usualMining],
    allows: ({ superseded, rights, mining }) =>
      checkUse(
        { ...unhindered, superseded, rights, mining: mining ?? usualMining },
        use,
        day,
        noRights,
      ).every(({ blocking }) => !blocking),
    demandKnown: (classes) => {
      const names = (part: 'channels' | 'territories', asked: string): boolean =>
        classes.some(({ rights }) => rights?.[part]?.some((one) => isSame(one, asked)));
      const why = [
        channel === null || usualChannels.some((one) => isSame(one, channel)) || names('channels', channel)
          ? null
          : `No asset's rights name the channel "${channel}". ${suggestion(channel, usualChannels)}`,
        territory === null || names('territories', territory) ? null : whyNoTerritory(territory),
      ].filter((message) => message !== null);
      if (why.length > 0) throw invalid(why.map((message) => ({ path: 'usableFor', message })));
    },
  };
}
