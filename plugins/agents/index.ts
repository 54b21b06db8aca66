// Agents: MCP, OAuth, and the panel pages for reviewing proposals and managing agents. A Payload plugin beside Marque's that an app
// can leave out.
import type { Config, Plugin } from 'payload';
import { extend } from '../../src/extend.ts';
import { discoveryRoutes } from './discovery.ts';
import { mcpRoute } from './protocol/route.ts';
import { authorizeRoute } from './oauth/authorize.ts';
import { registerRoute } from './oauth/clients.ts';
import { getConsent, giveConsent } from './oauth/consent.ts';
import { metadataRoutes } from './oauth/metadata.ts';
import { revokeRoute, tokenRoute } from './oauth/tokens.ts';
import { dropTasks } from './tasks/store.ts';
import { leaveTasks } from './tasks/work.ts';
import { label } from '../../src/words/index.ts';

const routes = [
  mcpRoute,
  ...discoveryRoutes,
  ...metadataRoutes,
  registerRoute,
  authorizeRoute,
  tokenRoute,
  revokeRoute,
];

/** Installs MCP and OAuth. Marque must be installed too, before or after it. */
export function agents(): Plugin {
  return (incoming: Config): Config => {
    const extended = extend(incoming, {
      name: 'agents',
      operations: [getConsent, giveConsent],
      routes,
      sweep: async ({ db }) => ({ agentTasks: await dropTasks(db) }),
      start: (service) => () => leaveTasks(service),
      panel: {
        menu: [
          {
            label: label('menu:review'),
            path: '/review',
            icon: 'marque/client-components#ReviewIcon',
            order: 10,
            component: 'marque/client-components#ReviewLink',
          },
          {
            label: label('menu:agents'),
            path: '/agents',
            icon: 'marque/client-components#AgentsIcon',
            order: 60,
            also: ['/collections/keys'],
          },
        ],
        views: {
          review: { Component: 'marque/rsc#ReviewPage', path: '/review', exact: true },
          agents: { Component: 'marque/rsc#AgentsPage', path: '/agents', exact: true },
          connect: { Component: 'marque/client-components#Connect', path: '/connect' },
        },
      },
    });
    // Tells the rest of the panel that the review queue and the agents page exist.
    const custom = { ...extended.admin?.custom, marqueAgents: true };
    return { ...extended, admin: { ...extended.admin, custom } };
  };
}
