// How a setting resolves, property by property, from the narrowest place that sets it. Pure: no database, no encryption.
import type { z } from 'zod';
import { suggestion } from '../../lib/nearest.ts';
import { unknownProperty, type Issue } from '../errors.ts';
import {
  sources as sourceOrder,
  type Setting,
  type SettingContext,
  type SettingDefinition,
  type SettingSource,
} from './schemas.ts';

export type Values = Record<string, unknown>;

/** The values of each place; missing, null and undefined properties aren't set. */
export type Layers = Partial<Record<SettingSource, Values>>;

export interface Resolved {
  /** Every property of the definition, including secrets. */
  value: Values;
  sources: Record<string, SettingSource>;
  source: SettingSource;
}

const says = (values: Values | undefined, property: string): boolean =>
  values !== undefined && Object.hasOwn(values, property) && (values[property] ?? null) !== null;

export function resolve(definition: SettingDefinition, layers: Layers): Resolved {
  const value: Values = {};
  const sources: Record<string, SettingSource> = {};
  for (const property of Object.keys(definition.properties)) {
    const source = sourceOrder.find((one) => says(layers[one], property)) ?? 'default';
    value[property] = layers[source]?.[property] ?? null;
    sources[property] = source;
  }
  const used = new Set(Object.values(sources));
  return { value, sources, source: sourceOrder.find((one) => used.has(one)) ?? 'default' };
}

/** The API representation, without secrets. */
export function toSetting(definition: SettingDefinition, context: SettingContext, layers: Layers): Setting {
  const { value, sources, source } = resolve(definition, layers);
  const secrets = definition.secrets ?? [];
  const own = layers[context] ?? {};
  return {
    key: definition.key,
    label: definition.label,
    context,
    value: { ...value, ...Object.fromEntries(secrets.map((secret) => [secret, null])) },
    secrets: Object.fromEntries(secrets.map((secret) => [secret, (value[secret] ?? null) !== null])),
    source,
    sources,
    own: Object.keys(definition.properties).some((property) => says(own, property)),
  };
}

/** Values from the environment; invalid ones are ignored. */
export function environmentLayer(
  definition: SettingDefinition,
  variables: Readonly<Record<string, string>>,
): Values {
  return Object.fromEntries(
    Object.entries(definition.environment ?? {}).flatMap(([property, name]) => {
      const text = name === undefined ? undefined : variables[name];
      const schema = definition.properties[property];
      if (text === undefined || !schema) return [];
      const fitting = readings(text).map((reading) => schema.safeParse(reading));
      const found = fitting.find(({ success }) => success);
      return found?.success ? [[property, found.data]] : [];
    }),
  );
}

/** Interprets an environment variable: text, number or boolean. */
function readings(text: string): unknown[] {
  if (/^\d+$/.test(text)) return [Number(text), text];
  if (/^(true|false)$/i.test(text)) return [text.toLowerCase() === 'true', text];
  return [text];
}

/** A PATCH: properties to set and properties to clear. */
export interface Change {
  set: Values;
  clear: string[];
}

/** Beside the properties in the body of a PATCH: the values that they had when they were read. */
const expectedName = 'expected';

/**
 * Takes apart the body of a PATCH: the properties, and the values that are expected of some. A setting with a property of that name has
 * none to expect.
 */
export function readExpected(
  definition: SettingDefinition,
  body: Values,
): { properties: Values; expected: Values; issues: Issue[] } {
  const known = Object.keys(definition.properties);
  const { [expectedName]: given, ...properties } = body;
  if (given === undefined || known.includes(expectedName))
    return { properties: body, expected: {}, issues: [] };
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const message = 'Must be an object: the values that you read, by property.';
    return { properties, expected: {}, issues: [{ path: expectedName, message }] };
  }
  const issues = Object.keys(given).flatMap((property): Issue[] => {
    const path = `${expectedName}.${property}`;
    if (definition.secrets?.includes(property))
      return [{ path, message: "A secret is never returned, so it can't be compared." }];
    if (known.includes(property)) return [];
    return [{ path, message: `${unknownProperty} ${suggestion(property, known)}` }];
  });
  return { properties, expected: { ...given }, issues };
}

/** Reads the properties of a PATCH and reports everything that's wrong with them. Empty secrets are ignored. */
export function readChange(definition: SettingDefinition, body: Values): { change: Change; issues: Issue[] } {
  const change: Change = { set: {}, clear: [] };
  const issues: Issue[] = [];
  const secrets: readonly string[] = definition.secrets ?? [];
  for (const [property, given] of Object.entries(body)) {
    const schema = Object.hasOwn(definition.properties, property)
      ? definition.properties[property]
      : undefined;
    if (!schema) {
      issues.push({
        path: property,
        message: `${unknownProperty} ${suggestion(property, Object.keys(definition.properties))}`,
      });
    } else if (given === null) {
      change.clear.push(property);
    } else if (given !== '' || !secrets.includes(property)) {
      const parsed = schema.safeParse(given);
      if (parsed.success) change.set[property] = parsed.data;
      else issues.push(...issuesAt(property, parsed.error));
    }
  }
  return { change, issues };
}

function issuesAt(property: string, error: z.ZodError): Issue[] {
  return error.issues.map(({ path, message }) => ({
    path: path.reduce<string>(
      (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
      property,
    ),
    message,
  }));
}

/** The values of a place after a change. */
export function changed(own: Values, change: Change): Values {
  const kept = Object.entries(own).filter(([property]) => !change.clear.includes(property));
  return { ...Object.fromEntries(kept), ...change.set };
}
