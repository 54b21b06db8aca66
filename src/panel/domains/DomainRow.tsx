'use client';
// A custom domain: its state, what proves it, and checking or removing it.
import type { Domain } from '../../domains/schemas.ts';
import { useBusy } from '../client/useBusy.ts';
import { Ago } from '../ui/Ago.tsx';
import { Ask } from '../ui/Ask.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Badge } from '../ui/StateBadge.tsx';
import { useWords } from '../words/useWords.ts';
import { domainBadges, problemKeys } from './domain-words.ts';
import type { Domains } from './useDomains.ts';

/** The TXT record, and the file that does as well. */
function Challenge({ domain: { record, file } }: { domain: Domain }) {
  const { t } = useWords();
  return (
    <>
      <p className="mq-muted">{t('domains:record')}</p>
      <p className="mq-secret">
        <span className="mq-muted">{t('domains:name')}</span>
        <code>{record.name}</code>
        <CopyButton value={record.name} label={t('domains:copyName')} />
      </p>
      <p className="mq-secret">
        <span className="mq-muted">{t('domains:value')}</span>
        <code>{record.value}</code>
        <CopyButton value={record.value} label={t('domains:copyValue')} />
      </p>
      <p className="mq-muted">{t('domains:file', { url: file.url })}</p>
      <p className="mq-muted">{t('domains:pointHere')}</p>
    </>
  );
}

function Problem({ domain: { state, problem } }: { domain: Domain }) {
  const { t } = useWords();
  if (problem === null) return null;
  const words = [t(problemKeys[problem]), state === 'verified' && t('domains:grace')];
  return <p className="mq-problem">{words.filter(Boolean).join(' ')}</p>;
}

interface Props extends Pick<Domains, 'check' | 'remove'> {
  domain: Domain;
  mayRemove: boolean;
}

export function DomainRow({ domain, mayRemove, check, remove }: Props) {
  const { t, rich } = useWords();
  const [busy, during] = useBusy();
  const { id, host, state, problem, url, checkedAt } = domain;
  return (
    <li className="mq-person" data-domain={host}>
      <div className="mq-person__head">
        <span className="mq-person__who">
          <strong>
            {state === 'verified' ? (
              <a href={url} target="_blank" rel="noreferrer">
                {host}
              </a>
            ) : (
              host
            )}
          </strong>
          {checkedAt !== null && (
            <span className="mq-muted">{rich('domains:checked', { when: <Ago of={checkedAt} /> })}</span>
          )}
        </span>
        <Badge {...domainBadges[state]} />
        <span className="mq-row">
          <button
            type="button"
            className="mq-button mq-button--small"
            disabled={busy}
            aria-label={t('domains:checkOne', { host })}
            onClick={() => void during(() => check(id))}
          >
            {t('domains:checkNow')}
          </button>
          {mayRemove && (
            <Ask
              label={t('domains:remove')}
              confirm={t('domains:removeOne', { host })}
              words={t('domains:removeHint')}
              onConfirm={() => remove(id)}
            />
          )}
        </span>
      </div>
      <Problem domain={domain} />
      {(state !== 'verified' || problem !== null) && <Challenge domain={domain} />}
    </li>
  );
}
