// Names in a request that an operation doesn't know. A misspelt filter that is ignored answers everything, which looks like an answer:
// on /api/v1 it is refused, with the name that was probably meant.
import { z } from 'zod';
import { suggestion } from '../../lib/nearest.ts';
import { type AnyOperation, type RequestFacts } from '../operation.ts';
import type { Issue } from '../errors.ts';
import { isInInterface } from './conditional-requests.ts';

/** What proxies, caches and campaigns add to an address; and the time that Payload's lists put behind that of a thumbnail. */
const anywhere = /^(?:_|utm_|\d{4}-\d\d-\d\dT[\d:.]+Z$)/;
/** What Payload's own client adds to every address. */
const behindPayload = new Set(['locale', 'depth']);

/** A schema without what is wrapped around it: defaults, optionality, transforms. */
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

/** Names of the properties that a schema takes at a path. Of several alternatives, those of all of them. */
export function knownAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const here = inner(schema);
  const [step, ...rest] = path;
  if (here instanceof z.ZodUnion)
    return [...new Set((here.options as z.ZodType[]).flatMap((option) => knownAt(option, path)))];
  if (here instanceof z.ZodIntersection)
    return [here.def.left, here.def.right].flatMap((side) => knownAt(side as z.ZodType, path));
  if (here instanceof z.ZodObject) {
    const shape = here.shape as Record<string, z.ZodType>;
    if (step === undefined) return Object.keys(shape);
    const next = Object.hasOwn(shape, step) ? shape[String(step)] : undefined;
    return next ? knownAt(next, rest) : [];
  }
  if (step === undefined) return [];
  if (here instanceof z.ZodArray) return knownAt(here.element as z.ZodType, rest);
  if (here instanceof z.ZodRecord) return knownAt(here.valueType as z.ZodType, rest);
  if (here instanceof z.ZodTuple) {
    const item = (here.def.items as readonly z.ZodType[])[Number(step)];
    return item ? knownAt(item, rest) : [];
  }
  return [];
}

interface Parameters {
  names: ReadonlySet<string>;
  /** True where the schema itself says which further names there are. */
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
  /** Those that are wrong. */
  issues: Issue[];
  /** Those that the operation passes over, as the interface says of it. */
  ignored: string[];
}

const none: UnknownParameters = { issues: [], ignored: [] };

/** Query parameters that the operation doesn't know; outside /api/v1 none is asked about. */
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
  if (operation.ignoresUnknown) return { issues: [], ignored: unknown };
  const list = [...known.names];
  return {
    // The first hundred: comparing every name of a long address would take long.
    issues: unknown.slice(0, 100).map((path) => ({
      path: path.slice(0, 80),
      message: `There is no such query parameter. ${suggestion(path, list)}`,
    })),
    ignored: [],
  };
}

/** Names that are passed over, as a header: encoded where they hold anything else than the letters of a token (RFC 9110, 5.6.2). */
export function ignoredHeader(names: readonly string[]): string {
  return names
    .slice(0, 20)
    .map((name) => encodeURIComponent(name.slice(0, 100).replace(/\p{Surrogate}/gu, '?')))
    .join(', ');
}

/** A query without what may stand in any address: a schema that refuses unknown names shall not see it. */
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
