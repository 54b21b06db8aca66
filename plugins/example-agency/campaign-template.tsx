// A page template: shows a campaign on a brand's pages, and so in portals. Plain React without state.
import { defineTemplate, Picture, z } from 'marque/extend';

export const campaignTemplate = defineTemplate({
  name: 'campaign',
  title: 'Campaign',
  description: 'A campaign with its dates and its assets. Each item has an asset.',
  props: z.strictObject({ starts: z.iso.date(), ends: z.iso.date() }),
  keys: null,
  items: { may: ['asset', 'title'], must: ['asset'] },
  standsAlone: true,
  example: {
    template: 'campaign',
    title: 'Summer',
    props: { starts: '2026-06-01', ends: '2026-08-31' },
    items: [],
  },
  Renderer: ({ items, props, around }) => (
    <div className="campaign">
      <p>
        <time dateTime={props.starts}>{props.starts}</time> to <time dateTime={props.ends}>{props.ends}</time>
      </p>
      {items.map(({ asset, title }) => {
        const view = asset ? around.asset(asset, null) : null;
        return view && <Picture key={view.id} asset={view} alt={title ?? view.title ?? ''} />;
      })}
    </div>
  ),
});
