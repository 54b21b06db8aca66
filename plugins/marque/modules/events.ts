// The outbox of events: the activity and audit feeds, and the stream.
import { eventOperations } from '../../../endpoints/events/index.ts';
import { removeEventsOfWorkspaces } from '../../../src/core/events/remove.ts';
import { startEventStreams } from '../../../src/core/events/stream/index.ts';
import { flushTraffic, startTraffic } from '../../../src/core/events/traffic.ts';
import { defineModule } from '../../../src/core/module.ts';
import { flushed } from './flushed.ts';
import { label } from '../../../src/words/index.ts';

export const events = defineModule({
  name: 'events',
  operations: eventOperations,
  tags: { activity: 'Activity, the audit log and live events' },
  start: async (service, { connection }) => {
    const stopStreams = await startEventStreams(service, connection);
    const stopTraffic = flushed(service, startTraffic(service), flushTraffic);
    return async () => {
      await stopStreams();
      await stopTraffic();
    };
  },
  onWorkspaceDelete: removeEventsOfWorkspaces,
  panel: {
    menu: [
      {
        label: label('menu:activity'),
        path: '/activity',
        icon: 'marque/client-components#ActivityIcon',
        order: 80,
      },
    ],
    views: {
      activity: { Component: 'marque/rsc#EventsPage', path: '/activity', exact: true },
    },
  },
});
