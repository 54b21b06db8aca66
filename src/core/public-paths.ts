// Where in this app the paths that need no `/api` are: files (`/a`, `/c`), portals (`/p`) and share links (`/s`). At the root, or below
// the option `prefix`, for an app with pages of its own there.

import { placesIn } from './panel-address.ts';

let chosen: string | null = null;

/**
 * @param prefix such as `/dam`
 * @throws Error unless it's a path with a leading and no trailing slash
 */
export function demandPrefix(prefix: string): void {
  if (!/^(?:(?:\/[A-Za-z0-9_-]+)+)?$/.test(prefix))
    throw new Error(`prefix "${prefix}" must be a path such as /dam, or '' for none.`);
  if (/^\/(?:api|admin|_next)(?:\/|$)/.test(prefix))
    throw new Error(`prefix "${prefix}" is taken by Payload or Next. Use another path, such as /dam.`);
}

/**
 * The prefix that `withMarque` has rewritten in this app; undefined: `withMarque` isn't in its Next config, or Next isn't running. Next
 * replaces the variable in what it bundles, so that it's known where the Next config isn't loaded.
 */
export const rewrittenPrefix = (): string | undefined => process.env.MARQUE_REWRITES;

/**
 * Set by the plugin before anything runs. A process has one app, and so one prefix.
 * @param prefix null: that of `withMarque`
 */
export function setPrefix(prefix: string | null): void {
  if (prefix !== null) demandPrefix(prefix);
  chosen = prefix;
}

export const prefix = (): string => chosen ?? rewrittenPrefix() ?? '';

function prefixProblem(): string | null {
  const rewritten = rewrittenPrefix();
  if (rewritten === undefined)
    return `Next doesn't forward Marque's addresses (${prefix()}/a, ${prefix()}/c, ${prefix()}/p, ${prefix()}/s, /.well-known). Wrap your Next config in withMarque from "marque/next", and build again.`;
  return chosen === null || chosen === rewritten ? null : difference('prefix', chosen, rewritten);
}

const difference = (option: string, ours: string, theirs: string): string =>
  `marque({ ${option}: '${ours}' }) in the Payload config and withMarque(…, { ${option}: '${theirs}' }) in the Next config differ. Use the same ${option} in both, or leave it out of the Payload config, and build again.`;

/**
 * The path in the panel below which `withMarque` protects Marque's views with headers; undefined as for the prefix.
 */
export const rewrittenPanelPath = (): string | undefined => process.env.MARQUE_PANEL_PATH;

/** Why addresses don't lead to Marque, or lead there unprotected, for the operator. */
export function addressProblems(config: Parameters<typeof placesIn>[0]): string[] {
  const { marquePanelPath = '' } = placesIn(config);
  const known = rewrittenPanelPath();
  const inPanel =
    known === undefined || known === marquePanelPath ? null : difference('panelPath', marquePanelPath, known);
  return [prefixProblem(), inPanel].filter((problem) => problem !== null);
}

/** Where files, current files, portals or share links are in this app: `/a`, or `/dam/a`. */
export function publicPath(kind: 'a' | 'c' | 'p' | 's'): string {
  return `${prefix()}/${kind}`;
}

/** The path of a route in this app. */
export function routePath(path: string): string {
  return /^\/(?:a|c|p|s)\//.test(path) ? `${prefix()}${path}` : path;
}

/** What a host has one of: where its MCP is, in a catalog of everything that is there, and whom to report vulnerabilities to. */
const ofHost = [
  '/.well-known/ai-catalog.json',
  '/.well-known/mcp/server-card.json',
  '/.well-known/security.txt',
];

/**
 * True for the paths that Marque's HTTP app answers itself; everything else on our server is Next's.
 * @param isOwnApp false: the app may have a health check, a sign-in, a catalog or a security.txt of its own, which come first. Next knows what there is,
 *   and leads to ours otherwise.
 */
export function isOurs(pathname: string, isOwnApp: boolean): boolean {
  if (/^\/(?:api\/v1(?:\/|$)|\.well-known\/oauth-)/.test(pathname)) return true;
  if (isOwnApp && (/^\/api\/(?:auth|health)(?:\/|$)/.test(pathname) || ofHost.includes(pathname)))
    return true;
  const before = prefix();
  return pathname.startsWith(before) && /^\/(?:a|c|p|s)(?:\/|$)/.test(pathname.slice(before.length));
}

/**
 * Tells which of our paths a page, a route or a file of the app answers: as behind Next's own server, it comes first.
 * @param routes what the app has
 * @param apiRoute of Payload; if it isn't `/api`, Next forwards ours before it looks
 */
export function theirPaths(
  routes: { at(pathname: string): string | null },
  apiRoute: string,
): (pathname: string) => boolean {
  const payloadRoute = routes.at('/api/~');
  return (pathname) => {
    if (pathname.startsWith('/.well-known/')) return false;
    const isApi = pathname.startsWith('/api/');
    // Below a prefix, Next forwards before it looks.
    if (isApi ? apiRoute !== '/api' : prefix() !== '') return false;
    const found = routes.at(pathname);
    return found !== null && !(isApi && found === payloadRoute);
  };
}
