'use client';
// A site's own page, in place of Payload's form: its address, deploying to it, and one form with one Save.
import { SetStepNav } from '@payloadcms/ui';
import type { Site, SiteKind, SitePatch } from '../../sites/schemas.ts';
import { call, callRecord } from '../client/operations.ts';
import { LoadingRecord, NotLoaded } from '../sharing/LoadingRecord.tsx';
import { NameParts } from '../sharing/NameParts.tsx';
import { RecordHead } from '../sharing/RecordHead.tsx';
import { SaveBar } from '../sharing/SaveBar.tsx';
import { VisitorsSection } from '../sharing/VisitorsSection.tsx';
import { useRecordForm, type RecordForm } from '../sharing/useRecordForm.ts';
import { RecordPage } from '../shell/RecordPage.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { ChoicePart } from '../ui/form/inputs.tsx';
import { useWords } from '../words/useWords.ts';
import { SiteDeployments } from './SiteDeployments.tsx';
import { kindOptions } from './site-words.ts';
import { PanelSection } from '../ui/PanelSection.tsx';

const sitesPath = '/collections/sites';
type SiteForm = RecordForm<Site, SitePatch>;

const useSiteForm = (id: string): SiteForm =>
  useRecordForm<Site, SitePatch>({
    key: `mq-site-${id}`,
    read: (signal) => callRecord('get_site', { id }, { signal }),
    write: (body, ifMatch) => callRecord('update_site', { id, body }, { ifMatch }),
    fields: ['name', 'slug', 'kind', 'access', 'password'],
    secret: ['password'],
  });

function SiteHead({ site }: { site: Site }) {
  const { t } = useWords();
  const { id, url, live } = site;
  return (
    <RecordHead
      record={site}
      actions={
        live.length > 0 && (
          <a className="mq-button" href={url} target="_blank" rel="noreferrer">
            {t('sharing:visit')}
          </a>
        )
      }
      deletion={{
        action: t('sites:deleteOne'),
        words: t(live.length > 0 ? 'sites:deleteLiveHint' : 'sites:deleteHint'),
        leadsTo: sitesPath,
        onDelete: () => call('delete_site', { id }),
      }}
    />
  );
}

function SiteBasics({ form, shown }: { form: SiteForm; shown: Site }) {
  const { t } = useWords();
  const { change, saving } = form;
  return (
    <PanelSection id="mq-site-basics" title={t('sites:nameAndAddress')}>
      <div className="mq-pair">
        <NameParts noun="site" shown={shown} saving={saving} onChange={change} />
        <ChoicePart
          id="mq-site-kind"
          label={t('sites:kind')}
          value={shown.kind}
          options={kindOptions(t)}
          problem={saving.at('kind')}
          onChange={(kind) => change({ kind: kind as SiteKind })}
        />
      </div>
    </PanelSection>
  );
}

function SitePlace({ id }: { id: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const form = useSiteForm(id);
  const { stored, failure, draft, isDirty, saving, save, discard } = form;
  if (!stored)
    return failure === null ? <LoadingRecord /> : <NotLoaded problem={failure} onRetry={form.reload} />;
  const { password: _, ...changed } = draft;
  return (
    <>
      <SetStepNav nav={[{ label: t('sites:title'), url: route(sitesPath) }, { label: stored.name }]} />
      <div className="mq-publication">
        <SiteHead site={stored} />
        <SiteDeployments key={stored.slug} siteId={id} onChanged={form.reload} />
        <VisitorsSection noun="site" stored={stored} form={form} />
        <SiteBasics form={form} shown={{ ...stored, ...changed }} />
        {isDirty && <SaveBar saving={saving} onSave={() => void save()} onDiscard={discard} />}
      </div>
    </>
  );
}

export function SiteView() {
  return <RecordPage listedAt={sitesPath}>{(id) => <SitePlace key={id} id={id} />}</RecordPage>;
}
