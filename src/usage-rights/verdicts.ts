// Verdicts: whether assets may be used in a given way, with reasons and what to use instead.
import type { Caller } from '../core/access/caller.ts';
import { utcDay } from '../assets/rules.ts';
import type { Db } from '../core/db/pool.ts';
import { invalid } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { checkSetting } from './settings.ts';
import { settingIn } from '../core/settings/read.ts';
import { similarSeenBy } from '../assets/similar/similar.ts';
import { assetsForUse, type UseRow } from './queries.ts';
import { blockingFirst, checkContext, checkUse, hasRights } from './rules.ts';
import type { Reason, Use, UseFields, Verdict } from './schemas.ts';
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

/** A use of an asset, what speaks against it, and the brand's variants for its context. */
interface Finding {
  use: Use;
  reasons: Reason[];
  instead: readonly { id: string; why: string }[];
}

async function findingsOn(
  { db, caller, workspaceId }: Asking,
  asset: UseRow,
  uses: readonly Use[],
  noRights: 'warn' | 'block',
): Promise<Finding[]> {
  const today = utcDay(new Date());
  const rules = asset.inRules ? await rulesOfKeysNaming(db, caller, workspaceId, asset.id) : [];
  return uses.map((use) => {
    const context = checkContext(rules, use, asset.id);
    const reasons = [...checkUse(asset, use, today, noRights), ...(context ? [context.reason] : [])];
    return { use, reasons: blockingFirst(reasons), instead: context?.instead ?? [] };
  });
}

const isAllowed = (reasons: readonly Reason[]): boolean => reasons.every(({ blocking }) => !blocking);

/** The verdict for each use of each asset, asset by asset. */
export async function verdictsOn(
  asking: Asking,
  assets: readonly UseRow[],
  uses: readonly Use[],
): Promise<Verdict[]> {
  const { service, db, caller, workspaceId } = asking;
  const noRights = await noRightsIn(asking, assets);
  const verdicts: Verdict[] = [];
  let compared = 0;
  for (const asset of assets) {
    const findings = await findingsOn(asking, asset, uses, noRights);
    const ids = findings.flatMap(({ instead }) => instead.map(({ id }) => id));
    const variants = await activeAssets(db, caller, workspaceId, ids);
    const ofAsset = findings.map(({ use, reasons, instead }) => ({
      allowed: isAllowed(reasons),
      asset: named(service, asset),
      use,
      reasons,
      suggest: suggestionsFor(service, asset, instead, variants),
    }));
    const short = ofAsset.filter(({ allowed, suggest }) => !allowed && suggest.length < usualSuggestions);
    if (short.length > 0 && compared < maxCompared) {
      compared += 1;
      await suggestSimilar(asking, asset, short);
    }
    verdicts.push(...ofAsset);
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

/** With fewer suggestions than this, similar assets are looked for. */
const usualSuggestions = 3;
/** How many similar assets are checked for one. */
const maxSimilar = 20;
/** For how many assets of one call: finding those like one takes 20 ms among 100,000. */
const maxCompared = 10;

/** Adds to refused uses of an asset what looks like it and passes the same check, most alike first. */
async function suggestSimilar(
  asking: Asking,
  { id }: UseRow,
  refused: readonly Pick<Verdict, 'use' | 'suggest'>[],
): Promise<void> {
  const { service, db, caller, workspaceId } = asking;
  const near = await similarSeenBy(db, caller, workspaceId, { id, limit: maxSimilar });
  if (near.length === 0) return;
  const ids = near.map((one) => one.id);
  const found = await assetsForUse(db, caller, workspaceId, ids);
  const alike = ids.flatMap((one) => found.get(one) ?? []);
  const noRights = await noRightsIn(asking, alike);
  const uses = refused.map(({ use }) => use);
  for (const asset of alike) {
    if (refused.every(({ suggest }) => suggest.length >= usualSuggestions)) return;
    for (const [at, { reasons }] of (await findingsOn(asking, asset, uses, noRights)).entries()) {
      const suggest = refused[at]?.suggest ?? [];
      if (!isAllowed(reasons) || suggest.length >= usualSuggestions) continue;
      if (suggest.some((one) => one.id === asset.id)) continue;
      suggest.push({ ...named(service, asset), why: 'It looks similar and may be used this way.' });
    }
  }
}
