'use client';
// A person's own address in the panel (a grant in Payload's lists leads there): where they stand among the people, opened.
import { useDocumentInfo } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect } from 'react';
import { useAdminRoute } from '../shell/routes.ts';

export function PersonPage() {
  const { id } = useDocumentInfo();
  const router = useRouter();
  const route = useAdminRoute();
  useEffect(() => {
    router.replace(route(id ? `/collections/users?person=${id}` : '/collections/users'));
  }, [id, router, route]);
  return null;
}
