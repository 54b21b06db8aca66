'use client';
import { useState } from 'react';
import type { Setting } from '../../core/settings/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { useWords } from '../words/useWords.ts';

/** Sends a test email to the viewer with the organization's mail settings. */
export function TestMail({ setting, isDirty }: { setting: Setting; isDirty: boolean }) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ worked: boolean; words: string } | null>(null);
  const isSetUp = Boolean(setting.value.host && setting.value.from) && setting.value.enabled !== false;
  if (!isSetUp) return null;
  const send = async (): Promise<void> => {
    setBusy(true);
    setResult(null);
    try {
      const { data } = await call('send_test_email');
      setResult({ worked: true, words: t('settings:mailSentTo', { address: data.to }) });
    } catch (error) {
      setResult({ worked: false, words: wordsOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={busy || isDirty}
        onClick={() => void send()}
      >
        {busy ? t('settings:sendingMail') : t('settings:sendTestMail')}
      </button>
      {result && (
        <span role={result.worked ? 'status' : 'alert'} className={result.worked ? 'mq-muted' : 'mq-problem'}>
          {result.words}
        </span>
      )}
    </>
  );
}
