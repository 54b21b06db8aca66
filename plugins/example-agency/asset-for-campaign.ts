// A kind of proposal: "put this asset into that campaign". It waits in the review queue, and whoever can write the campaign decides.
import { ApiError, defineProposalKind, z } from 'marque/extend';
import { campaign } from './campaign.ts';

const Value = z.strictObject({ asset: z.uuid() });

export const assetForCampaign = defineProposalKind<z.output<typeof Value>>({
  name: 'campaign_asset',
  on: 'campaign',
  label: 'Asset for a campaign',
  counted: ['asset for a campaign', 'assets for a campaign'],
  described: '{asset}',
  value: Value,
  component: 'example-agency/panel#CampaignAsset',
  // Stale if the asset has been put into the campaign in the meantime.
  current: async (db, id, { asset }) => {
    const [row] = await db.query<{ there: boolean }>(
      'select coalesce(assets, $3::jsonb) ? $2 as there from payload.campaigns where id = $1',
      [id, asset, '[]'],
    );
    return { asset: row?.there ? asset : null };
  },
  accept: async ({ req, accessTo }, id, { asset }) => {
    if ((await accessTo({ asset })).scope === null)
      throw new ApiError('conflict', "The asset is gone, or you can't read it. Reject the proposal.");
    const [found] = await campaign.find(req.payload, [id]);
    await campaign.update(req, id, { assets: [...new Set([...((found?.assets ?? []) as string[]), asset])] });
  },
});
