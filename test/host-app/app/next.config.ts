import { withPayload } from '@payloadcms/next/withPayload';
import type { NextConfig } from 'next';

const nextConfig: NextConfig = {
  ...(process.env.STANDALONE ? { output: 'standalone' } : {}),
  // The sources are different in each build, so a cache costs more time than it saves.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // Only the build with Marque checks types.
  typescript: { ignoreBuildErrors: process.env.CHECK_TYPES !== '1' },
};

export default withPayload(nextConfig, { devBundleServerPackages: false });
