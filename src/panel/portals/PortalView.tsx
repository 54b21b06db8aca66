'use client';
// A portal's own page, in place of Payload's form: one form with one Save, opening and closing it, and requests for access.
import { SetStepNav } from '@payloadcms/ui';
import type { Portal } from '../../portals/schemas.ts';
import { WhoCanReach } from '../access-report/WhoCanReach.tsx';
import '../brands/brand.css';
import { call } from '../client/operations.ts';
import { DomainsSection } from '../domains/DomainsSection.tsx';
import { LoadingRecord } from '../sharing/LoadingRecord.tsx';
import { NotLoaded } from '../ui/states/NotLoaded.tsx';
import { RecordHead } from '../sharing/RecordHead.tsx';
import { SaveBar } from '../sharing/SaveBar.tsx';
import { VisitorsSection } from '../sharing/VisitorsSection.tsx';
import { RecordPage } from '../shell/RecordPage.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { useWords } from '../words/useWords.ts';
import { PortalBadge } from './PortalBadge.tsx';
import { PortalContents } from './PortalContents.tsx';
import { PortalLook } from './PortalLook.tsx';
import { PortalOpening, PortalPreviews } from './PortalOpening.tsx';
import { PortalPresets } from './PortalPresets.tsx';
import { PortalRequests } from './PortalRequests.tsx';
import { PortalReach, PortalTexts } from './PortalTexts.tsx';
import { stateOfPortal } from './portal-words.ts';
import { usePortal, type PartProps } from './usePortal.ts';
import './portals.css';

const portalsPath = '/collections/portals';

function PortalHead({ portal, form }: { portal: Portal; form: PartProps['form'] }) {
  const { t } = useWords();
  return (
    <RecordHead
      record={portal}
      actions={<PortalOpening form={form} portal={portal} />}
      state={<PortalBadge portal={portal} />}
      deletion={{
        action: t('portals:deleteOne'),
        words: t('portals:deleteHint'),
        leadsTo: portalsPath,
        onDelete: () => call('delete_portal', { id: portal.id }),
      }}
    >
      {stateOfPortal(portal) !== 'open' && <p className="mq-muted">{t('portals:closedHint')}</p>}
      <PortalPreviews portal={portal} />
    </RecordHead>
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
        <VisitorsSection noun="portal" stored={stored} form={form}>
          <PortalReach {...parts} isOpen={stateOfPortal(stored) === 'open'} />
        </VisitorsSection>
        <PortalTexts {...parts} />
        <PortalLook {...parts} />
        <PortalPresets {...parts} />
        <DomainsSection kind="portal" id={id} />
        <PortalRequests portal={id} />
        {isDirty && <SaveBar saving={saving} onSave={() => void save()} onDiscard={discard} />}
        <WhoCanReach />
      </div>
    </>
  );
}

export function PortalView() {
  return <RecordPage listedAt={portalsPath}>{(id) => <PortalPlace key={id} id={id} />}</RecordPage>;
}
