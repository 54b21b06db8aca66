// Lists as async iterators: pages are fetched as they're needed.
import type { Client, FetchOptions } from 'openapi-fetch';
import type { paths } from '../generated/client.ts';
import { orThrow } from './errors.ts';

interface Responses<Page> {
  get: { responses: { 200: { content: { 'application/json': Page } } } };
}

/** The items of a list that ends; `never` for everything else. */
export type ItemOf<Path> =
  Path extends Responses<{ data: (infer Item)[]; next: infer Next }>
    ? null extends Next
      ? Item
      : never
    : never;

/** The paths whose GET is a list with cursors. */
export type ListPath<Paths> = {
  [Path in keyof Paths]: ItemOf<Paths[Path]> extends never ? never : Path;
}[keyof Paths];

/** What a GET takes besides its path. */
export type GetOptions<Path> = Path extends { get: infer Get } ? FetchOptions<Get> : never;

export type AnyGet = (
  path: string,
  options: object,
) => Promise<{
  data?: { data: unknown[]; next: string | null };
  error?: unknown;
  response: Response;
}>;

interface Asked {
  params?: { query?: Record<string, unknown> };
}

/** Every item of a list, from the cursor on that the options name, if any. */
export async function* itemsOf(get: AnyGet, path: string, options: Asked = {}): AsyncGenerator<unknown> {
  let query = options.params?.query ?? {};
  for (;;) {
    const page = await orThrow(get(path, { ...options, params: { ...options.params, query } }));
    yield* page.data;
    if (page.next === null) return;
    const { offset: _, ...same } = query;
    query = { ...same, cursor: page.next };
  }
}

const feed = '/api/v1/changes';
export type Changes = paths[typeof feed]['get']['responses'][200]['content']['application/json'];

export interface ChangesOptions {
  /** `next` of what you processed last. Without it, the first result is empty, and its `next` is now. */
  cursor?: string | undefined;
  /** Such as `asset.*,brand.published`. Default: everything. */
  types?: string | undefined;
  /** Changes at once; up to 500. */
  limit?: number | undefined;
  /** Ends the iteration, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** How long the server may hold a call until there's a change. */
const waitSeconds = 30;

/** Everything that changes from now on, or from a cursor on. Doesn't end by itself. */
export async function* changesFrom(
  { GET }: Pick<Client<paths>, 'GET'>,
  { signal, cursor, ...rest }: ChangesOptions,
): AsyncGenerator<Changes> {
  let at = cursor;
  for (;;) {
    const query = { ...rest, ...(at === undefined ? {} : { cursor: at, wait: waitSeconds }) };
    const page: Changes = await orThrow(GET(feed, { params: { query }, ...(signal ? { signal } : {}) }));
    yield page;
    at = page.next;
  }
}
