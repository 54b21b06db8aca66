// Every page of the panel.
import config from '@payload-config';
import { generatePageMetadata, RootPage } from '@payloadcms/next/views';
import type { Metadata } from 'next';
import { importMap } from '../importMap.js';

type Args = Pick<Parameters<typeof RootPage>[0], 'params' | 'searchParams'>;

export const generateMetadata = (args: Args): Promise<Metadata> => generatePageMetadata({ config, ...args });

export default function Page(args: Args) {
  return RootPage({ config, importMap, ...args });
}
