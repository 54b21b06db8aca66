// JSON Schemas as agents get them: what validation needs and a reader doesn't is left out, since every token of tools/list is paid in
// each conversation. The operation's own schema still validates the call.

type Schema = Record<string, unknown>;

/** A shared part must be at least this long, in characters of JSON, to be worth a `$ref`. */
const minShared = 90;

/** Lengths and counts from here on limit abuse, not what an agent would sensibly send; sending more is an error that says the maximum. */
const largeLength = 40;
/** The same for numbers: up to here, an agent is better off to know the limit of a page, or of days. */
const largeNumber = 1000;

/** Longer lists of texts are left out: the error for an unknown value lists them all. */
const mostListed = 16;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text, or null. */
const isText = ({ type }: Schema): boolean => ['string', 'string,null'].includes([type].flat().join());

const isNull = (value: unknown): boolean => isSchema(value) && value.type === 'null';

/** `{anyOf: [X, null]}` as one schema with two types, where X has one type and doesn't list its values. */
function withNull(schema: Schema): Schema {
  const { anyOf, ...others } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isNull(anyOf[1])) return schema;
  const value: unknown = anyOf[0];
  if (!isSchema(value) || typeof value.type !== 'string' || 'const' in value) return schema;
  const types = { ...value, type: [value.type, 'null'] };
  return {
    ...types,
    ...(Array.isArray(value.enum) ? { enum: [...(value.enum as unknown[]), null] } : {}),
    ...others,
  };
}

/** `{anyOf: [{type: A}, {type: B}]}`, also nested, as one schema with these types. */
function withTypes(schema: Schema): Schema {
  const { anyOf, ...others } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const types: unknown[] = [];
  for (const one of anyOf.map((part: unknown) => (isSchema(part) ? withTypes(part) : {}))) {
    if (Object.keys(one).join() !== 'type') return schema;
    types.push(...[one.type].flat());
  }
  return { type: types, ...others };
}

/** `{anyOf: [X, list of X]}`, which a query parameter that may be repeated is, as the list. */
function asList(schema: Schema): Schema {
  const { anyOf, ...others } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, many] = anyOf as unknown[];
  if (!isSchema(many) || many.type !== 'array' || JSON.stringify(many.items) !== JSON.stringify(one))
    return schema;
  return { ...many, ...others };
}

function isDispensable(key: string, value: unknown, schema: Schema): boolean {
  switch (key) {
    case 'pattern':
      // The second only forbids control characters, which nobody sends.
      return 'format' in schema || value === '^\\P{Cc}*$';
    case 'minLength':
    case 'minItems':
      return value === 1;
    case 'maxLength':
    case 'maxItems':
      return typeof value === 'number' && value >= largeLength;
    case 'maximum':
      return typeof value === 'number' && value >= largeNumber;
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER;
    case 'propertyNames':
      return JSON.stringify(value) === '{"type":"string"}';
    case 'additionalProperties':
      return value === false || JSON.stringify(value) === '{}';
    case 'enum':
      return isText(schema) && Array.isArray(value) && value.length > mostListed;
    case 'description':
      return value === 'UUID';
    case 'type':
      return 'const' in schema;
    default:
      return false;
  }
}

/** Accepted only so that the answer of a read can be sent back: nobody needs to know. */
const isIgnored = (value: unknown): boolean =>
  isSchema(value) && typeof value.description === 'string' && value.description.startsWith('Ignored');

/** Keys that hold names chosen by us, not keywords of JSON Schema. */
const holdNames = new Set(['properties', '$defs']);

function light(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(light);
  if (!isSchema(value)) return value;
  const schema = withNull(asList(value));
  const lighter: Schema = Object.fromEntries(
    Object.entries(schema).flatMap(([key, part]) => {
      if (isDispensable(key, part, schema)) return [];
      if (key === 'default' || key === 'enum' || key === 'const') return [[key, part]];
      if (holdNames.has(key) && isSchema(part)) {
        const kept = Object.entries(part).filter(([, one]) => !isIgnored(one));
        return [[key, Object.fromEntries(kept.map(([name, one]) => [name, light(one)]))]];
      }
      return [[key, light(part)]];
    }),
  );
  return withTypes(lighter);
}

/** Calls `see` with every schema in a schema, outer ones first. */
function visit(value: unknown, see: (schema: Schema) => void): void {
  if (Array.isArray(value)) value.forEach((one) => visit(one, see));
  if (!isSchema(value)) return;
  if (!isBag(value)) see(value);
  Object.values(value).forEach((one) => visit(one, see));
}

