// Random values: valid for a schema, or invalid. Bodies are text, since JSON.stringify can't produce the
// worst ones.
import fc from 'fast-check';

/** JSON Schema, as far as the OpenAPI document uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

const hostileStrings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202egnp.exe',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '</style><script>',
  '🦄'.repeat(1_000),
  'a'.repeat(100_000),
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  '99999999999999999999',
  '2024-02-30',
  '{"a":1}',
  '00000000-0000-0000-0000-000000000000',
];
const hostileValues: unknown[] = [
  ...hostileStrings,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[[[[]]]]],
  { toString: 1 },
  Array(10_000).fill(0),
  Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, at])),
];
const hostileTexts = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e999',
  '{"__proto__":{"admin":true}}',
  '['.repeat(100_000),
  '{"a":'.repeat(30_000),
  `[${'0,'.repeat(300_000)}0]`,
  `{${Array.from({ length: 45_000 }, (_, at) => `"k${at}":0`).join()}}`,
  `{"a":"${'\\"'.repeat(400_000)}"}`,
  `{"${'k'.repeat(500_000)}":1}`,
];

const hostile = fc.constantFrom(...hostileValues);

/** @param ids of existing records, mixed with unknown ones */
function valueOf(
  schema: Schema,
  schemas: Record<string, Schema>,
  ids: readonly string[],
  depth = 0,
): fc.Arbitrary<unknown> {
  if (schema.$ref)
    return valueOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, ids, depth + 1);
  if (depth > 8) return fc.constant(null);
  const inner = (one: Schema): fc.Arbitrary<unknown> =>
    fc.oneof(
      { arbitrary: valueOf(one, schemas, ids, depth + 1), weight: 6 },
      { arbitrary: hostile, weight: 1 },
    );
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (variants) return fc.oneof(...variants.map((one) => valueOf(one, schemas, ids, depth + 1)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties) {
    const properties = Object.entries(schema.properties ?? {});
    const required = new Set(schema.required ?? []);
    return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, inner(one)])), {
      requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
    });
  }
  if (type === 'array') return fc.array(inner(schema.items ?? {}), { maxLength: 4 });
  if (type === 'integer' || type === 'number') return fc.oneof(fc.integer(), fc.double(), fc.nat(100));
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return textOf(schema, ids);
  return fc.oneof(hostile, fc.jsonValue());
}

function textOf({ format }: Schema, ids: readonly string[]): fc.Arbitrary<string> {
  const any = fc.oneof(
    fc.constantFrom(...hostileStrings),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...ids),
  );
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid(), any);
  if (format === 'date') return fc.oneof(fc.constantFrom('2026-01-31', '9999-12-31', '0001-01-01'), any);
  return fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), any);
}

/** The text of a parameter. */
export function parameterOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<string> {
  return valueOf(schema, {}, ids).map((value) =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  );
}

/** The text of a body. */
export function bodyOf(
  schema: Schema,
  schemas: Record<string, Schema>,
  ids: readonly string[],
): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: valueOf(schema, schemas, ids).map((value) => JSON.stringify(value) ?? 'null'), weight: 9 },
    { arbitrary: fc.constantFrom(...hostileTexts), weight: 1 },
  );
}
