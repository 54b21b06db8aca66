// Errors of queries on our collections, without the values of the query: Payload's adapter puts them into its errors, and in someone else's
// app Payload's logger writes them to the app's log. A password's hash or a token may be among them.
import { types } from 'node:util';
import type { Payload } from 'payload';

/** What an adapter's function is given, as far as it matters here. */
type Call = (this: unknown, args: { collection?: unknown }) => unknown;

/** The functions of an adapter that query a collection. */
const names = [
  'count',
  'countVersions',
  'create',
  'createVersion',
  'deleteMany',
  'deleteOne',
  'deleteVersions',
  'find',
  'findDistinct',
  'findOne',
  'findVersions',
  'queryDrafts',
  'updateMany',
  'updateOne',
  'updateVersion',
  'upsert',
] as const;

const property = Symbol.for('marque.collections-without-values');

type Adapter = { [Name in (typeof names)[number]]?: Call } & { [property]?: ReadonlySet<unknown> };

/** The values of drizzle's error, and the row in PostgreSQL's. */
function dropValues(error: unknown): void {
  for (let one = error, depth = 0; types.isNativeError(one) && depth < 5; one = one.cause, depth += 1) {
    const { message } = one;
    const failed = one as Error & { params?: unknown; detail?: unknown };
    if ('params' in failed) {
      delete failed.params;
      failed.message = message.replace(/\nparams: [^]*$/, '');
      if (failed.stack) failed.stack = failed.stack.replace(message, () => failed.message);
    }
    if (typeof failed.detail === 'string' && failed.detail.startsWith('Failing row')) delete failed.detail;
  }
}

/**
 * Makes an adapter's errors about these collections come without values; those about others stay as they are.
 * @param slugs our collections, as this app calls them
 */
export function hideValuesOf(payload: Payload, slugs: readonly string[]): void {
  const adapter = payload.db as unknown as Adapter;
  const isWrapped = adapter[property] !== undefined;
  // Asked with each call: `next dev` keeps the adapter when the config changes.
  adapter[property] = new Set(slugs);
  if (isWrapped) return;
  for (const name of names) {
    const call = adapter[name];
    if (!call) continue;
    adapter[name] = async function (args) {
      try {
        return await call.call(this, args);
      } catch (error) {
        if (adapter[property]?.has(args.collection)) dropValues(error);
        throw error;
      }
    };
  }
}
