// Which values and definitions of custom fields are valid. Pure functions, called by hooks and operations alike.
import { ownerOf } from '../core/contributions.ts';
import type { Issue } from '../core/errors.ts';
import { blamingSync } from '../core/failures.ts';
import type { Field, FieldAnswer, FieldValue, FieldValues, StoredField } from './schemas.ts';
import { addedType, fieldKinds, fieldTypes, ownTypes, type FieldKind, type FieldType } from './types.ts';

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** What values of a type are stored as; undefined for an unknown type. */
const kindOf = (type: string): FieldKind | undefined =>
  addedType(type)?.kind ?? fieldKinds.find((own) => own === type);

export const translatable = ({ type }: Pick<Field, 'type'>): boolean => kindOf(type) === 'text';
export const notTranslatable: Issue = { path: 'translated', message: 'Only text fields can be translated.' };

/** Resolves a stored definition: a plugin's select has the plugin's options, and a type whose plugin was removed becomes its kind. */
export function definitionOf(stored: StoredField): Field {
  const { key, label, type, options, required, translated } = stored;
  const added = addedType(type);
  if (added) {
    const { kind, takes, options: brought = [] } = added;
    return { key, label, type, kind, takes, options: [...brought], required, translated };
  }
  const kind = fieldKinds.find((own) => own === type) ?? stored.kind ?? 'text';
  return { key, label, type: kind, kind, takes: ownTypes[kind].takes, options, required, translated };
}

/** A definition as returned by the API. */
export function answerOf({ kind, takes, ...field }: Field): FieldAnswer {
  return field.type === kind ? field : { ...field, kind, takes };
}

/** Runs a function of the module that added the type. */
const ask = <T>(type: FieldType, work: () => T): T =>
  blamingSync({ module: ownerOf(type), during: 'call', name: type.name }, work);

/** Why a value doesn't fit its field, to follow the field's label in a message; null if it fits. */
export function whyUnfit(field: Field, value: unknown): string | null {
  const added = addedType(field.type);
  const why = whyUnfitKind(field, value);
  if (!added) return why;
  if (why === null && ask(added, () => added.value?.safeParse(value).success ?? true)) return null;
  return field.kind === 'select' ? why : `must be ${added.takes}`;
}

/** Same as `whyUnfit`, but only checks the kind: for values that a filter compares with. */
export function whyUnfitKind(field: Field, value: unknown): string | null {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '' && value.length <= 5000
        ? null
        : 'must be a text of 1 to 5000 characters';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
        ? null
        : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'date':
      return typeof value === 'string' && isDate(value) ? null : 'must be a date as YYYY-MM-DD';
    case 'select':
      return typeof value === 'string' && field.options.includes(value)
        ? null
        : `must be one of ${field.options.map((option) => `"${option}"`).join(', ')}`;
  }
}

/** Whether there is a value for a key. Uses `hasOwn`, because every object inherits `constructor`, which is a valid key. */
export function hasValue(values: FieldValues, key: string): boolean {
  return Object.hasOwn(values, key);
}

/**
 * Checks values by key against the definitions.
 *
 * @param path of the values in the input, for the issues.
 * @returns all problems; empty if all values fit.
 */
export function checkValues(
  fields: readonly Field[],
  values: Record<string, unknown>,
  path: string,
): Issue[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return Object.entries(values).flatMap(([key, value]): Issue[] => {
    const field = byKey.get(key);
    if (!field)
      return [
        {
          path: `${path}.${key}`,
          message: 'No field has this key. Call `list_fields` to see the available fields.',
        },
      ];
    const why = whyUnfit(field, value);
    return why === null ? [] : [{ path: `${path}.${key}`, message: `${field.label} ${why}.` }];
  });
}

/**
 * Checks a patch of values. Unchanged values don't have to fit any more, and null clears an existing value or any defined field.
 *
 * @returns all problems, like `checkValues`.
 */
export function checkPatch(
  fields: readonly Field[],
  patch: Record<string, FieldValue | null>,
  before: FieldValues,
  path: string,
): Issue[] {
  return Object.entries(patch).flatMap(([key, value]): Issue[] => {
    if (hasValue(before, key) && (value === null || value === before[key])) return [];
    if (value === null && fields.some((field) => field.key === key)) return [];
    return checkValues(fields, { [key]: value }, path);
  });
}

/** Required fields without a value of the asset's own or inherited from a collection. */
export function missingRequired(fields: readonly Field[], effective: FieldValues): Field[] {
  return fields.filter((field) => field.required && !hasValue(effective, field.key));
}

/** Merges a patch into values; null clears. */
export function mergeValues(values: FieldValues, patch: Record<string, FieldValue | null>): FieldValues {
  const merged = { ...values };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  return merged;
}

/** Values without nulls, which mean the same as leaving the key out. */
export function withoutNulls(values: Record<string, FieldValue | null>): FieldValues {
  return mergeValues({}, values);
}

/**
 * Converts a value to another definition of its field if nothing is lost: between a number and its plain decimal text, or a boolean
 * and `true` or `false` as text. "0042" and "1.50" can't become numbers without losing digits.
 *
 * @returns undefined if the value would be lost.
 */
export function convertValue(value: FieldValue, to: Field): FieldValue | undefined {
  const readings: (FieldValue | undefined)[] = [value, typeof value === 'string' ? value : String(value)];
  if (to.kind === 'number' && typeof value === 'string' && String(Number(value)) === value)
    readings.push(Number(value));
  if (to.kind === 'boolean' && (value === 'true' || value === 'false')) readings.push(value === 'true');
  const added = addedType(to.type);
  if (added) readings.push(ask(added, () => added.from?.(value)));
  return readings.find((reading) => whyUnfit(to, reading) === null);
}

/** Problems of a definition: a select without options, options on another type, a duplicate option, a translated number. */
export function checkDefinition(field: Pick<Field, 'type' | 'options' | 'translated'>): Issue[] {
  const issues: Issue[] = [];
  if (!fieldTypes().some(({ name }) => name === field.type))
    issues.push({
      path: 'type',
      message: 'Unknown type. Call `list_field_types` to see the available types.',
    });
  if (field.type === 'select' && field.options.length === 0)
    issues.push({ path: 'options', message: 'A select needs at least one option.' });
  if (field.type !== 'select' && field.options.length > 0)
    issues.push({ path: 'options', message: 'Only a select takes options.' });
  if (field.translated && !translatable(field)) issues.push(notTranslatable);
  if (new Set(field.options).size !== field.options.length)
    issues.push({ path: 'options', message: 'Options must be unique.' });
  return issues;
}
