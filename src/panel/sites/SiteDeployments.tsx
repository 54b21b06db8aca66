'use client';
// A site's panel page: address, deploying by dropping a zip, deployments to restore, and visibility.
import { toast, useDocumentInfo } from '@payloadcms/ui';
import { useCallback, useEffect, useState } from 'react';
import type { Deployment, Site } from '../../sites/schemas.ts';
import { CallFailed, failureOf, wordsOf } from '../client/api.ts';
import { call, urlOf } from '../client/operations.ts';
import { VisibilityField } from '../sharing/VisibilityField.tsx';
import { DropZone } from '../ui/DropZone.tsx';
import { counted, filesize, when } from '../ui/format.ts';
import { Frame } from '../ui/inputs.tsx';

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

/** Polling interval while a deployment is being checked. */
const lookMs = 1500;

interface Loaded {
  site: Site;
  deployments: Deployment[];
}

async function load(siteId: string): Promise<Loaded> {
  const [site, deployments] = await Promise.all([
    call('get_site', { id: siteId }),
    call('list_deployments', { id: siteId }),
  ]);
  return { site: site.data, deployments: deployments.data };
}

async function sendZip(siteId: string, zip: File, path: string): Promise<void> {
  const response = await fetch(urlOf('create_deployment', { id: siteId, path }), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'content-type': 'application/zip' },
    body: zip,
  }).catch(() => {
    throw new CallFailed('The server can’t be reached. Check your connection, then try again.', 0);
  });
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null));
}

function Row({
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
        <button
          type="button"
          className="mq-button mq-button--small"
          onClick={() => {
            onRestore(deployment);
          }}
        >
          Restore
        </button>
      )}
    </li>
  );
}

export function SiteDeployments() {
  const { id } = useDocumentInfo();
  const siteId = id === undefined ? null : String(id);
  const [site, setSite] = useState<Site | null>(null);
  const [deployments, setDeployments] = useState<Deployment[]>([]);
  const [path, setPath] = useState('/');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const show = useCallback((loaded: Loaded): void => {
    setSite(loaded.site);
    setDeployments(loaded.deployments);
  }, []);

  useEffect(() => {
    if (siteId === null) return;
    load(siteId).then(show, (error: unknown) => {
      setProblem(wordsOf(error));
    });
  }, [siteId, show]);

  const checking = deployments.some(({ state }) => state === 'checking');
  useEffect(() => {
    if (siteId === null || !checking) return;
    const timer = setInterval(() => {
      load(siteId).then(show, (error: unknown) => {
        setProblem(wordsOf(error));
      });
    }, lookMs);
    return () => {
      clearInterval(timer);
    };
  }, [siteId, checking, show]);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setProblem(null);
    try {
      await work();
      if (siteId !== null) show(await load(siteId));
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };

  if (siteId === null || site === null)
    return problem === null ? null : <p className="mq-problem">{problem}</p>;

  const send = async (files: readonly File[]): Promise<void> => {
    const [zip] = files;
    if (!zip) return;
    setSending(true);
    await attempt(() => sendZip(siteId, zip, path.trim() || '/'));
    setSending(false);
  };

  return (
    <div className="mq-site">
      <p>
        <a href={site.url} target="_blank" rel="noreferrer">
          {site.url}
        </a>
      </p>
      <section className="mq-panel">
        <h2>Deploy</h2>
        <p className="mq-muted">
          Drop your build output anywhere on this page as a single zip, or choose it. It goes live once every
          file has been checked.
        </p>
        <div className="mq-row">
          <Frame id="mq-site-path" label="Path">
            <input
              id="mq-site-path"
              className="mq-input"
              value={path}
              onChange={(event) => {
                setPath(event.target.value);
              }}
            />
          </Frame>
          <label className="mq-button mq-button--primary">
            {sending ? 'Sending…' : 'Choose a zip'}
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
        {problem && (
          <p className="mq-problem" role="alert">
            {problem}
          </p>
        )}
        <DropZone onFiles={(files) => void send(files)} />
        {deployments.length === 0 ? (
          <p className="mq-muted">No deployments yet.</p>
        ) : (
          <ul className="mq-deployments" aria-label="Deployments">
            {deployments.map((deployment) => (
              <Row
                key={deployment.id}
                deployment={deployment}
                onRestore={({ id: restored }) =>
                  void attempt(async () => {
                    await call('restore_deployment', { id: siteId, deployment: restored });
                  })
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
          toast.success('Visibility saved.');
        }}
      />
    </div>
  );
}
