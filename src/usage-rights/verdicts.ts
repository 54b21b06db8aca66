// Verdicts: whether assets may be used in a given way, with reasons and what to use instead.
import type { Caller } from '../core/access/caller.ts';
import { utcDay } from '../assets/rules.ts';
import type { Db } from '../core/db/pool.ts';
import { invalid } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { checkSetting } from './settings.ts';
import { settingIn } from '../core/settings/read.ts';
import type { UseRow } from './queries.ts';
import { blockingFirst, checkContext, checkUse, hasRights } from './rules.ts';
import type { Use, UseFields, Verdict } from './schemas.ts';
import { whyNoTerritory } from './territories.ts';
import { activeAssets, rulesOfKeysNaming } from './variants.ts';
import { publicPath } from '../core/public-paths.ts';

/** The caller and workspace of a check. */
export interface Asking {
  service: Service;
  db: Db;
  caller: Caller;
  workspaceId: string;
}

export const useOf = (given: UseFields): Use => ({
  channel: given.channel ?? null,
  territory: given.territory ?? null,
  date: given.date ?? null,
  context: given.context ?? null,
  brand: given.brand ?? null,
});

/**
 * Checks that the territories of uses exist: either well-known ones, or names that the rights of an asset contain literally.
 *
 * @param pathOf the path of a use in the request.
 * @throws ApiError invalid, with a suggestion.
 */
export function demandTerritories(
  assets: readonly UseRow[],
  uses: readonly Use[],
  pathOf: (use: number) => string,
): void {
  const own = new Set(
    assets.flatMap(({ rights }) => rights?.territories ?? []).map((name) => name.trim().toLowerCase()),
  );
  const issues = uses.flatMap(({ territory }, at) => {
    if (territory === null || own.has(territory.trim().toLowerCase())) return [];
    const message = whyNoTerritory(territory);
    return message === null ? [] : [{ path: pathOf(at), message }];
  });
  if (issues.length > 0) throw invalid(issues);
}

/** How to treat assets without recorded rights. Reads the setting only if there is one. */
async function noRightsIn({ service, db, workspaceId }: Asking, assets: readonly UseRow[]) {
  if (assets.every(({ rights }) => hasRights(rights))) return 'warn';
  const { noRights } = await settingIn(service, db, checkSetting, { organizationId: null, workspaceId });
  return noRights ?? 'warn';
}

/** The verdict for each use of each asset, asset by asset. */
export async function verdictsOn(
  asking: Asking,
  assets: readonly UseRow[],
  uses: readonly Use[],
): Promise<Verdict[]> {
  const { service, db, caller, workspaceId } = asking;
  const today = utcDay(new Date());
  const noRights = await noRightsIn(asking, assets);
  const verdicts: Verdict[] = [];
  for (const asset of assets) {
    const rules = asset.inRules ? await rulesOfKeysNaming(db, caller, workspaceId, asset.id) : [];
    const found = uses.map((use) => ({ use, context: checkContext(rules, use, asset.id) }));
    const variants = await activeAssets(
      db,
      caller,
      workspaceId,
      found.flatMap(({ context }) => context?.instead.map(({ id }) => id) ?? []),
    );
    for (const { use, context } of found) {
      const reasons = blockingFirst([
        ...checkUse(asset, use, today, noRights),
        ...(context ? [context.reason] : []),
      ]);
      verdicts.push({
        allowed: reasons.every(({ blocking }) => !blocking),
        asset: named(service, asset),
        use,
        reasons,
        suggest: suggestionsFor(service, asset, context?.instead ?? [], variants),
      });
    }
  }
  return verdicts;
}

const named = (service: Service, { id, title }: { id: string; title: string }) => ({
  id,
  title,
  url: `${service.env.serverUrl}${publicPath('a')}/${id}`,
});

function suggestionsFor(
  service: Service,
  { replacement }: UseRow,
  instead: readonly { id: string; why: string }[],
  variants: readonly { id: string; title: string }[],
): Verdict['suggest'] {
  const why = new Map(instead.toReversed().map((one) => [one.id, one.why]));
  return [
    ...(replacement
      ? [{ ...named(service, replacement), why: 'It replaces the asset you asked about.' }]
      : []),
    ...variants.flatMap((variant) => {
      const reason = variant.id === replacement?.id ? undefined : why.get(variant.id);
      return reason === undefined ? [] : [{ ...named(service, variant), why: reason }];
    }),
  ];
}
