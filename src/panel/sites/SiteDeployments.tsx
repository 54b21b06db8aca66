'use client';
// Deploying to a site by dropping a zip, and its deployments, of which earlier ones can be restored.
import { useState } from 'react';
import { CallFailed, failureOf, unreachable } from '../client/api.ts';
import { call, urlOf } from '../client/operations.ts';
import { useMayDelete } from '../sharing/useMayDelete.ts';
import { Alert } from '../ui/Alert.tsx';
import { DropZone } from '../ui/form/DropZone.tsx';
import { Frame } from '../ui/form/inputs.tsx';
import { useWords } from '../words/useWords.ts';
import { DeploymentRow } from './DeploymentRow.tsx';
import { useDeployments } from './useDeployments.ts';
import { PanelSection } from '../ui/PanelSection.tsx';
import './sites.css';

async function sendZip(siteId: string, zip: File, path: string): Promise<void> {
  const response = await fetch(urlOf('create_deployment', { id: siteId, path }), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'content-type': 'application/zip' },
    body: zip,
  }).catch(() => {
    throw new CallFailed(unreachable(), 0);
  });
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null));
}

/** Where to deploy, and a zip chosen or dropped anywhere on the page. */
function DeployForm({ onZip }: { onZip: (zip: File, path: string) => Promise<void> }) {
  const { t } = useWords();
  const [path, setPath] = useState('/');
  const [sending, setSending] = useState(false);
  const send = async ([zip]: readonly File[]): Promise<void> => {
    if (!zip) return;
    setSending(true);
    await onZip(zip, path.trim() || '/');
    setSending(false);
  };
  return (
    <>
      <div className="mq-deploy">
        <Frame id="mq-site-path" label={t('sites:path')}>
          <input
            id="mq-site-path"
            className="mq-input"
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
        </Frame>
        <label className="mq-button mq-button--primary">
          {t(sending ? 'sites:sending' : 'sites:chooseZip')}
          <input
            className="mq-sr-only"
            type="file"
            accept=".zip,application/zip"
            disabled={sending}
            onChange={(event) => {
              void send([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
      </div>
      <DropZone onFiles={(files) => void send(files)} />
    </>
  );
}

interface Props {
  siteId: string;
  /** Called when what's live may have changed. */
  onChanged: () => void;
}

export function SiteDeployments({ siteId, onChanged }: Props) {
  const { t } = useWords();
  const mayDelete = useMayDelete();
  const { deployments, previews, problem, attempt } = useDeployments(siteId, onChanged);
  return (
    <PanelSection id="mq-site-deployments" title={t('sites:deployments')}>
      <p className="mq-muted">{t('sites:deployHint')}</p>
      <DeployForm onZip={(zip, path) => attempt(() => sendZip(siteId, zip, path))} />
      <Alert problem={problem} />
      {deployments?.length === 0 && <p className="mq-muted">{t('sites:noDeployments')}</p>}
      {deployments && deployments.length > 0 && (
        <ul className="mq-deployments" aria-label={t('sites:deployments')}>
          {deployments.map((deployment) => (
            <DeploymentRow
              key={deployment.id}
              deployment={deployment}
              preview={previews.get(deployment.id)}
              onRestore={({ id: restored }) =>
                void attempt(() => call('restore_deployment', { id: siteId, deployment: restored }))
              }
              onTakeDown={
                mayDelete ? ({ path }) => attempt(() => call('delete_mount', { id: siteId, path })) : null
              }
            />
          ))}
        </ul>
      )}
    </PanelSection>
  );
}
