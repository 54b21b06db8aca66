// Custom fields.
import { fields as collection } from '../../../collections/fields.ts';
import { fieldOperations } from '../../../endpoints/fields/index.ts';
import { defineModule } from '../../../src/core/module.ts';
import { removeFieldsOfWorkspaces } from '../../../src/fields/remove.ts';

export const fields = defineModule({
  name: 'fields',
  collections: [collection],
  operations: fieldOperations,
  activity: { field: null },
  onWorkspaceDelete: removeFieldsOfWorkspaces,
  panel: {
    commands: [{ label: 'Fields', path: '/collections/fields', scope: 'write', isView: true }],
  },
});
