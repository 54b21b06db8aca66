'use client';
// A deployment in the list of a site: its state, what was deployed, and restoring it.
import type { Deployment } from '../../sites/schemas.ts';
import { counted, filesize, when } from '../ui/format.ts';

const stateWords: Record<Deployment['state'], string> = {
  checking: 'Checking',
  live: 'Live',
  replaced: 'Replaced',
  failed: 'Failed',
};

/** The asset state whose badge style is reused. */
const badgeOf: Record<Deployment['state'], string> = {
  checking: 'proposed',
  live: 'active',
  replaced: 'archived',
  failed: 'rejected',
};

export function DeploymentRow({
  deployment,
  onRestore,
}: {
  deployment: Deployment;
  onRestore: (deployment: Deployment) => void;
}) {
  const { state, path, files, bytes, commit, ref, createdBy, createdAt, error } = deployment;
  const about = [
    state === 'live' || state === 'replaced' ? `${counted(files, 'file')}, ${filesize(bytes)}` : null,
    ref,
    commit?.slice(0, 8),
  ].filter(Boolean);
  return (
    <li className="mq-deployment">
      <span className={`mq-badge mq-badge--${badgeOf[state]}`}>{stateWords[state]}</span>
      <span className="mq-deployment__what">
        <code>{path}</code> {about.join(' · ')}
        <span className="mq-muted">
          {createdBy}, {when(createdAt)}
        </span>
        {error !== null && <span className="mq-problem">{error}</span>}
      </span>
      {state === 'replaced' && (
        <button type="button" className="mq-button mq-button--small" onClick={() => onRestore(deployment)}>
          Restore
        </button>
      )}
    </li>
  );
}
