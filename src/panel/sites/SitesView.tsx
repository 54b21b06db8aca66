'use client';
// The sites of the workspace: where each is, who can visit it, and how its last deployment went.
import { useState } from 'react';
import type { ListViewClientProps } from 'payload';
import type { Site, SiteKind } from '../../sites/schemas.ts';
import { changesTo, useLive } from '../client/live.ts';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { NewRecord } from '../sharing/NewRecord.tsx';
import { RecordRow } from '../sharing/RecordRow.tsx';
import { RecordsView } from '../sharing/RecordsView.tsx';
import { ChoicePart } from '../ui/form/inputs.tsx';
import { FileIcon } from '../ui/icons.tsx';
import { Badge } from '../ui/StateBadge.tsx';
import { useWords } from '../words/useWords.ts';
import { deploymentBadges, kindKeys, kindOptions } from './site-words.ts';

const sitesPath = '/collections/sites';
const shown = changesTo('site');

function LastDeployment({ site: { live, latest } }: { site: Site }) {
  const { t, rich, ago, moment } = useWords();
  if (latest === null) return <span className="mq-badge">{t('sites:nothingDeployed')}</span>;
  const isLive = live.length > 0 && (latest.state === 'replaced' || latest.state === 'live');
  const state = isLive ? 'live' : latest.state;
  return (
    <>
      <Badge {...deploymentBadges[state]} />
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
  return (
    <RecordRow
      record={site}
      path={`${sitesPath}/${site.id}`}
      picture={
        <span className="mq-thumb mq-thumb--file">
          <FileIcon />
        </span>
      }
      about={t(kindKeys[site.kind])}
      state={<LastDeployment site={site} />}
    />
  );
}

function NewSite({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const [kind, setKind] = useState<SiteKind>('landing');
  return (
    <NewRecord
      noun="site"
      listedAt={sitesPath}
      placeholder={t('sites:exampleName')}
      words={t('sites:newHint')}
      onCreate={(name) => call('create_site', { body: { name, kind, access: 'members' } })}
      onClose={onClose}
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
