import { ActivityPage, activityOfWorkspace, ActivityQuery } from '../../src/core/events/activity.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listActivity = defineOperation({
  name: 'list_activity',
  route: 'GET /api/v1/activity',
  tag: 'activity',
  summary: 'Who did what in the workspace, newest first',
  description:
    'What happened to assets, collections and fields, as far as you may read them; of what is gone, admins alone read.',
  scope: 'read',
  within: true,
  input: { query: ActivityQuery },
  output: ActivityPage,
  run: ({ db, caller, access }, { query }) => activityOfWorkspace(db, caller, access, query),
});
