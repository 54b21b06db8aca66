// A type of custom field: one of Marque's own kinds with a name and a check. What is a kind of text is searched by its words and
// edited as text; a kind of number or date would have ranges, and a choice (`select`, with `options`) facets.
import { z, type FieldType } from 'marque/extend';

export const jobNumber: FieldType = {
  name: 'agency-job-number',
  label: 'Job number',
  takes: 'a job number, such as NL-2026-0042',
  kind: 'text',
  value: z.string().regex(/^[A-Z]{2}-\d{4}-\d{4}$/),
  // Text that was typed before there was this type.
  from: (value) => String(value).trim().toUpperCase().replaceAll(/\s+/g, '-'),
};
