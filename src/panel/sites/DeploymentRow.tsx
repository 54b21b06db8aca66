'use client';
// A deployment in the list of a site: its state, what was deployed, and restoring it.
import type { Deployment } from '../../sites/schemas.ts';
import { Badge } from '../ui/StateBadge.tsx';
import { useWords } from '../words/useWords.ts';
import { deploymentBadges } from './site-words.ts';

export function DeploymentRow({
  deployment,
  onRestore,
}: {
  deployment: Deployment;
  onRestore: (deployment: Deployment) => void;
}) {
  const { t, ago, filesize, moment } = useWords();
  const { state, path, files, bytes, commit, ref, createdBy, createdAt, error } = deployment;
  const about = [
    state === 'live' || state === 'replaced'
      ? t('sites:files', { count: files, size: filesize(bytes) })
      : null,
    ref,
    commit?.slice(0, 8),
  ].filter(Boolean);
  return (
    <li className="mq-deployment">
      <Badge {...deploymentBadges[state]} />
      <span className="mq-deployment__what">
        <code>{path}</code> {about.join(' · ')}
        <span className="mq-muted">
          {createdBy},{' '}
          <time dateTime={createdAt} title={moment(createdAt)}>
            {ago(createdAt)}
          </time>
        </span>
        {error !== null && <span className="mq-problem">{error}</span>}
      </span>
      {state === 'replaced' && (
        <button type="button" className="mq-button mq-button--small" onClick={() => onRestore(deployment)}>
          {t('sites:restore')}
        </button>
      )}
    </li>
  );
}
