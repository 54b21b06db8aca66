// A module that fails wherever one can, and whose listener refuses one name.
import { ApiError, defineModule, defineOperation, z } from '../../src/extend.ts';

const fail = () => Promise.reject(new Error('It broke, with details.'));

export const broken = defineModule({
  name: 'broken',
  operations: [
    defineOperation({
      name: 'break_down',
      http: { route: 'GET /api/v1/break-down', tag: 'broken' },
      summary: 'Fail',
      access: { scope: 'read' },
      output: z.object({}),
      run: fail,
    }),
  ],
  jobs: [
    {
      name: 'break-down',
      cron: null,
      expireInSeconds: 60,
      each: { atOnce: 1, retries: 1, firstRetrySeconds: 600 },
      run: fail,
    },
  ],
  facets: [{ name: 'broken', label: 'Broken', values: 'select nothing from nowhere' }],
  listeners: [
    {
      name: 'broken-check',
      events: ['collection.*'],
      check: async (_, { db }) => {
        await db.query('select nothing from nowhere');
      },
    },
    {
      name: 'no-friday',
      events: ['campaign.created'],
      check: ({ detail }) =>
        detail?.name === 'Friday'
          ? Promise.reject(new ApiError('conflict', 'Not on a Friday.'))
          : Promise.resolve(),
    },
  ],
  start: fail,
});
