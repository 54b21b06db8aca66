// Unknown query parameters. Ignoring a misspelled filter would return everything, which looks like a valid result; so on /api/v1
// it's an error that suggests the intended name.
import { z } from 'zod';
import { suggestion } from '../../lib/nearest.ts';
import { type AnyOperation, type RequestFacts } from '../operation.ts';
import type { Issue } from '../errors.ts';
import { isInInterface } from './conditional-requests.ts';

/** Added by proxies, caches and campaigns, and the timestamp that Payload's lists append to thumbnail URLs. */
const anywhere = /^(?:_|utm_|\d{4}-\d\d-\d\dT[\d:.]+Z$)/;
/** Added to every URL by Payload's own client. */
const behindPayload = new Set(['locale', 'depth']);

/** Unwraps defaults, optionality and transforms. */
function inner(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return inner(schema.in as z.ZodType);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional
  )
    return inner(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodLazy) return inner(schema.unwrap() as z.ZodType);
  return schema;
}

const valueAt = (value: unknown, step: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Record<PropertyKey, unknown>)[step]
    : undefined;

/** The alternatives that a value can be meant as: the one that its discriminator names, or all. */
function alternatives(union: z.ZodUnion, value: unknown): z.ZodType[] {
  const options = union.options as z.ZodType[];
  if (!(union instanceof z.ZodDiscriminatedUnion)) return options;
  const { discriminator } = union.def;
  const named = options.filter((option) => {
    const object = inner(option);
    const field = object instanceof z.ZodObject && (object.shape as Record<string, z.ZodType>)[discriminator];
    return field instanceof z.ZodType && field.safeParse(valueAt(value, discriminator)).success;
  });
  return named.length > 0 ? named : options;
}

/**
 * Property names that a schema accepts at a path. For alternatives, those of all of them, unless the value says which one it is.
 * @param value what was sent
 */
export function knownAt(schema: z.ZodType, path: readonly PropertyKey[], value?: unknown): string[] {
  const here = inner(schema);
  const [step, ...rest] = path;
  if (here instanceof z.ZodUnion)
    return [...new Set(alternatives(here, value).flatMap((option) => knownAt(option, path, value)))];
  if (here instanceof z.ZodIntersection)
    return [here.def.left, here.def.right].flatMap((side) => knownAt(side as z.ZodType, path, value));
  if (here instanceof z.ZodObject) {
    const shape = here.shape as Record<string, z.ZodType>;
    if (step === undefined) return Object.keys(shape);
    const next = Object.hasOwn(shape, step) ? shape[String(step)] : undefined;
    return next ? knownAt(next, rest, valueAt(value, step)) : [];
  }
  if (step === undefined) return [];
  const below = valueAt(value, step);
  if (here instanceof z.ZodArray) return knownAt(here.element as z.ZodType, rest, below);
  if (here instanceof z.ZodRecord) return knownAt(here.valueType as z.ZodType, rest, below);
  if (here instanceof z.ZodTuple) {
    const item = (here.def.items as readonly z.ZodType[])[Number(step)];
    return item ? knownAt(item, rest, below) : [];
  }
  return [];
}

interface Parameters {
  names: ReadonlySet<string>;
  /** True if the schema accepts further names itself. */
  open: boolean;
}

const parametersOfOperation = new WeakMap<AnyOperation, Parameters>();

function parametersOf(operation: AnyOperation): Parameters {
  let parameters = parametersOfOperation.get(operation);
  if (!parameters) {
    const query = operation.input?.query;
    const schema = query && inner(query);
    const open = schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown;
    parameters = { names: new Set(query ? knownAt(query, []) : []), open };
    parametersOfOperation.set(operation, parameters);
  }
  return parameters;
}

export interface UnknownParameters {
  /** The invalid ones. */
  issues: Issue[];
  /** The ones the operation ignores, as its interface says. */
  ignored: string[];
}

const none: UnknownParameters = { issues: [], ignored: [] };

/** Query parameters unknown to the operation; outside /api/v1 nothing is checked. */
export function unknownParameters(
  operation: AnyOperation,
  names: readonly string[],
  facts: Pick<RequestFacts, 'behindPayload'>,
): UnknownParameters {
  if (names.length === 0 || !isInInterface(operation)) return none;
  const known = parametersOf(operation);
  if (known.open) return none;
  const unknown = names.filter(
    (name) =>
      !known.names.has(name) && !anywhere.test(name) && !(facts.behindPayload && behindPayload.has(name)),
  );
  if (unknown.length === 0) return none;
  if (operation.http.ignoresUnknown) return { issues: [], ignored: unknown };
  const list = [...known.names];
  return {
    // Only the first hundred: comparing every name of a long URL would be slow.
    issues: unknown.slice(0, 100).map((path) => ({
      path: path.slice(0, 80),
      message: `Unknown query parameter. ${suggestion(path, list)}`,
    })),
    ignored: [],
  };
}

/** Ignored names as a header value: percent-encoded unless they're tokens (RFC 9110, 5.6.2). */
export function ignoredHeader(names: readonly string[]): string {
  return names
    .slice(0, 20)
    .map((name) => encodeURIComponent(name.slice(0, 100).replace(/\p{Surrogate}/gu, '?')))
    .join(', ');
}

/** Removes parameters that any URL may have, so that strict schemas don't reject them. */
export function withoutPassing<T>(
  query: Record<string, T>,
  facts: Pick<RequestFacts, 'behindPayload'>,
): Record<string, T> {
  if (!Object.keys(query).some((name) => anywhere.test(name) || behindPayload.has(name))) return query;
  return Object.fromEntries(
    Object.entries(query).filter(
      ([name]) => !anywhere.test(name) && !(facts.behindPayload && behindPayload.has(name)),
    ),
  );
}
