'use client';
// Opens a portal, after saying who then sees what; closes it, which can be undone; and previews it as each audience before.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Portal } from '../../portals/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';
import { useBusy } from '../client/useBusy.ts';
import { useSaving } from '../client/useSaving.ts';
import { visibilityWords } from '../sharing/visibility-words.ts';
import { Alert } from '../ui/Alert.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { Sheet } from '../ui/overlays/Sheet.tsx';
import { offerUndo } from '../ui/undo.ts';
import { useWords } from '../words/useWords.ts';
import type { PortalForm } from './usePortal.ts';
import { stateOfPortal } from './portal-words.ts';

/** Who can be looked over the shoulder of, by who can visit. */
const audiencesOf = {
  public: [
    { as: 'everyone', label: 'portals:everyone' },
    { as: 'partners', label: 'portals:guests' },
    { as: 'members', label: 'sharing:members' },
  ],
  password: [
    { as: 'partners', label: 'portals:visitors' },
    { as: 'members', label: 'sharing:members' },
  ],
  members: [
    { as: 'partners', label: 'portals:guests' },
    { as: 'members', label: 'sharing:members' },
  ],
} as const satisfies Record<Portal['access'], readonly { as: string; label: PlainKey }[]>;

export function PortalPreviews({ portal }: { portal: Portal }) {
  const { t } = useWords();
  return (
    <div className="mq-row" role="group" aria-label={t('portals:preview')}>
      <span className="mq-muted">{t('portals:previewAs')}</span>
      {audiencesOf[portal.access].map(({ as, label }) => (
        <a
          key={as}
          className="mq-button mq-button--small"
          href={`${portal.url}?preview=${as}`}
          target="_blank"
          rel="noreferrer"
        >
          {t(label)}
        </a>
      ))}
    </div>
  );
}

function OpenDialog({
  portal,
  onOpen,
  onClose,
}: {
  portal: Portal;
  onOpen: () => Promise<void>;
  onClose: () => void;
}) {
  const { t, list } = useWords();
  const { busy, problem, save } = useSaving();
  const shows = [
    ...(portal.brands.length > 0 ? [t('portals:countedBrands', { count: portal.brands.length })] : []),
    ...(portal.collections.length > 0
      ? [t('portals:countedCollections', { count: portal.collections.length })]
      : []),
  ];
  return (
    <Sheet title={t('portals:openNamed', { name: portal.name })} onClose={onClose}>
      <p>
        {t('portals:whoWillVisit', { who: t(visibilityWords[portal.access].hint) })}{' '}
        {shows.length > 0 ? t('portals:shows', { things: list(shows) }) : t('portals:showsNothingHint')}
      </p>
      <PortalPreviews portal={portal} />
      <Alert problem={problem} />
      <FormFoot
        action={t('portals:open')}
        disabled={busy}
        onAction={() =>
          void save(async () => {
            await onOpen();
            onClose();
          })
        }
        onCancel={onClose}
        inSheet
      />
    </Sheet>
  );
}

export function PortalOpening({ form, portal }: { form: PortalForm; portal: Portal }) {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  const [busy, during] = useBusy();
  const isOpen = stateOfPortal(portal) === 'open';
  const close = (): Promise<void> =>
    during(async () => {
      const { expiresAt } = portal;
      await form.patch({ expiresAt: new Date().toISOString() });
      offerUndo(t('portals:closed'), () => form.patch({ expiresAt }), 'portal');
    });
  if (isOpen)
    return (
      <>
        <a className="mq-button" href={portal.url} target="_blank" rel="noreferrer">
          {t('sharing:visit')}
        </a>
        <button
          type="button"
          className="mq-button mq-button--stop"
          disabled={busy}
          onClick={() => void close()}
        >
          {t('portals:close')}
        </button>
      </>
    );
  return (
    <>
      <button
        type="button"
        className="mq-button mq-button--primary"
        disabled={form.isDirty}
        title={form.isDirty ? t('portals:saveFirst') : undefined}
        onClick={() => setAsking(true)}
      >
        {t('portals:open')}
      </button>
      {asking && (
        <OpenDialog
          portal={portal}
          onClose={() => setAsking(false)}
          onOpen={async () => {
            await form.patch({ expiresAt: null });
            toast.success(t('portals:opened'));
          }}
        />
      )}
    </>
  );
}
