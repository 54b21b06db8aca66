'use client';
// A record's own page, in place of Payload's form. Without an ID, its list opens with the form that creates one.
import { Gutter, useDocumentInfo } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, type ReactNode } from 'react';
import { useAdminRoute } from './routes.ts';

interface Props {
  listedAt: `/${string}`;
  children: (id: string) => ReactNode;
}

export function RecordPage({ listedAt, children }: Props) {
  const { id } = useDocumentInfo();
  const router = useRouter();
  const route = useAdminRoute();
  useEffect(() => {
    if (id === undefined) router.replace(route(`${listedAt}?new=1`));
  }, [id, listedAt, router, route]);
  if (id === undefined) return null;
  return (
    <main>
      <Gutter className="mq-library">{children(String(id))}</Gutter>
    </main>
  );
}
