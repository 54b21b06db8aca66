// Payload's page, as its template has it.
import config from '@payload-config';
import { RootPage } from '@payloadcms/next/views';

interface Args {
  params: Promise<{ segments: string[] }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

export default function Page({ params, searchParams }: Args) {
  return RootPage({ config, params, searchParams, importMap: {} });
}
