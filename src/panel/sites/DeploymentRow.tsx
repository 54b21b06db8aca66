'use client';
// A deployment in the list of a site: its state, what was deployed, its preview, and restoring it or taking it down.
import type { DeploymentPreview } from '../../sites/previews.ts';
import type { Deployment } from '../../sites/schemas.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { Badge } from '../ui/StateBadge.tsx';
import { useWords } from '../words/useWords.ts';
import { deploymentBadges } from './site-words.ts';

/** The rules found in a build, in words. */
function useRules(preview: DeploymentPreview | undefined): string[] {
  const { t } = useWords();
  if (!preview) return [];
  const { redirects, headers, spa } = preview.rules;
  return [
    ...(redirects > 0 ? [t('sites:redirects', { count: redirects })] : []),
    ...(headers > 0 ? [t('sites:headerRules', { count: headers })] : []),
    ...(spa ? [t('sites:spa')] : []),
  ];
}

interface Props {
  deployment: Deployment;
  /** Of those that were checked. */
  preview: DeploymentPreview | undefined;
  onRestore: (deployment: Deployment) => void;
  /** Null for people without the delete ability. */
  onTakeDown: ((deployment: Deployment) => Promise<void>) | null;
}

export function DeploymentRow({ deployment, preview, onRestore, onTakeDown }: Props) {
  const { t, ago, filesize, moment } = useWords();
  const rules = useRules(preview);
  const url = preview?.url ?? null;
  const takeDown = deployment.state === 'live' ? onTakeDown : null;
  const { state, path, files, bytes, commit, ref, createdBy, createdAt, error } = deployment;
  const about = [
    state === 'live' || state === 'replaced'
      ? t('sites:files', { count: files, size: filesize(bytes) })
      : null,
    ref,
    commit?.slice(0, 8),
    ...rules,
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
        {(url !== null || takeDown) && (
          <span className="mq-deployment__ways">
            {url !== null && (
              <a className="mq-link" href={url} target="_blank" rel="noreferrer" title={url}>
                {t('sites:preview')}
              </a>
            )}
            {takeDown && (
              <ConfirmButton
                label={t('sites:takeDown')}
                confirm={t('sites:takeDownPath', { path })}
                onConfirm={() => takeDown(deployment)}
              />
            )}
          </span>
        )}
      </span>
      {state === 'replaced' && (
        <button type="button" className="mq-button mq-button--small" onClick={() => onRestore(deployment)}>
          {t('sites:restore')}
        </button>
      )}
    </li>
  );
}
