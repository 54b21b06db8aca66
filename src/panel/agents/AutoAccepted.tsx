'use client';
// What agents may do without review: each rule in words, and a button that ends it.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import { wordsOf } from '../client/api.ts';
import { useOperation } from '../client/useOperation.ts';
import { withThumbnails } from '../assets/pictured.ts';
import { useKinds } from '../review/kind-names.tsx';
import { useWords } from '../words/useWords.ts';
import type { Allowing } from './AllowSheet.tsx';
import type { AutoAccept, Rule } from './useAutoAccept.ts';

interface RowProps {
  rule: Rule;
  agent: string;
  onStop: () => Promise<void>;
}

function RuleRow({ rule, agent, onStop }: RowProps) {
  const { t, when } = useWords();
  const [busy, setBusy] = useState(false);
  const { data: collections } = useOperation(
    'list_collections',
    rule.collection === undefined ? null : withThumbnails,
  );
  const kind = useKinds().nameOf(rule.kind);
  const collection = collections?.find(({ id }) => id === rule.collection)?.name ?? '…';
  const stop = async (): Promise<void> => {
    setBusy(true);
    try {
      await onStop();
      toast.success(t('agents:stopped', { agent, kind }));
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="mq-auto" data-rule={`${rule.key} ${rule.kind}`}>
      <span className="mq-auto__text">
        <span>
          <strong>{agent}</strong> · {kind}
        </span>
        <span className="mq-muted">
          {rule.collection !== undefined && `${t('agents:inCollection', { collection })} · `}
          {t('agents:untilDay', { date: when(rule.until) })} · {t('agents:oneInKept', { count: rule.sample })}
        </span>
      </span>
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={busy}
        aria-label={t('agents:stopOne', { agent, kind })}
        onClick={() => void stop()}
      >
        {t('agents:stop')}
      </button>
    </li>
  );
}

interface Props {
  auto: AutoAccept;
  onAllow: (allowing: Allowing) => void;
}

export function AutoAccepted({ auto: { rules, keys, remove }, onAllow }: Props) {
  const { t } = useWords();
  if (keys.length === 0) return null;
  return (
    <section className="mq-panel" aria-labelledby="mq-auto-accept">
      <h2 id="mq-auto-accept">{t('agents:withoutReview')}</h2>
      <p className="mq-muted">{t('agents:withoutReviewIntro')}</p>
      {rules.length > 0 && (
        <ul className="mq-autos">
          {rules.map((rule) => (
            <RuleRow
              key={`${rule.key} ${rule.kind} ${rule.collection ?? ''}`}
              rule={rule}
              agent={keys.find(({ id }) => id === rule.key)?.name ?? ''}
              onStop={() => remove(rule)}
            />
          ))}
        </ul>
      )}
      <div className="mq-row">
        <button type="button" className="mq-button mq-button--small" onClick={() => onAllow({})}>
          {t('agents:allowKind')}
        </button>
      </div>
    </section>
  );
}
