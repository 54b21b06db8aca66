'use client';
// Redirects a person's document page (linked from Payload's list of grants) to the people page, with that person expanded.
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
