// A Payload app with nothing in it but accounts: what a view of the panel is measured beside.
import path from 'node:path';
import { withPayload } from '@payloadcms/next/withPayload';

export default withPayload(
  {
    typescript: { ignoreBuildErrors: true },
    turbopack: { root: path.resolve(import.meta.dirname, '../..') },
  },
  { devBundleServerPackages: false },
);
