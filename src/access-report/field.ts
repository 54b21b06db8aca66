// The access report in Payload's form of a record.
import type { Field } from 'payload';

export const whoCanReachField: Field = {
  name: 'reach',
  type: 'ui',
  admin: {
    disableListColumn: true,
    components: { Field: 'marque/client-components#WhoCanReach' },
  },
};
