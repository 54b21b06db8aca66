// Organizations, workspaces, people, groups and invitations.
import { getSession } from '../../../endpoints/accounts/get-session.ts';
import { groups } from '../../../collections/groups.ts';
import { organizations } from '../../../collections/organizations.ts';
import { users } from '../../../collections/users.ts';
import { workspaces } from '../../../collections/workspaces.ts';
import { organizationOperations } from '../../../endpoints/organizations/index.ts';
import { peopleOperations } from '../../../endpoints/people/index.ts';
import { appPeople } from '../../../src/core/access/app-people.ts';
import { defineModule } from '../../../src/core/module.ts';
import { sweepConnections } from '../../../src/identity/accounts/connections.ts';
import { sweepGonePeople } from '../../../src/identity/app-people/follow-users.ts';
import { invitationTargets } from '../../../src/identity/people/targets.ts';
import { label } from '../../../src/words/index.ts';

export const identity = defineModule({
  name: 'identity',
  collections: (options) => [workspaces, organizations, users(options), groups],
  targets: invitationTargets,
  operations: [getSession, ...organizationOperations, ...peopleOperations],
  tags: {
    organizations: 'Organizations and workspaces',
    people: 'Members, groups and invitations',
  },
  sweep: async (service, signal) => {
    const people = appPeople();
    return {
      connections: await sweepConnections(service, { signal }),
      ...(people === null ? {} : { people: await sweepGonePeople(service, people, signal) }),
    };
  },
  panel: {
    commands: [
      { label: label('menu:invite'), path: '/collections/users?invite=1', scope: 'admin' },
      { label: label('menu:workspaces'), path: '/collections/workspaces', scope: 'admin', isView: true },
    ],
    searches: ['marque/client-components#PeopleFound'],
    menu: [
      {
        label: label('menu:people'),
        path: '/collections/users',
        icon: 'marque/client-components#PeopleIcon',
        order: 70,
        scope: 'admin',
      },
    ],
    views: {
      // Where mailed links lead: open to anyone, as Payload leaves views at a path of their own.
      invite: {
        Component: 'marque/client-components#TakeInvitation',
        path: '/invite',
        exact: true,
      },
    },
  },
});
