// Next serves the panel; everything Marque answers itself never gets here on our own server.
import { withPayload } from '@payloadcms/next/withPayload';
import { withMarque } from './src/app/with-marque.mjs';

export default withPayload(
  withMarque({
    poweredByHeader: false,
    // Checked by `npm run types`, once and for everything.
    typescript: { ignoreBuildErrors: true },
  }),
  { devBundleServerPackages: false },
);
