'use client';
// The sites of the workspace: where each is, who can visit it, and how its last deployment went.
import { Link } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import type { ListViewClientProps } from 'payload';
import type { Site, SiteKind } from '../../sites/schemas.ts';
import { changesTo, useLive } from '../client/live.ts';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { NewRecord } from '../sharing/NewRecord.tsx';
import { RecordsView } from '../sharing/RecordsView.tsx';
import { visibilityKeys } from '../sharing/visibility-words.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { ChoicePart } from '../ui/form/inputs.tsx';
import { FileIcon } from '../ui/icons.tsx';
import { useWords } from '../words/useWords.ts';
import { badgeOfDeployment, deploymentKeys, kindKeys, kindOptions } from './site-words.ts';

const shown = changesTo('site');

function LastDeployment({ site: { live, latest } }: { site: Site }) {
  const { t, rich, ago, moment } = useWords();
  if (latest === null) return <span className="mq-badge">{t('sites:nothingDeployed')}</span>;
  const isLive = live.length > 0 && (latest.state === 'replaced' || latest.state === 'live');
  const state = isLive ? 'live' : latest.state;
  return (
    <>
      <span className={`mq-badge mq-badge--${badgeOfDeployment[state]}`}>{t(deploymentKeys[state])}</span>
      <span className="mq-muted">
        {rich('sites:deployedAt', {
          when: (
            <time dateTime={latest.createdAt} title={moment(latest.createdAt)}>
              {ago(latest.createdAt)}
            </time>
          ),
        })}
      </span>
    </>
  );
}

function SiteRow({ site }: { site: Site }) {
  const { t } = useWords();
  const route = useAdminRoute();
  return (
    <li className="mq-record">
      <span className="mq-record__picture">
        <span className="mq-thumb mq-thumb--file">
          <FileIcon />
        </span>
      </span>
      <span className="mq-record__what">
        <Link className="mq-record__name" href={route(`/collections/sites/${site.id}`)} prefetch={false}>
          {site.name}
        </Link>
        <span className="mq-muted">{site.url.replace(/^https?:\/\//, '')}</span>
        <span className="mq-muted">{t(kindKeys[site.kind])}</span>
      </span>
      <span className="mq-record__state">
        <LastDeployment site={site} />
      </span>
      <span className="mq-record__state mq-muted">{t(visibilityKeys[site.access])}</span>
    </li>
  );
}

function NewSite({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const router = useRouter();
  const route = useAdminRoute();
  const [kind, setKind] = useState<SiteKind>('landing');
  return (
    <NewRecord
      noun="site"
      placeholder={t('sites:exampleName')}
      words={t('sites:newHint')}
      onClose={onClose}
      onCreate={async (name) => {
        const { data } = await call('create_site', { body: { name, kind, access: 'members' } });
        router.push(route(`/collections/sites/${data.id}`));
      }}
    >
      <ChoicePart
        id="mq-new-site-kind"
        label={t('sites:kind')}
        value={kind}
        options={kindOptions(t)}
        onChange={(value) => setKind(value as SiteKind)}
      />
    </NewRecord>
  );
}

export function SitesView(view: ListViewClientProps) {
  const { t } = useWords();
  const { data, problem, again } = useOperation('list_sites', {});
  useLive(shown, again);
  return (
    <RecordsView
      view={view}
      list={{
        noun: 'site',
        items: data,
        problem,
        onRetry: again,
        empty: t('sites:emptyHint'),
        row: (site: Site) => <SiteRow key={site.id} site={site} />,
        creating: (onClose) => <NewSite onClose={onClose} />,
      }}
    />
  );
}
