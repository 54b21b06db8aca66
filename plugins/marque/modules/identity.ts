// Organizations, workspaces, people, groups, invitations and accounts.
import { groups } from '../../../collections/groups.ts';
import { organizations } from '../../../collections/organizations.ts';
import { users } from '../../../collections/users.ts';
import { workspaces } from '../../../collections/workspaces.ts';
import { accountOperations } from '../../../endpoints/accounts/index.ts';
import { organizationOperations } from '../../../endpoints/organizations/index.ts';
import { peopleOperations } from '../../../endpoints/people/index.ts';
import { defineModule } from '../../../src/core/module.ts';
import { sweepConnections } from '../../../src/identity/accounts/connections.ts';
import { invitationTargets } from '../../../src/identity/people/targets.ts';
import { mailResetLink, resetJob } from '../../../src/identity/accounts/reset.ts';

export const identity = defineModule({
  name: 'identity',
  collections: ({ isSecure }) => [workspaces, organizations, users({ secureCookies: isSecure }), groups],
  targets: invitationTargets,
  operations: [...accountOperations, ...organizationOperations, ...peopleOperations],
  jobs: [
    {
      name: resetJob,
      cron: null,
      expireInSeconds: 60,
      each: { atOnce: 1, retries: 3, firstRetrySeconds: 10 },
      run: (service, data) => mailResetLink(service, data),
    },
  ],
  sweep: async (service, signal) => ({ connections: await sweepConnections(service, { signal }) }),
  panel: {
    views: {
      account: { Component: 'marque/client-components#Account' },
      createFirstUser: { Component: 'marque/client-components#Welcome' },
      forgot: { Component: 'marque/client-components#ForgottenPassword' },
      // Where mailed links lead: open to anyone, as Payload leaves views at a path of their own.
      reset: { Component: 'marque/client-components#ResetPassword', path: '/reset', exact: true },
      invite: {
        Component: 'marque/client-components#TakeInvitation',
        path: '/invite',
        exact: true,
      },
    },
  },
});
