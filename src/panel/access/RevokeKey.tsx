'use client';
// Revoking a key, from its page. It asks once more, naming the key.
import { toast, useDocumentInfo } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { call } from '../client/api.ts';
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
      confirm={`Revoke ${typeof name === 'string' ? `“${name}”` : 'it'} for good`}
      onConfirm={async () => {
        await call('DELETE', `/api/v1/keys/${id}`);
        toast.success('Revoked: it works nowhere any more');
        router.push(route('/collections/keys'));
      }}
    />
  );
}
