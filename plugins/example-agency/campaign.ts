// A campaign: a record on the scope ladder, with the assets that are in it. Access, events, the access report and deletion with its
// workspace come with `defineResource`.
import { assetsChanged, defineResource, transactionOf, z, type ModuleFacet } from 'marque/extend';

const day = z.iso.date();
const isDay = (value: unknown): true | string => day.safeParse(value).success || 'Use a date as YYYY-MM-DD.';

export const campaign = defineResource({
  name: 'campaign',
  collection: {
    slug: 'campaigns',
    admin: { group: 'Library', defaultColumns: ['name', 'starts', 'ends'] },
    hooks: {
      // The facet below counts them, so the search has to read them again.
      afterChange: [
        async ({ req, doc, previousDoc }) => {
          const ids = [doc, previousDoc].flatMap(
            (one) => (one as { assets?: string[] } | undefined)?.assets ?? [],
          );
          await assetsChanged(await transactionOf(req), [...new Set(ids)]);
        },
      ],
    },
    fields: [
      { name: 'name', type: 'text', required: true, maxLength: 200 },
      { name: 'starts', type: 'text', required: true, validate: isDay },
      { name: 'ends', type: 'text', required: true, validate: isDay },
      {
        name: 'assets',
        type: 'json',
        defaultValue: [],
        access: { create: () => false, update: () => false },
      },
    ],
  },
});

export const Campaign = z
  .object({
    id: z.uuid(),
    name: z.string().trim().min(1).max(200),
    starts: day,
    ends: day,
    assets: z.array(z.uuid()),
    private: z.boolean(),
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.output<typeof Campaign>;

/** A filter of the library. Private campaigns are left out: everyone who sees an asset sees its values. */
export const campaignFacet: ModuleFacet = {
  name: 'campaign',
  label: 'Campaign',
  values: `select e.id::uuid as asset_id, c.name as value from payload.campaigns c cross join lateral jsonb_array_elements_text(c.assets) e(id)
    where jsonb_typeof(c.assets) = 'array' and c.private is not true`,
};
