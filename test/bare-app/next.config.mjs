// As an agency writes it: Payload's wrapper around ours.
import path from 'node:path';
import { withPayload } from '@payloadcms/next/withPayload';
import { withMarque } from 'marque/next';

// What Marque needs is installed above this folder here; elsewhere it lies beside it, and nothing need be said.
const root = path.resolve(import.meta.dirname, '../..');

export default withPayload(
  withMarque({
    typescript: { ignoreBuildErrors: true },
    // CI builds once: what Next keeps for the next build takes it longer than it saves.
    experimental: { turbopackFileSystemCacheForBuild: !process.env.CI },
    turbopack: { root },
    outputFileTracingRoot: root,
    // Its own plugin, where that is a package of sources as well.
    transpilePackages: ['example-agency', 'example-house'],
  }),
  { devBundleServerPackages: false },
);
