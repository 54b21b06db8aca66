'use client';
// A portal's own page, in place of Payload's form: one form with one Save, opening and closing it, and requests for access.
import { Gutter, SetStepNav, useDocumentInfo } from '@payloadcms/ui';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useRouter } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import type { Portal } from '../../portals/schemas.ts';
import { WhoCanReach } from '../access-report/WhoCanReach.tsx';
import '../brands/brand.css';
import { call } from '../client/operations.ts';
import { DeleteRecord } from '../sharing/DeleteRecord.tsx';
import { LoadingRecord, NotLoaded } from '../sharing/LoadingRecord.tsx';
import { SaveBar } from '../sharing/SaveBar.tsx';
import { VisibilityPart } from '../sharing/VisibilityPart.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { Menu } from '../ui/overlays/Menu.tsx';
import { useWords } from '../words/useWords.ts';
import { PortalContents } from './PortalContents.tsx';
import { PortalLook } from './PortalLook.tsx';
import { PortalOpening, PortalPreviews } from './PortalOpening.tsx';
import { PortalPresets } from './PortalPresets.tsx';
import { PortalRequests } from './PortalRequests.tsx';
import { PortalReach, PortalTexts } from './PortalTexts.tsx';
import { badgeOfPortal, stateInWords, stateOfPortal } from './portal-words.ts';
import { usePortal, type PartProps } from './usePortal.ts';
import './portals.css';

const portalsPath = '/collections/portals';

function PortalHead({ portal, form }: { portal: Portal; form: PartProps['form'] }) {
  const words = useWords();
  const { t } = words;
  const { docPermissions } = useDocumentInfo();
  const [deleting, setDeleting] = useState(false);
  const mayDelete = Boolean(docPermissions && 'delete' in docPermissions && docPermissions.delete);
  const { id, name, url } = portal;
  return (
    <header className="mq-publication__head">
      <div className="mq-head">
        <h1>{name}</h1>
        <div className="mq-head__actions">
          <PortalOpening form={form} portal={portal} />
          {mayDelete && (
            <Menu
              label={t('sharing:moreActions')}
              items={[{ label: t('portals:deleteOne'), stop: true, onSelect: () => setDeleting(true) }]}
            />
          )}
        </div>
      </div>
      <div className="mq-row">
        <span className={`mq-badge mq-badge--${badgeOfPortal[stateOfPortal(portal)]}`}>
          {stateInWords(portal, words)}
        </span>
        <code>{url}</code>
        <CopyButton value={url} label={t('sharing:copyAddress')} />
      </div>
      {stateOfPortal(portal) !== 'open' && <p className="mq-muted">{t('portals:closedHint')}</p>}
      <PortalPreviews portal={portal} />
      {deleting && (
        <DeleteRecord
          name={name}
          action={t('portals:deleteOne')}
          leadsTo={portalsPath}
          words={t('portals:deleteHint')}
          onDelete={() => call('delete_portal', { id })}
          onClose={() => setDeleting(false)}
        />
      )}
    </header>
  );
}

function PortalPlace({ id }: { id: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const form = usePortal(id);
  const { stored, failure, draft, isDirty, saving, save, discard } = form;
  if (!stored)
    return failure === null ? <LoadingRecord /> : <NotLoaded problem={failure} onRetry={form.reload} />;
  const { password: _, ...changed } = draft;
  const shown: Portal = { ...stored, ...changed, theme: { ...stored.theme, ...draft.theme } };
  const parts: PartProps = { form, shown };
  return (
    <>
      <SetStepNav nav={[{ label: t('portals:title'), url: route(portalsPath) }, { label: stored.name }]} />
      <div className="mq-publication">
        <PortalHead portal={stored} form={form} />
        <PortalContents {...parts} />
        <section className="mq-panel" aria-labelledby="mq-portal-visitors">
          <h2 id="mq-portal-visitors">{t('sharing:whoCanVisit')}</h2>
          <VisibilityPart
            noun="portal"
            stored={stored.access}
            draft={draft}
            at={saving.at}
            onChange={form.change}
          />
          <PortalReach {...parts} isOpen={stateOfPortal(stored) === 'open'} />
        </section>
        <PortalTexts {...parts} />
        <PortalLook {...parts} />
        <PortalPresets {...parts} />
        <PortalRequests portal={id} />
        {isDirty && <SaveBar saving={saving} onSave={() => void save()} onDiscard={discard} />}
        <WhoCanReach />
      </div>
    </>
  );
}

export function PortalView() {
  const { id } = useDocumentInfo();
  const router = useRouter();
  const route = useAdminRoute();
  useEffect(() => {
    if (id === undefined) router.replace(route(`${portalsPath}?new=1`));
  }, [id, router, route]);
  if (id === undefined) return null;
  return (
    <main>
      <Gutter className="mq-library">
        <PortalPlace key={id} id={String(id)} />
      </Gutter>
    </main>
  );
}
