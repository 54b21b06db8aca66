// A page template: shows a campaign as it is now on a brand's pages, and so in portals. Plain React without state.
import { defineTemplate, Picture, z } from 'marque/extend';
import type { Campaign } from './campaign.ts';

export const campaignTemplate = defineTemplate({
  name: 'campaign',
  title: 'Campaign',
  description: 'A campaign with its dates and the assets that are in it now. Private ones are not shown.',
  props: z.strictObject({ campaign: z.uuid() }),
  keys: null,
  items: null,
  standsAlone: true,
  example: { template: 'campaign', props: { campaign: '2f0c2f6e-3f0b-4a52-9d3b-0d5c1a7f4e11' } },
  load: async ({ campaign }, { db, workspaceId }) => {
    const [data] = await db.query<Campaign>(
      'select name, starts, ends, assets from payload.campaigns where id = $1 and workspace_id = $2 and private is not true',
      [campaign, workspaceId],
    );
    return { data, assets: data?.assets };
  },
  Renderer: ({ data, around }) =>
    data ? (
      <div className="campaign">
        <p>{`${data.name}, ${data.starts} to ${data.ends}`}</p>
        {data.assets.map((id) => {
          const asset = around.asset(id, null);
          return asset && <Picture key={id} asset={asset} alt={asset.title ?? ''} />;
        })}
      </div>
    ) : null,
});
