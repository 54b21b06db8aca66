'use client';
// What agents may do without review, in the settings: how much it is, and where it's changed.
import { Link } from '@payloadcms/ui';
import { useId } from 'react';
import { agentsPath, useAdminRoute, useHasAgents } from '../shell/routes.ts';
import { useWords } from '../words/useWords.ts';
import type { OwnPartProps } from './own-parts.ts';

export function AutoAcceptPart({ label, hint, problem, value }: OwnPartProps) {
  const { t } = useWords();
  const route = useAdminRoute();
  const hasAgents = useHasAgents();
  const id = useId();
  const count = Array.isArray(value) ? value.length : 0;
  return (
    <div className={`mq-field ${problem ? 'mq-field--wrong' : ''}`} role="group" aria-labelledby={id}>
      <span className="mq-label" id={id}>
        {label}
      </span>
      <span>
        {count === 0 ? t('settings:nothingAutomatic') : t('settings:automaticRules', { count })}{' '}
        {hasAgents && (
          <Link href={route(agentsPath)} prefetch={false}>
            {t('settings:openAgents')}
          </Link>
        )}
      </span>
      {problem && <p className="mq-problem">{problem}</p>}
      <p className="mq-hint">{hint}</p>
    </div>
  );
}
