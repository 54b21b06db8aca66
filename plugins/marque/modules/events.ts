// The outbox of events: the activity and audit feeds.
import { eventOperations } from '../../../endpoints/events/index.ts';
import { removeEventsOfWorkspaces } from '../../../src/core/events/remove.ts';
import { flushTraffic, startTraffic } from '../../../src/core/events/traffic.ts';
import { defineModule } from '../../../src/core/module.ts';
import { flushed } from './flushed.ts';

export const events = defineModule({
  name: 'events',
  operations: eventOperations,
  start: (service) => flushed(service, startTraffic(service), flushTraffic),
  onWorkspaceDelete: removeEventsOfWorkspaces,
  panel: {
    navigation: ['marque/client-components#ActivityLink'],
    views: {
      activity: { Component: 'marque/rsc#EventsPage', path: '/activity', exact: true },
    },
  },
});
