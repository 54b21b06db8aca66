// The client: openapi-fetch with the types of the operations, and what its calls have in common with each other.
import createFetchClient, { type Client } from 'openapi-fetch';
import { keyedPaths, type paths } from '../generated/client.ts';
import {
  changesFrom,
  itemsOf,
  type AnyGet,
  type Changes,
  type ChangesOptions,
  type GetOptions,
  type ItemOf,
  type ListPath,
} from './lists.ts';
import { transformOf, type RenditionOptions } from './renditions.ts';
import { keyHeader, retrying, type RetryOptions, type Send } from './retry.ts';
import { uploadFile, type FileLike, type Uploaded, type UploadOptions } from './upload.ts';

export interface ClientOptions extends RetryOptions {
  /** Address of the server, such as `https://dam.example.com`. */
  url: string;
  /** An API key. Never in a page: whoever opens it could read the key. Pages of Marque's own origin leave it out, and act as who is signed in. */
  key?: string | undefined;
  /** A `Cookie` header, for a server that acts as somebody who is signed in. */
  session?: string | undefined;
  /** ID or `{organization}/{workspace}`, for sessions. */
  workspace?: string | undefined;
  /** Default: the one of this environment. */
  fetch?: Send | undefined;
  /** Where files are, with `{id}`, if not at `{url}/a/{id}`: behind a CDN, or below a prefix. `GET /api/v1/transforms` says it. */
  files?: string | undefined;
}

export interface MarqueClient<Paths extends object = paths> extends Client<Paths> {
  /**
   * Every item of a list; pages are fetched as they're needed.
   * @throws MarqueError
   */
  list<Path extends ListPath<Paths>, Options extends GetOptions<Paths[Path]>>(
    path: Path,
    ...options: object extends GetOptions<Paths[Path]> ? [options?: Options] : [options: Options]
  ): AsyncGenerator<ItemOf<Paths[Path]>, void>;
  /**
   * What changes, a page at a time, without end. Store `next` together with what you did with `data`.
   * @throws MarqueError; `gone` means to list everything again
   */
  changes(options?: ChangesOptions): AsyncGenerator<Changes, void>;
  /**
   * Uploads a file in pieces, and creates an asset from it. In Node, `openAsBlob` of `node:fs` opens a file without reading it.
   * @throws MarqueError
   */
  upload(file: FileLike | Uint8Array, options?: UploadOptions): Promise<Uploaded>;
  /** The address of a rendition; without options, of the original. */
  renditionUrl(id: string, options?: RenditionOptions): string;
}

const root = '/api/v1';

/** Not `randomUUID`, which pages on plain http don't have. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

function headersFor({ url, key, session, workspace }: ClientOptions): Record<string, string> {
  return {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    // Writes with a cookie need the server's own Origin, which browsers send by themselves.
    ...(session === undefined ? {} : { cookie: session, origin: new URL(url).origin }),
    ...(workspace === undefined ? {} : { 'x-workspace': workspace }),
  };
}

/**
 * A client for one server. Calls are typed by their paths: `marque.GET('/api/v1/assets', { params: { query: { q: 'harbor' } } })`.
 *
 * @typeParam Paths if the server has modules of your own: the `paths` that openapi-typescript makes of its `/api/v1/openapi.json`
 */
export function createClient<Paths extends object = paths>(options: ClientOptions): MarqueClient<Paths> {
  const url = options.url.replace(/\/+$/, '');
  const send: Send = options.fetch ?? ((request) => fetch(request));
  const sendAgain = retrying(send, options);
  const api = createFetchClient<paths>({
    baseUrl: url,
    fetch: sendAgain,
    headers: headersFor(options),
    credentials: options.key === undefined ? 'same-origin' : 'omit',
  });
  const keyed = new Set(keyedPaths.map((path) => root + path));
  api.use({
    onRequest: ({ request, schemaPath }) => {
      if (request.method === 'POST' && keyed.has(schemaPath) && !request.headers.has(keyHeader))
        request.headers.set(keyHeader, newKey());
    },
  });
  const files = options.files ?? `${url}/a/{id}`;
  const uploader = { api, send, sendAgain, url, retries: options.retries };
  const own: Pick<MarqueClient, 'changes' | 'upload' | 'renditionUrl'> = {
    changes: (which = {}) => changesFrom(api, which),
    upload: (file, how = {}) => uploadFile(uploader, file, how),
    renditionUrl: (id, rendition = {}) => {
      const transform = transformOf(rendition);
      const address = files.replace(/\/\{transform\}/, '').replaceAll('{id}', encodeURIComponent(id));
      return transform === '' ? address : `${address}/${transform}`;
    },
  };
  const list = (path: string, which?: object) => itemsOf(api.GET as unknown as AnyGet, path, which);
  // The types are those of the server, whatever modules it has; what runs is the same for all.
  return { ...api, ...own, list } as unknown as MarqueClient<Paths>;
}
