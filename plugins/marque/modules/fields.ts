// Custom fields.
import { fields as collection } from '../../../collections/fields.ts';
import { fieldOperations } from '../../../endpoints/fields/index.ts';
import { defineModule } from '../../../src/core/module.ts';
import { removeFieldsOfWorkspaces } from '../../../src/fields/remove.ts';
import { label } from '../../../src/words/index.ts';

export const fields = defineModule({
  name: 'fields',
  collections: [collection],
  operations: fieldOperations,
  tags: { fields: 'Custom fields' },
  activity: { field: null },
  onWorkspaceDelete: removeFieldsOfWorkspaces,
  panel: {
    commands: [{ label: label('menu:fields'), path: '/collections/fields', scope: 'write', isView: true }],
  },
});
