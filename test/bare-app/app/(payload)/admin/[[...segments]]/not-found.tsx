// What the panel shows where there is no page.
import config from '@payload-config';
import { generatePageMetadata, NotFoundPage } from '@payloadcms/next/views';
import type { Metadata } from 'next';
import { importMap } from '../importMap.js';

type Args = Pick<Parameters<typeof NotFoundPage>[0], 'params' | 'searchParams'>;

export const generateMetadata = (args: Args): Promise<Metadata> => generatePageMetadata({ config, ...args });

export default function NotFound(args: Args) {
  return NotFoundPage({ config, importMap, ...args });
}
