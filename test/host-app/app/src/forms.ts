import { formBuilderPlugin } from '@payloadcms/plugin-form-builder';
import type { Field } from 'payload';

/** This app has no rich text editor: texts of forms are plain. */
function withPlainText(field: Field): Field {
  if (field.type === 'richText') return { name: field.name, type: 'textarea' };
  return 'fields' in field ? { ...field, fields: field.fields.map(withPlainText) } : field;
}

export const forms = formBuilderPlugin({
  fields: { message: false },
  formOverrides: { fields: ({ defaultFields }) => defaultFields.map(withPlainText) },
});
