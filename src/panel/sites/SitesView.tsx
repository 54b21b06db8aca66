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
import { ago, moment } from '../ui/format.ts';
import { ChoicePart } from '../ui/form/inputs.tsx';
import { FileIcon } from '../ui/icons.tsx';
import { useWords } from '../words/useWords.ts';
import { badgeOfDeployment, deploymentLabels, kindOptions } from './site-words.ts';

const shown = changesTo('site');

function LastDeployment({ site: { live, latest } }: { site: Site }) {
  if (latest === null) return <span className="mq-badge">Nothing deployed</span>;
  const isLive = latest.state === 'replaced' || latest.state === 'live';
  return (
    <>
      <span
        className={`mq-badge mq-badge--${badgeOfDeployment[live.length > 0 && isLive ? 'live' : latest.state]}`}
      >
        {live.length > 0 && isLive ? 'Live' : deploymentLabels[latest.state]}
      </span>
      <span className="mq-muted">
        Deployed{' '}
        <time dateTime={latest.createdAt} title={moment(latest.createdAt)}>
          {ago(latest.createdAt)}
        </time>
      </span>
    </>
  );
}

function SiteRow({ site }: { site: Site }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const kind = kindOptions.find(({ value }) => value === site.kind)?.label ?? '';
  return (
    <li className="mq-record">
      <span className="mq-record__picture">
        <span className="mq-thumb mq-thumb--file">
          <FileIcon />
          <span>{kind}</span>
        </span>
      </span>
      <span className="mq-record__what">
        <Link className="mq-record__name" href={route(`/collections/sites/${site.id}`)} prefetch={false}>
          {site.name}
        </Link>
        <span className="mq-muted">{site.url.replace(/^https?:\/\//, '')}</span>
      </span>
      <span className="mq-record__state">
        <LastDeployment site={site} />
      </span>
      <span className="mq-record__state mq-muted">{t(visibilityKeys[site.access])}</span>
    </li>
  );
}

function NewSite({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const route = useAdminRoute();
  const [kind, setKind] = useState<SiteKind>('landing');
  return (
    <NewRecord
      noun="site"
      placeholder="Brand handbook"
      words="It serves nothing until you deploy to it, and only members can visit it until you say otherwise."
      onClose={onClose}
      onCreate={async (name) => {
        const { data } = await call('create_site', { body: { name, kind, access: 'members' } });
        router.push(route(`/collections/sites/${data.id}`));
      }}
    >
      <ChoicePart
        id="mq-new-site-kind"
        label="Kind"
        value={kind}
        options={kindOptions}
        onChange={(value) => setKind(value as SiteKind)}
      />
    </NewRecord>
  );
}

export function SitesView(view: ListViewClientProps) {
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
        empty:
          'A site serves what you built, at an address of its own: a handbook, documentation, a component library.',
        row: (site: Site) => <SiteRow key={site.id} site={site} />,
        creating: (onClose) => <NewSite onClose={onClose} />,
      }}
    />
  );
}
