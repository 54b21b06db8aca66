import { isId } from '../../src/access/ids.ts';
import { utcDay } from '../../src/assets/rules.ts';
import { defineOperation } from '../../src/operation.ts';
import { useRide, type UseRow } from '../../src/use/queries.ts';
import { blockingFirst, checkContext, checkUse as reasonsOf } from '../../src/use/rules.ts';
import { UseInput, Verdict } from '../../src/use/schemas.ts';
import { activeAssets, rulesOfKeysNaming } from '../../src/use/variants.ts';

/** The asset that a body names, where it names one as an id. */
function assetNamedBy(body: unknown): { asset: string } | null {
  const asset = typeof body === 'object' && body !== null && 'asset' in body ? body.asset : null;
  return isId(asset) ? { asset } : null;
}

export const checkUse = defineOperation({
  name: 'check_use',
  route: 'POST /api/v1/check',
  tag: 'use',
  summary: 'May this asset be used so?',
  description:
    'Holds a use (channel, territory, date, context) against the state and the rights of an asset, and against what the brand (the default one, where none is named) has for the context. A restriction that the use says nothing about is a reason that does not block: say more to have it decided.',
  scope: 'read',
  readOnly: true,
  onBody: assetNamedBy,
  ride: useRide,
  input: { body: UseInput },
  output: Verdict,
  tool: {
    title: 'Check a use',
    description:
      'Tells whether an asset may be used in a channel, a territory and on a day, and why not; names what to use instead of one that was replaced. Ask this before you place an asset anywhere, with as much as you know of the use.',
    readOnly: true,
  },
  run: async ({ ride, service, db, caller, access }, { body }) => {
    const row = ride as unknown as UseRow;
    const address = (id: string): string => `${service.env.serverUrl}/a/${id}`;
    const use = {
      channel: body.channel ?? null,
      territory: body.territory ?? null,
      date: body.date ?? null,
      context: body.context ?? null,
      brand: body.brand ?? null,
    };
    const workspaceId = access.workspaceId ?? '';
    const context = row.inRules
      ? checkContext(await rulesOfKeysNaming(db, caller, workspaceId, row.id), use, row.id)
      : null;
    const reasons = blockingFirst([
      ...reasonsOf(row, use, utcDay(new Date())),
      ...(context ? [context.reason] : []),
    ]);
    const { replacement } = row;
    const instead = context?.instead ?? [];
    const variants = await activeAssets(
      db,
      caller,
      workspaceId,
      instead.map(({ id }) => id),
    );
    return {
      allowed: reasons.every(({ blocking }) => !blocking),
      asset: { id: row.id, title: row.title, url: address(row.id) },
      use,
      reasons,
      suggest: [
        ...(replacement
          ? [{ ...replacement, url: address(replacement.id), why: 'It replaces the asset you asked about.' }]
          : []),
        ...variants
          .filter(({ id }) => id !== replacement?.id)
          .map(({ id, title }) => ({
            id,
            title,
            url: address(id),
            why: instead.find((one) => one.id === id)?.why ?? '',
          })),
      ],
    };
  },
});