/** The value of `properties`: a table of schemas by name, not a schema. */
const bags = new WeakSet<Schema>();
const isBag = (value: Schema): boolean => bags.has(value);

function markBags(value: unknown): void {
  if (Array.isArray(value)) value.forEach(markBags);
  if (!isSchema(value)) return;
  for (const name of holdNames) if (isSchema(value[name])) bags.add(value[name]);
  Object.values(value).forEach(markBags);
}

/** An object must share at least this many properties with another to be described by it. */
const minInherited = 5;

type ObjectSchema = Schema & { properties: Schema };

const isObject = (schema: Schema): schema is ObjectSchema => isSchema(schema.properties);
const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether an object has all properties of another, each with the same schema. */
const hasAllOf = (one: ObjectSchema, base: ObjectSchema): boolean =>
  Object.entries(base.properties).every(([name, schema]) => sameJson(one.properties[name], schema));

/**
 * Objects that have what another one has, and more, as an extension of it: a section to add has the properties of one to update, and an
 * id. The top level stays as it is, since not every client looks further.
 */
function inherited(root: Schema): Schema {
  const objects: ObjectSchema[] = [];
  markBags(root);
  visit(root, (schema) => {
    if (schema !== root && isObject(schema)) objects.push(schema);
  });
  const isPlain = (schema: Schema): boolean =>
    Object.keys(schema).every((key) => ['type', 'properties', 'description'].includes(key));
  const bases = objects.flatMap((schema) => {
    const { description: _, ...base } = schema;
    const isWorthIt = isPlain(schema) && Object.keys(base.properties).length >= minInherited;
    return isWorthIt && objects.filter((one) => hasAllOf(one, base)).length > 1 ? [base] : [];
  });
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (!isSchema(value)) return value;
    const inside = (): Schema =>
      Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part)]));
    if (value === root || !isObject(value)) return inside();
    const [base] = bases
      .filter((one) => hasAllOf(value, one))
      .sort((one, other) => Object.keys(other.properties).length - Object.keys(one.properties).length);
    if (!base) return inside();
    const { properties, ...others } = value;
    const own = Object.entries(properties).filter(([name]) => !(name in base.properties));
    if (sameJson(value, base)) return inside();
    return {
      ...others,
      allOf: [Object.fromEntries(Object.entries(base).map(([key, part]) => [key, within(part)]))],
      ...(own.length > 0 ? { properties: within(Object.fromEntries(own)) } : {}),
    };
  };
  return within(root) as Schema;
}

/** Moves parts that stand more than once into `$defs`, the longest first. */
function shared(schema: Schema): Schema {
  const $defs: Schema = isSchema(schema.$defs) ? { ...schema.$defs } : {};
  let current: Schema = { ...schema };
  delete current.$defs;
  for (;;) {
    const counts = new Map<string, number>();
    const body = { current, $defs };
    bags.add(body);
    bags.add($defs);
    markBags(body);
    visit(body, (one) => {
      const text = JSON.stringify(one);
      if (text.length >= minShared) counts.set(text, (counts.get(text) ?? 0) + 1);
    });
    const [longest] = [...counts].filter(([, count]) => count > 1).sort(([a], [b]) => b.length - a.length);
    if (!longest) break;
    const name = `s${Object.keys($defs).length + 1}`;
    const [text] = longest;
    const definition: unknown = JSON.parse(text);
    current = replaced(current, text, name) as Schema;
    for (const key of Object.keys($defs)) $defs[key] = replaced($defs[key], text, name);
    $defs[name] = definition;
  }
  return Object.keys($defs).length > 0 ? { ...current, $defs } : current;
}

function replaced(value: unknown, text: string, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, text, name));
  if (!isSchema(value)) return value;
  if (JSON.stringify(value) === text) return { $ref: `#/$defs/${name}` };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, text, name)]));
}

/**
 * A schema with the same meaning in fewer characters. Limits that only prevent abuse, patterns beside a format and closed nested
 * objects are left out: a call that breaks them gets an error that says so.
 */
export function lightened(schema: Record<string, unknown>): Record<string, unknown> {
  const { additionalProperties, ...others } = schema;
  const result = shared(inherited(light(others) as Schema));
  return additionalProperties === undefined ? result : { ...result, additionalProperties };
}
