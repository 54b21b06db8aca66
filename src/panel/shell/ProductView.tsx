'use client';
// Stands in for one of Payload's own lists or forms, and takes people to the panel's view of the same records.
import { useRouter } from 'next/navigation.js';
import { useEffect } from 'react';
import { useAdminRoute } from './routes.ts';

interface Props {
  path: `/${string}`;
}

export function ProductView({ path }: Props) {
  const router = useRouter();
  const route = useAdminRoute();
  useEffect(() => {
    router.replace(route(path));
  }, [router, route, path]);
  return null;
}
