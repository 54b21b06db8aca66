import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { eventTypes } from '../../src/webhooks/event-types.ts';

export const listEventTypes = defineOperation({
  name: 'list_event_types',
  http: {
    route: 'GET /api/v1/events/types',
    tag: 'webhooks',
  },
  summary: 'List the types of events that webhooks and the change feed have',
  description:
    '`schemas` has the JSON Schema of `data` by resource, in the events of a webhook whose format is `full`. `data` is null if the resource was deleted, or is out of the owner’s reach.',
  access: {
    scope: 'read',
    within: true,
  },
  output: z.object({
    data: z.array(
      z.object({
        type: z.string(),
        resource: z.string().nullable().describe('`resource.type` of its events; null if that differs'),
        aliases: z
          .array(z.string())
          .describe(
            'Other names for it in `types`. If you choose one of these, your events have it as `type`',
          ),
      }),
    ),
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
  run: ({ service }) => {
    const { types, schemas } = eventTypes(service);
    return Promise.resolve({ data: types, schemas });
  },
});
