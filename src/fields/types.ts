// The one table of what a custom field may be of. A type of a plugin is one of Marque's own kinds with a name, and a check of its
// values: it is stored, searched, counted, compared and edited as that kind is.
import { z } from 'zod';

/** What values are stored, searched, counted, compared and edited as: Marque's own types. */
export const fieldKinds = ['text', 'number', 'date', 'boolean', 'select'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A type of custom field that a plugin adds. */
export interface FieldType {
  /** A lowercase letter, then lowercase letters, digits, dashes or underscores. It is stored: don't change it. */
  name: string;
  /** What people choose it by. */
  label: string;
  /** What a value is, so that it can follow "must be": `a job number, such as NL-2026-0042`. Shown to people and agents alike. */
  takes: string;
  /** What it is stored and treated as: words of a `text` are searched, a `number` and a `date` have ranges, a `select` has facets. */
  kind: FieldKind;
  /** A `select` brings its options; nothing else has any. */
  options?: readonly string[];
  /** Whether a value that fits the kind fits the type. It checks and never changes: what was sent is what is kept. */
  value?: z.ZodType;
  /**
   * What a value of another type says as one of this, for a field that becomes of this type. Only where nothing is lost on the way;
   * undefined where there is no such value. Left out: a value that fits as it is, or as the kind reads it.
   */
  from?: (value: string | number | boolean) => string | number | boolean | undefined;
}

const table = new Map<string, FieldType>();

/**
 * Adds a type of a plugin, in place of an earlier one of its name: a config is read anew while somebody develops.
 * @throws Error for the name of one of Marque's own, one that is none, a select without options, or options of anything else.
 */
export function addFieldType(type: FieldType): void {
  const { name, kind, options = [] } = type;
  if (fieldKinds.some((own) => own === name))
    throw new Error(`Marque has a field type "${name}" of its own: give yours another name.`);
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name))
    throw new Error(`A field type is named in up to 40 lowercase letters and digits; "${name}" is not.`);
  if ((kind === 'select') !== options.length > 0)
    throw new Error(`The field type "${name}" needs options exactly if it is a kind of select.`);
  table.set(name, type);
}

/** A type of a plugin; undefined for Marque's own, and for one whose plugin is gone. */
export function addedType(name: string): FieldType | undefined {
  return table.get(name);
}

/** What Marque's own take. */
export const ownTypes: Readonly<Record<FieldKind, { label: string; takes: string }>> = {
  text: { label: 'Text', takes: 'a text of 1 to 5000 characters' },
  number: { label: 'Number', takes: 'a number' },
  date: { label: 'Date', takes: 'a date as YYYY-MM-DD' },
  boolean: { label: 'Yes or no', takes: 'true or false' },
  select: { label: 'Choice', takes: 'one of its options' },
};

/** Every type there is, Marque's own first. */
export function fieldTypes(): FieldTypeEntry[] {
  return [
    ...fieldKinds.map((kind) => ({ name: kind, ...ownTypes[kind], kind })),
    ...[...table.values()].map(({ name, label, takes, kind }) => ({ name, label, takes, kind })),
  ];
}

/** The name of a type. Drawn when it is first asked for: plugins have added theirs by then. */
export const FieldTypeName = z.lazy(() => z.enum(fieldTypes().map(({ name }) => name)));

export const FieldTypeEntry = z
  .object({
    name: z.string(),
    label: z.string(),
    takes: z.string().describe('What a value must be'),
    kind: z.enum(fieldKinds).describe('What its values are stored, searched, counted and compared as'),
  })
  .meta({ id: 'FieldType' });
export type FieldTypeEntry = z.infer<typeof FieldTypeEntry>;
