// A custom field type: one of Marque's own kinds with a name and validation. Kinds of text are searched and edited as text; numbers and
// dates would have ranges, and a choice (`select`, with `options`) facets.
import { z, type FieldType } from 'marque/extend';

export const jobNumber: FieldType = {
  name: 'agency-job-number',
  label: 'Job number',
  takes: 'a job number, such as NL-2026-0042',
  kind: 'text',
  value: z.string().regex(/^[A-Z]{2}-\d{4}-\d{4}$/),
  // Converts text that was entered before this type existed.
  from: (value) => String(value).trim().toUpperCase().replaceAll(/\s+/g, '-'),
};
