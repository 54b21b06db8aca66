// A portal at a custom domain: its pages at the root, and the files that they show. They are rendered as at the portal's own address; what
// addresses in them lead to is translated on the way out. The app's cookies aren't read here, and none of them is set.
import { isId } from '../core/access/ids.ts';
import { statement } from '../core/db/pool.ts';
import { Answer, methodOf, pathOf, type AnyOperation, type RequestFacts } from '../core/operation.ts';
import type { RawInput } from '../core/pipeline/input.ts';
import { run } from '../core/pipeline/run.ts';
import { publicPath } from '../core/public-paths.ts';
import type { Service } from '../core/service.ts';
import { bySpecificity } from '../core/transports/http.ts';
import { originOfDomain } from '../domains/hosts.ts';
import { notAtDomain, type ServedDomain } from '../domains/serving.ts';
import { atDomain } from './domain-links.ts';

interface Match {
  operation: AnyOperation;
  path: Record<string, string>;
}

/** Routes as they're declared, wherever the app has them. */
const pagesRoot = '/p/{slug}';
const filesRoot = '/a/{id}';

const known = new WeakMap<Service, AnyOperation[]>();

/** The operations that answer here: pages of portals, and files. */
function answering(service: Service): AnyOperation[] {
  let all = known.get(service);
  if (!all) {
    const isBelow = (operation: AnyOperation, root: string): boolean => {
      const path = pathOf(operation);
      return path === root || path.startsWith(`${root}/`);
    };
    all = service.operations
      .filter((one) => isBelow(one, pagesRoot) || (isBelow(one, filesRoot) && methodOf(one) === 'GET'))
      .toSorted(bySpecificity);
    known.set(service, all);
  }
  return all;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The parameters of a path; null if it isn't of this shape. */
function parametersIn(shape: string, path: string): Record<string, string> | null {
  const [expected, given] = [shape.split('/'), path.split('/')];
  if (expected.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [at, part] of expected.entries()) {
    const value = decoded(given[at] ?? '');
    if (value === null) return null;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== value : value === '') return null;
    if (name !== undefined) parameters[name] = value;
  }
  return parameters;
}

function matchOf(service: Service, method: string, path: string): Match | null {
  const asked = method === 'HEAD' ? 'GET' : method;
  for (const operation of answering(service)) {
    const parameters = methodOf(operation) === asked ? parametersIn(pathOf(operation), path) : null;
    if (parameters) return { operation, path: parameters };
  }
  return null;
}

const ofOrganization = statement(
  'portals:file-of-organization',
  `select a.id from payload.assets a join payload.workspaces w on w.id = a.workspace_id
   where a.id = $1 and w.organization_id = (select u.organization_id from payload.portals y join payload.workspaces u on u.id = y.workspace_id where y.id = $2)`,
);

/** True for a file that the portal's pages can show: signed, and of its organization. Nobody's domain serves the files of others. */
async function mayShow({ db }: Service, portal: string, id: string, url: URL): Promise<boolean> {
  if (!isId(id) || !url.searchParams.has('s')) return false;
  return (await db.query(ofOrganization, [id, portal])).length > 0;
}

const ownCookie = /^(?:__Host-)?mq_portal_/;

/** What the portal is told: nothing that identifies a person or a program to the app. */
function visitorHeaders(headers: Headers): Headers {
  const passed = new Headers(headers);
  passed.delete('authorization');
  passed.delete('cookie');
  const cookies = (headers.get('cookie') ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => ownCookie.test(cookie));
  if (cookies.length > 0) passed.set('cookie', cookies.join('; '));
  return passed;
}

/** The route that a path of the domain stands for. Files are where the app has them; a brand could have the same slug, but no id for a page. */
function routeAt(slug: string, pathname: string): string {
  const files = `${publicPath('a')}/`;
  const file = pathname.startsWith(files) ? pathname.slice(files.length) : '';
  if (isId(file.split('/', 1)[0])) return `/a/${file}`;
  return `/p/${slug}${pathname === '/' ? '' : pathname}`;
}

function rawInput(path: Record<string, string>, { searchParams }: URL): RawInput {
  const names = [...new Set(searchParams.keys())];
  return {
    path,
    query: Object.fromEntries(names.map((name) => [name, searchParams.get(name) ?? ''])),
    queries: Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)])),
  };
}

/** The cookies of the portal that an answer sets, and no others. */
function ownCookies(cookies: string | string[] | undefined): string[] {
  return [cookies ?? []].flat().filter((cookie) => ownCookie.test(cookie));
}

/** Handles a request to a custom domain of a portal. */
export async function answerPortalDomain(
  service: Service,
  facts: RequestFacts,
  { id, slug, host }: ServedDomain,
): Promise<Answer> {
  const { url } = facts;
  const { serverUrl } = service.env;
  const match = matchOf(service, facts.method, routeAt(slug, url.pathname));
  if (!match) return notAtDomain(service, facts);
  const { operation, path } = match;
  const isPage = pathOf(operation).startsWith(pagesRoot);
  if (!isPage && !(await mayShow(service, id, path.id ?? '', url))) return notAtDomain(service, facts);
  const below = url.pathname === '/' ? '' : url.pathname;
  const appPath = isPage ? `${publicPath('p')}/${slug}${below}` : url.pathname;
  const answer = await run(service, operation, rawInput(path, url), {
    ...facts,
    url: new URL(`${appPath}${url.search}`, serverUrl),
    headers: visitorHeaders(facts.headers),
  });
  const headers = { ...operation.http.headers, ...answer.headers };
  const cookies = ownCookies(headers['set-cookie']);
  delete headers['set-cookie'];
  const fields = {
    'x-content-type-options': 'nosniff',
    ...headers,
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
  };
  return atDomain(new Answer(answer.status, answer.body, fields), {
    serverUrl,
    slug,
    origin: originOfDomain(service.env, host),
  });
}
