import { withPayload } from '@payloadcms/next/withPayload';
import type { NextConfig } from 'next';

const nextConfig: NextConfig = {
  ...(process.env.STANDALONE ? { output: 'standalone' } : {}),
  // Each build is of other sources: what Next keeps for the next one takes it longer than it saves.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // Without Marque there's nothing of Marque's to check.
  typescript: { ignoreBuildErrors: process.env.CHECK_TYPES !== '1' },
};

export default withPayload(nextConfig, { devBundleServerPackages: false });
