import { withPayload } from '@payloadcms/next/withPayload';
import type { NextConfig } from 'next';

const nextConfig: NextConfig = {
  ...(process.env.STANDALONE ? { output: 'standalone' } : {}),
};

export default withPayload(nextConfig, { devBundleServerPackages: false });
