// What every collection of Marque rejects on Payload's own REST routes: reading through hidden fields, copies, versions that don't
// exist, and values the database can't accept, which are client errors. And how deep their answers go.
import {
  APIError,
  type AfterErrorHook,
  type CollectionBeforeOperationHook,
  type CollectionConfig,
  type Endpoint,
  type Field,
  type PayloadRequest,
} from 'payload';
import { sqlStateOf } from '../../db/failures.ts';
import { serviceOf } from '../../service.ts';
import { appPeople, type AppUser } from '../app-people.ts';
import { withEachField } from './each-field.ts';

const refuse = (message: string): APIError => new APIError(message, 400, null, true);

/** Payload reads `__` in a path as a dot. */
const isPath = (sort: string): boolean => /\.|__/.test(sort);

function checkSort(sort: unknown): void {
  const keys = Array.isArray(sort) ? sort : [sort];
  for (const key of keys) {
    if (typeof key !== 'string') continue;
    // Sorting by a field of a related record would reveal its values, hidden ones too, by comparison.
    if (key.split(',').some(isPath))
      throw refuse('sort takes field names of this collection. Paths such as "owner.name" aren’t supported.');
  }
}

/** The largest page and limit: their product still fits PostgreSQL's bigint. */
const maxNumber = 1_000_000_000;

function checkNumber(name: string, value: unknown, least: number): void {
  if (value === undefined || value === null) return;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= maxNumber) return;
  throw refuse(`${name} must be a whole number from ${least} to ${maxNumber}.`);
}

/** Deeper than any filter of the panel; Payload walks a query recursively. */
const maxDepth = 20;
/** For points on a map, which no field is; Payload fails on them. */
const unknownOperators: ReadonlySet<string> = new Set(['near', 'within', 'intersects']);

function checkWhere(where: unknown): void {
  if (where === undefined || where === null) return;
  if (typeof where !== 'object') throw refuse('where must be a query, such as where[name][equals]=Acme.');
  let level: object[] = [where];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw refuse(`where can be nested up to ${maxDepth} levels deep.`);
    const next: object[] = [];
    for (const part of level) {
      for (const [name, value] of Object.entries(part)) {
        if (unknownOperators.has(name)) throw refuse(`where: no field supports the operator "${name}".`);
        if (typeof value === 'object' && value !== null) next.push(value as object);
      }
    }
    level = next;
  }
}

interface QueryArgs {
  overrideAccess?: boolean;
  sort?: unknown;
  page?: unknown;
  limit?: unknown;
  where?: unknown;
  currentDepth?: number;
}

/** Validates list queries. Marque's own calls (`overrideAccess`) aren't checked. */
const checkQuery: CollectionBeforeOperationHook = ({ args }) => {
  const { overrideAccess, sort, page, limit, where } = args as QueryArgs;
  if (overrideAccess === true) return;
  checkSort(sort);
  checkNumber('page', page, 1);
  checkNumber('limit', limit, 0);
  checkWhere(where);
};

const nothing = { id: { equals: '00000000-0000-0000-0000-000000000000' } };

/** People whom the app has disabled may still be signed in to its panel. */
const demandActive: CollectionBeforeOperationHook = async ({ args, req }) => {
  const app = appPeople();
  const user = req.user as unknown as AppUser | null;
  if ((args as QueryArgs).overrideAccess === true || !app || user?.collection !== app.collection) return args;
  if (await app.isActive(serviceOf(req.payload), user)) return args;
  const { currentDepth = 0, where } = args as QueryArgs;
  // A record of the app refers to it: the app's answer shows the ID, as of a record that they can't read.
  if (currentDepth > 1) return { ...args, where: { and: [where ?? {}, nothing] } } as typeof args;
  throw new APIError('This app has disabled your account.', 403, null, true);
};

const answering =
  (status: number, message: string): Endpoint['handler'] =>
  () =>
    Response.json({ errors: [{ message }] }, { status });

const noVersions = answering(404, 'This collection keeps no versions in Payload.');
const closedRoutes: Endpoint[] = [
  { path: '/versions', method: 'get', handler: noVersions },
  { path: '/versions/:id', method: 'get', handler: noVersions },
  { path: '/versions/:id', method: 'post', handler: noVersions },
];

/** How many related records deep an answer goes, whatever `depth` a request asks for. */
export const mostDepth = 2;

function withDepth(field: Field): Field {
  const isRelated = field.type === 'relationship' || field.type === 'upload' || field.type === 'join';
  return isRelated ? { ...field, maxDepth: field.maxDepth ?? mostDepth } : field;
}

/** Adds these guards to a collection. */
export function withRestGuards(collection: CollectionConfig): CollectionConfig {
  return {
    ...collection,
    fields: withEachField(collection.fields, withDepth),
    // A copy would bypass what an operation does on creation.
    disableDuplicate: true,
    graphQL: false,
    endpoints: [...(collection.endpoints || []), ...closedRoutes],
    hooks: {
      ...collection.hooks,
      beforeOperation: [demandActive, checkQuery, ...(collection.hooks?.beforeOperation ?? [])],
      afterError: [...(collection.hooks?.afterError ?? []), answerBadRequests],
    },
  };
}

/**
 * SQLSTATEs caused by values in a request: data exceptions (class 22), an operator the field's type doesn't have, a type
 * mismatch, and too many values for a statement.
 */
function isBadValue(state: string): boolean {
  return state.startsWith('22') || ['42883', '42804', '08P01', '54001'].includes(state);
}

function messageFor(
  error: unknown,
  req: PayloadRequest,
  status: number,
): { status: number; message: string } | null {
  const state = sqlStateOf(error);
  if (state !== null)
    return isBadValue(state)
      ? { status: 400, message: 'A value or operator in this request doesn’t match its field.' }
      : null;
  if (!(error instanceof Error) || status !== 500) return null;
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
  const operators = [...searchParams.keys()].flatMap((key) => /\[(\w+)\]$/.exec(key)?.[1] ?? []);
  if (operators.some((operator) => unknownOperators.has(operator)))
    return { status: 400, message: "where: this field doesn't support this operator." };
  // Payload parses `where` and `data` as JSON, and decodes each part of the path.
  if (error.name === 'SyntaxError') return { status: 400, message: 'This request isn’t valid JSON.' };
  if (error.name === 'URIError' || error.message.startsWith('Failed to decode'))
    return { status: 400, message: 'The URL contains malformed percent-encoding.' };
  if (/\/versions(\/[^/]*)?$/.test(pathname))
    return { status: 404, message: 'This collection keeps no versions in Payload.' };
  return null;
}

/** Answers a request that the database or the parser rejected with a 4xx and a message. */
export const answerBadRequests: AfterErrorHook = ({ error, req }) => {
  const { status = 500 } = error as { status?: number };
  const answer = messageFor(error, req, status);
  return answer ? { status: answer.status, response: { errors: [{ message: answer.message }] } } : undefined;
};
