// What a custom field takes. Pure; hooks and operations call it, so that every door agrees.
import type { Issue } from '../core/errors.ts';
import type { Field, FieldAnswer, FieldValue, FieldValues, StoredField } from './schemas.ts';
import { addedType, fieldKinds, fieldTypes, ownTypes } from './types.ts';

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A stored definition as it works: a choice that a plugin added has the options that it brought, and a type whose plugin is gone is its kind. */
export function definitionOf(stored: StoredField): Field {
  const { key, label, type, options, required } = stored;
  const added = addedType(type);
  if (added) {
    const { kind, takes, options: brought = [] } = added;
    return { key, label, type, kind, takes, options: [...brought], required };
  }
  const kind = fieldKinds.find((own) => own === type) ?? stored.kind ?? 'text';
  return { key, label, type: kind, kind, takes: ownTypes[kind].takes, options, required };
}

/** A definition as callers are told it. */
export function answerOf({ kind, takes, ...field }: Field): FieldAnswer {
  return field.type === kind ? field : { ...field, kind, takes };
}

/** Why a value doesn't fit its field, in words for the person who sent it; null when it does. */
export function whyUnfit(field: Field, value: unknown): string | null {
  const added = addedType(field.type);
  const why = whyUnfitKind(field, value);
  if (!added || (why === null && (added.value?.safeParse(value).success ?? true))) return why;
  return field.kind === 'select' ? why : `must be ${added.takes}`;
}

/** The same for its kind alone: what it may be compared with. */
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

/** Whether there is a value for a key. Asked so, because `constructor` is a key like any other, and every object has one. */
export function hasValue(values: FieldValues, key: string): boolean {
  return Object.hasOwn(values, key);
}

/**
 * Checks values by key against the definitions.
 *
 * @param path where the values stand in the input, for the issues.
 * @returns every problem at once; empty when all fit.
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
          message: 'There is no field with this key. `list_fields` lists the fields there are.',
        },
      ];
    const why = whyUnfit(field, value);
    return why === null ? [] : [{ path: `${path}.${key}`, message: `${field.label} ${why}.` }];
  });
}

/**
 * Checks a patch of values: what stands there already need not fit any more, and null clears it, or any field there is.
 *
 * @returns every problem at once, as `checkValues` does.
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

/** Keys of required fields that neither the asset nor a collection it is in sets. */
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

/** Values without those that are null, which says "none" as leaving them out does. */
export function withoutNulls(values: Record<string, FieldValue | null>): FieldValues {
  return mergeValues({}, values);
}

/**
 * A value as another definition of its field takes it, where nothing is lost on the way: a number and its plain decimal text, true
 * and false and their words. "0042" and "1.50" have no number that says the same.
 *
 * @returns undefined where the value would be lost.
 */
export function convertValue(value: FieldValue, to: Field): FieldValue | undefined {
  const readings: (FieldValue | undefined)[] = [value, typeof value === 'string' ? value : String(value)];
  if (to.kind === 'number' && typeof value === 'string' && String(Number(value)) === value)
    readings.push(Number(value));
  if (to.kind === 'boolean' && (value === 'true' || value === 'false')) readings.push(value === 'true');
  readings.push(addedType(to.type)?.from?.(value));
  return readings.find((reading) => whyUnfit(to, reading) === null);
}

/** A definition that can't work: a select without options, options on another type, one twice. */
export function checkDefinition(field: Pick<Field, 'type' | 'options'>): Issue[] {
  const issues: Issue[] = [];
  if (!fieldTypes().some(({ name }) => name === field.type))
    issues.push({
      path: 'type',
      message: 'There is no such type. `list_field_types` lists the types there are.',
    });
  if (field.type === 'select' && field.options.length === 0)
    issues.push({ path: 'options', message: 'A select needs at least one option.' });
  if (field.type !== 'select' && field.options.length > 0)
    issues.push({ path: 'options', message: 'Only a select has options of your choice.' });
  if (new Set(field.options).size !== field.options.length)
    issues.push({ path: 'options', message: 'An option stands here twice.' });
  return issues;
}
