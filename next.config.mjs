// Next serves the panel; everything Marque answers itself never gets here on our own server.
import { withPayload } from '@payloadcms/next/withPayload';
import { withMarque } from './src/with-marque.mjs';

export default withPayload(
  withMarque(
    {
      poweredByHeader: false,
      // Our server answers trailing slashes.
      skipTrailingSlashRedirect: true,
      // CI builds once: what Next keeps for the next build takes it longer than it saves.
      experimental: { turbopackFileSystemCacheForBuild: !process.env.CI },
      // Checked by `npm run types`, once and for everything.
      typescript: { ignoreBuildErrors: true },
      // Our server makes the Payload instance that Next's routes then use. With a bundled copy of its own, Next would take that
      // instance's errors for strangers, and drop which fields they are about.
      serverExternalPackages: ['payload', '@payloadcms/db-postgres', '@payloadcms/drizzle'],
    },
    { isOwnApp: true },
  ),
  { devBundleServerPackages: false },
);
