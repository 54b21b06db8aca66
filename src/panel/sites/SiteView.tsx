'use client';
// A site's own page, in place of Payload's form: its address, deploying to it, and one form with one Save.
import { Gutter, SetStepNav, useDocumentInfo } from '@payloadcms/ui';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useRouter } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import type { Site, SiteKind, SitePatch } from '../../sites/schemas.ts';
import { call, callRecord } from '../client/operations.ts';
import { DeleteRecord } from '../sharing/DeleteRecord.tsx';
import { LoadingRecord, NotLoaded } from '../sharing/LoadingRecord.tsx';
import { NameParts } from '../sharing/NameParts.tsx';
import { SaveBar } from '../sharing/SaveBar.tsx';
import { VisibilityPart } from '../sharing/VisibilityPart.tsx';
import { useRecordForm, type RecordForm } from '../sharing/useRecordForm.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { ChoicePart } from '../ui/form/inputs.tsx';
import { Menu } from '../ui/overlays/Menu.tsx';
import { useWords } from '../words/useWords.ts';
import { SiteDeployments } from './SiteDeployments.tsx';
import { kindOptions } from './site-words.ts';

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

function SiteHead({ site: { id, name, url, live } }: { site: Site }) {
  const { t } = useWords();
  const { docPermissions } = useDocumentInfo();
  const [deleting, setDeleting] = useState(false);
  const mayDelete = Boolean(docPermissions && 'delete' in docPermissions && docPermissions.delete);
  return (
    <header className="mq-publication__head">
      <div className="mq-head">
        <h1>{name}</h1>
        <div className="mq-head__actions">
          {live.length > 0 && (
            <a className="mq-button" href={url} target="_blank" rel="noreferrer">
              {t('sharing:visit')}
            </a>
          )}
          {mayDelete && (
            <Menu
              label={t('sharing:moreActions')}
              items={[{ label: t('sites:deleteOne'), stop: true, onSelect: () => setDeleting(true) }]}
            />
          )}
        </div>
      </div>
      <div className="mq-row">
        <code>{url}</code>
        <CopyButton value={url} label={t('sharing:copyAddress')} />
      </div>
      {deleting && (
        <DeleteRecord
          name={name}
          action={t('sites:deleteOne')}
          leadsTo={sitesPath}
          words={t(live.length > 0 ? 'sites:deleteLiveHint' : 'sites:deleteHint')}
          onDelete={() => call('delete_site', { id })}
          onClose={() => setDeleting(false)}
        />
      )}
    </header>
  );
}

function SiteBasics({ form, shown }: { form: SiteForm; shown: Site }) {
  const { t } = useWords();
  const { change, saving } = form;
  return (
    <section className="mq-panel" aria-labelledby="mq-site-basics">
      <h2 id="mq-site-basics">{t('sites:nameAndAddress')}</h2>
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
    </section>
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
        <SiteDeployments siteId={id} onChanged={form.reload} />
        <section className="mq-panel" aria-labelledby="mq-site-visitors">
          <h2 id="mq-site-visitors">{t('sharing:whoCanVisit')}</h2>
          <VisibilityPart
            noun="site"
            stored={stored.access}
            draft={draft}
            at={saving.at}
            onChange={form.change}
          />
        </section>
        <SiteBasics form={form} shown={{ ...stored, ...changed }} />
        {isDirty && <SaveBar saving={saving} onSave={() => void save()} onDiscard={discard} />}
      </div>
    </>
  );
}

export function SiteView() {
  const { id } = useDocumentInfo();
  const router = useRouter();
  const route = useAdminRoute();
  useEffect(() => {
    if (id === undefined) router.replace(route(`${sitesPath}?new=1`));
  }, [id, router, route]);
  if (id === undefined) return null;
  return (
    <main>
      <Gutter className="mq-library">
        <SitePlace key={id} id={String(id)} />
      </Gutter>
    </main>
  );
}
