import { ActivityPage, ActivityQuery, activityOfWorkspace } from '../../src/core/events/activity.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listActivity = defineOperation({
  name: 'list_activity',
  http: {
    route: 'GET /api/v1/activity',
    tag: 'activity',
  },
  summary: 'List activity in the workspace, newest first',
  description:
    'Changes to assets, collections, brands, fields and records of modules that you can read. Only admins see the activity of deleted ones.',
  access: {
    scope: 'read',
    within: true,
  },
  input: { query: ActivityQuery },
  output: ActivityPage,
  agent: {
    title: 'See recent activity',
    description:
      'Who changed what in the library and the brands, newest first. brand_updates says what a published version changed.',
    readOnly: true,
    without: ['before'],
    defaults: { limit: 20 },
  },
  run: ({ db, caller, access }, { query }) => activityOfWorkspace(db, caller, access, query),
});
