import type { AnyOperation } from '../../src/core/operation.ts';
import { listFields } from './list-fields.ts';
import { listFieldTypes } from './list-field-types.ts';
import { createField } from './create-field.ts';
import { updateField } from './update-field.ts';
import { deleteField } from './delete-field.ts';

export const fieldOperations: readonly AnyOperation[] = [
  listFields,
  listFieldTypes,
  createField,
  updateField,
  deleteField,
];
