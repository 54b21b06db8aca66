// A module of the host app, whose collections have names that SQL would read otherwise: capitals, digits, and one given by hand.
import type { CollectionSlug } from 'payload';
import { Answer, defineModule, defineOperation, defineResource, visibleIds, z } from '../../src/extend.ts';

const shoot = defineResource({
  name: 'shoot',
  collection: {
    slug: 'photoShoots2',
    dbName: 'AgencyShoots',
    admin: { useAsTitle: 'jobTitle' },
    fields: [
      { name: 'jobTitle', type: 'text', required: true },
      { name: 'stops', type: 'array', fields: [{ name: 'city', type: 'text' }] },
      {
        name: 'days',
        type: 'select',
        hasMany: true,
        dbName: 'shootDays',
        enumName: 'shoot_day',
        options: ['monday', 'friday'],
      },
      { name: 'crew', type: 'relationship', relationTo: 'promo2Codes' as CollectionSlug, hasMany: true },
    ],
  },
});

const listShoots = defineOperation({
  name: 'list_shoots',
  http: { route: 'GET /api/v1/agency/shoots', tag: 'agency' },
  summary: 'List the shoots of the workspace',
  access: { scope: 'read', within: true },
  output: z.object({
    data: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        cities: z.array(z.string()),
        days: z.array(z.string()),
        crew: z.array(z.string()),
      }),
    ),
  }),
  run: async (context) => {
    const data = await context.db.query<{
      id: string;
      title: string;
      cities: string[];
      days: string[];
      crew: string[];
    }>(
      `select s.id, s.job_title as title,
         array(select p.city from payload.photo_shoots2_stops p where p._parent_id = s.id order by p._order) as cities,
         array(select d.value::text from payload.photo_shoots2_days d where d.parent_id = s.id order by d."order") as days,
         array(select c.code from payload.photo_shoots2_rels r join payload.promo2_codes c on c.id = r.promo2_codes_id
           where r.parent_id = s.id) as crew
       from payload.photo_shoots2 s where s.id = any($1::uuid[])`,
      [await visibleIds(shoot, context)],
    );
    return { data };
  },
});

/** Writes nothing, but could. */
const measureLimits = defineOperation({
  name: 'set_limits',
  http: { route: 'POST /api/v1/agency/limits', tag: 'agency' },
  summary: 'Measure the time limit of a statement in a transaction',
  access: { scope: 'write', within: true },
  output: z.object({ data: z.object({ transaction: z.string() }) }),
  run: async ({ db }) => {
    const [row] = await db.query<{ statement_timeout: string }>('show statement_timeout');
    return { data: { transaction: row?.statement_timeout ?? '' } };
  },
});

export const shoots = defineModule({
  name: 'shoots',
  resources: [shoot],
  collections: [
    {
      slug: 'promo2Codes',
      access: { read: () => true, create: () => true },
      fields: [{ name: 'code', type: 'text', required: true }],
    },
  ],
  operations: [listShoots, measureLimits],
  routes: [
    {
      route: 'GET /.well-known/agency.json',
      answer: () => Promise.resolve(Answer.json(200, { agency: 'Northlight' })),
    },
  ],
});
