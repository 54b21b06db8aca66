// The types of custom fields. A plugin's type is one of Marque's own kinds with a name and a check of its values: it is stored,
// searched, counted, compared and edited as that kind.
import { z } from 'zod';
import { takeContributions } from '../core/contributions.ts';

declare module '../core/contributions.ts' {
  interface Contributions {
    /** Types of custom fields. */
    fieldTypes: FieldType;
  }
}

/** Marque's own types: how values are stored, searched, counted, compared and edited. */
export const fieldKinds = ['text', 'number', 'date', 'boolean', 'select'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A type of custom field that a plugin adds. */
export interface FieldType {
  /** A lowercase letter, then lowercase letters, digits, dashes or underscores. It is stored: don't change it. */
  name: string;
  /** The name people see. */
  label: string;
  /** Describes a value, to follow "must be": `a job number, such as NL-2026-0042`. Shown to people and agents. */
  takes: string;
  /** How it is stored and treated: `text` is searched, `number` and `date` have ranges, `select` has facets. */
  kind: FieldKind;
  /** Required for `select`; not allowed for other kinds. */
  options?: readonly string[];
  /** Checks a value that already fits the kind. It must not transform: values are stored as sent. */
  value?: z.ZodType;
  /**
   * Converts a value of another type when a field changes to this type. Must be lossless; returns undefined if there is no such
   * value. Without it, only values that fit as they are, or as the kind converts them, are kept.
   */
  from?: (value: string | number | boolean) => string | number | boolean | undefined;
}

const table = new Map<string, FieldType>();

/**
 * Adds a plugin's type, replacing an earlier one with the same name, because a config is reloaded during development.
 * @throws Error for one of Marque's own names, an invalid name, a select without options, or options on another kind.
 */
export function addFieldType(type: FieldType): void {
  const { name, kind, options = [] } = type;
  if (fieldKinds.some((own) => own === name))
    throw new Error(`"${name}" is one of Marque's own field types. Choose another name.`);
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name))
    throw new Error(
      `Invalid field type name "${name}". Use a lowercase letter, then up to 39 lowercase letters, digits, dashes or underscores.`,
    );
  if ((kind === 'select') !== options.length > 0)
    throw new Error(`Field type "${name}": set options if and only if its kind is select.`);
  table.set(name, type);
}
takeContributions('fieldTypes', addFieldType);

/** A plugin's type; undefined for Marque's own types and for those whose plugin was removed. */
export function addedType(name: string): FieldType | undefined {
  return table.get(name);
}

/** Labels and descriptions of Marque's own types. */
export const ownTypes: Readonly<Record<FieldKind, { label: string; takes: string }>> = {
  text: { label: 'Text', takes: 'a text of 1 to 5000 characters' },
  number: { label: 'Number', takes: 'a number' },
  date: { label: 'Date', takes: 'a date as YYYY-MM-DD' },
  boolean: { label: 'Yes or no', takes: 'true or false' },
  select: { label: 'Choice', takes: 'one of its options' },
};

/** All types, Marque's own first. */
export function fieldTypes(): FieldTypeEntry[] {
  return [
    ...fieldKinds.map((kind) => ({ name: kind, ...ownTypes[kind], kind })),
    ...[...table.values()].map(({ name, label, takes, kind }) => ({ name, label, takes, kind })),
  ];
}

/** The name of a type. Lazy, so plugins have added their types before it is built. */
export const FieldTypeName = z.lazy(() => z.enum(fieldTypes().map(({ name }) => name)));

export const FieldTypeEntry = z
  .object({
    name: z.string(),
    label: z.string(),
    takes: z.string().describe('What a value must be'),
    kind: z.enum(fieldKinds).describe('The kind its values are stored, searched, counted and compared as'),
  })
  .meta({ id: 'FieldType' });
export type FieldTypeEntry = z.infer<typeof FieldTypeEntry>;
