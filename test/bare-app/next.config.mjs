// As an agency writes it: Payload's wrapper around ours.
import path from 'node:path';
import { withPayload } from '@payloadcms/next/withPayload';
import { withMarque } from '../../src/app/with-marque.mjs';

// The plugin lies above this folder here; elsewhere it lies in node_modules, and nothing need be said.
const root = path.resolve(import.meta.dirname, '../..');

export default withPayload(
  withMarque({
    typescript: { ignoreBuildErrors: true },
    turbopack: { root },
    outputFileTracingRoot: root,
  }),
  { devBundleServerPackages: false },
);
