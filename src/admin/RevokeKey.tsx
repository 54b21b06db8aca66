'use client';
// Revoking a key, from its page. It asks once more, naming the key.
import { toast, useDocumentInfo } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { call, wordsOf } from './api.ts';
import { useAdminRoute } from './routes.ts';

export function RevokeKey() {
  const { id, data } = useDocumentInfo();
  const router = useRouter();
  const route = useAdminRoute();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!id) return null;
  const name: unknown = data?.name;

  const revoke = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('DELETE', `/api/v1/keys/${id}`);
      toast.success('Revoked: it works nowhere any more');
      router.push(route('/collections/keys'));
    } catch (error) {
      toast.error(wordsOf(error));
      setBusy(false);
    }
  };

  if (!asked)
    return (
      <button
        type="button"
        className="mq-button mq-button--stop mq-button--small"
        onClick={() => {
          setAsked(true);
        }}
      >
        Revoke
      </button>
    );
  return (
    <span className="mq-row">
      <button
        type="button"
        className="mq-button mq-button--stop mq-button--small"
        disabled={busy}
        onClick={() => void revoke()}
      >
        Revoke {typeof name === 'string' ? `“${name}”` : 'it'} for good
      </button>
      <button
        type="button"
        className="mq-link"
        onClick={() => {
          setAsked(false);
        }}
      >
        Keep it
      </button>
    </span>
  );
}
