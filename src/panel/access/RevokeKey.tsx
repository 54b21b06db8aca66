'use client';
// Revokes a key from its page, after a confirmation that names it.
import { toast, useDocumentInfo } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { call } from '../client/operations.ts';
import { Ask } from '../ui/Ask.tsx';
import { useAdminRoute } from '../shell/routes.ts';

export function RevokeKey() {
  const { id, data } = useDocumentInfo();
  const router = useRouter();
  const route = useAdminRoute();
  if (!id) return null;
  const name: unknown = data?.name;
  return (
    <Ask
      label="Revoke"
      confirm={`Revoke ${typeof name === 'string' ? `“${name}”` : 'this key'}`}
      onConfirm={async () => {
        await call('delete_key', { id: String(id) });
        toast.success('Key revoked');
        router.push(route('/collections/keys'));
      }}
    />
  );
}
