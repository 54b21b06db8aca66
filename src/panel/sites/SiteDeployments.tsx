'use client';
// A site's panel page: address, deploying by dropping a zip, deployments to restore, and visibility.
import { toast, useDocumentInfo } from '@payloadcms/ui';
import { useState } from 'react';
import { CallFailed, failureOf, unreachable } from '../client/api.ts';
import { call, urlOf } from '../client/operations.ts';
import { VisibilityField } from '../sharing/VisibilityField.tsx';
import { DropZone } from '../ui/form/DropZone.tsx';
import { Frame } from '../ui/form/inputs.tsx';
import { DeploymentRow } from './DeploymentRow.tsx';
import { useSite } from './useSite.ts';
import { useWords } from '../words/useWords.ts';

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
      <div className="mq-row">
        <Frame id="mq-site-path" label={t('sites:path')}>
          <input
            id="mq-site-path"
            className="mq-input"
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
        </Frame>
        <label className="mq-button mq-button--primary">
          {sending ? t('shell:sending') : t('sites:chooseZip')}
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

export function SiteDeployments() {
  const { t } = useWords();
  const { id } = useDocumentInfo();
  const siteId = id === undefined ? null : String(id);
  const { loaded, problem, attempt, setSite } = useSite(siteId);
  if (siteId === null || loaded === null)
    return problem === null ? null : <p className="mq-problem">{problem}</p>;
  const { site, deployments } = loaded;

  return (
    <div className="mq-site">
      <p>
        <a href={site.url} target="_blank" rel="noreferrer">
          {site.url}
        </a>
      </p>
      <section className="mq-panel">
        <h2>{t('sites:deploy')}</h2>
        <p className="mq-muted">{t('sites:deployHint')}</p>
        <DeployForm onZip={(zip, path) => attempt(() => sendZip(siteId, zip, path))} />
        {problem && (
          <p className="mq-problem" role="alert">
            {problem}
          </p>
        )}
        {deployments.length === 0 ? (
          <p className="mq-muted">{t('sites:noDeployments')}</p>
        ) : (
          <ul className="mq-deployments" aria-label={t('sites:deployments')}>
            {deployments.map((deployment) => (
              <DeploymentRow
                key={deployment.id}
                deployment={deployment}
                onRestore={({ id: restored }) =>
                  void attempt(() => call('restore_deployment', { id: siteId, deployment: restored }))
                }
              />
            ))}
          </ul>
        )}
      </section>
      <VisibilityField
        noun="site"
        access={site.access}
        onSave={async (change) => {
          const { data } = await call('update_site', { id: siteId, body: change });
          setSite(data);
          toast.success(t('sharing:visibilitySaved'));
        }}
      />
    </div>
  );
}
