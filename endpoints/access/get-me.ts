import { meOf, meQuery } from '../../src/core/access/queries.ts';
import { OneMe } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';

export const getMe = defineOperation({
  name: 'get_me',
  http: {
    route: 'GET /api/v1/me',
    tag: 'access',
  },
  summary: 'Get the caller and what they can access',
  access: {
    scope: 'any',
    inWorkspace: true,
  },
  query: meQuery,
  output: OneMe,
  agent: {
    title: 'Who am I',
    description:
      "Returns who you act as, in which workspace, and with which scope. Call it first if you're unsure what you may do.",
    readOnly: true,
  },
  run: async ({ caller, access, row, accessTo }) => {
    if (caller.kind === 'nobody' || !row) throw new ApiError('unauthorized', 'Sign in, or send an API key.');
    // Checked separately for a key: it only counts as an organization admin while its owner is one.
    const onOrganization =
      caller.kind === 'key' ? await accessTo({ organization: caller.organizationId }) : null;
    return { data: meOf(caller, access, row, onOrganization) };
  },
});
