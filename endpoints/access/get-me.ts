import { meOf, meQuery } from '../../src/core/access/queries.ts';
import { OneMe } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';

export const getMe = defineOperation({
  name: 'get_me',
  route: 'GET /api/v1/me',
  tag: 'access',
  summary: 'Who calls, and what they can open',
  scope: 'any',
  inWorkspace: true,
  query: meQuery,
  output: OneMe,
  tool: {
    title: 'Who am I',
    description:
      'Tells who you act as, in which workspace, and with which scope. Use it first when unsure what you may do.',
    readOnly: true,
  },
  run: async ({ caller, access, row, accessTo }) => {
    if (caller.kind === 'nobody' || !row) throw new ApiError('unauthorized', 'Sign in, or send a key.');
    // For a key this is a question of its own: it counts as an organization's admin only while the person behind it is one.
    const onOrganization =
      caller.kind === 'key' ? await accessTo({ organization: caller.organizationId }) : null;
    return { data: meOf(caller, access, row, onOrganization) };
  },
});
