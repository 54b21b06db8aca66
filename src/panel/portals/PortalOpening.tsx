'use client';
// Opens a portal, after saying who then sees what; closes it, which can be undone; and previews it as each audience before.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Portal } from '../../portals/schemas.ts';
import { useBusy } from '../client/useBusy.ts';
import { useSaving } from '../client/useSaving.ts';
import { visibilityHintKeys } from '../sharing/visibility-words.ts';
import { Alert } from '../ui/Alert.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { counted } from '../ui/format.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { offerUndo } from '../ui/undo.ts';
import { useWords } from '../words/useWords.ts';
import type { PortalForm } from './usePortal.ts';
import { stateOfPortal } from './portal-words.ts';

/** Who can be looked over the shoulder of, by who can visit. */
const audiencesOf = {
  public: [
    { as: 'everyone', label: 'Everyone' },
    { as: 'partners', label: 'Approved guests' },
    { as: 'members', label: 'Members' },
  ],
  password: [
    { as: 'partners', label: 'Visitors' },
    { as: 'members', label: 'Members' },
  ],
  members: [
    { as: 'partners', label: 'Approved guests' },
    { as: 'members', label: 'Members' },
  ],
} as const satisfies Record<Portal['access'], readonly { as: string; label: string }[]>;

export function PortalPreviews({ portal }: { portal: Portal }) {
  return (
    <div className="mq-row" role="group" aria-label="Preview">
      <span className="mq-muted">Preview as</span>
      {audiencesOf[portal.access].map(({ as, label }) => (
        <a
          key={as}
          className="mq-button mq-button--small"
          href={`${portal.url}?preview=${as}`}
          target="_blank"
          rel="noreferrer"
        >
          {label}
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
  const { t } = useWords();
  const { busy, problem, save } = useSaving();
  const shows = [
    ...(portal.brands.length > 0 ? [counted(portal.brands.length, 'brand')] : []),
    ...(portal.collections.length > 0 ? [counted(portal.collections.length, 'collection')] : []),
  ];
  return (
    <Sheet title={`Open “${portal.name}”?`} onClose={onClose}>
      <p>
        {`Who can visit: ${t(visibilityHintKeys[portal.access])} `}
        {shows.length > 0
          ? `It shows ${shows.join(' and ')}.`
          : 'It shows nothing yet: add a brand or a collection.'}
      </p>
      <PortalPreviews portal={portal} />
      <Alert problem={problem} />
      <FormFoot
        action="Open portal"
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
  const [asking, setAsking] = useState(false);
  const [busy, during] = useBusy();
  const isOpen = stateOfPortal(portal) === 'open';
  const close = (): Promise<void> =>
    during(async () => {
      const { expiresAt } = portal;
      await form.patch({ expiresAt: new Date().toISOString() });
      offerUndo('Portal closed', () => form.patch({ expiresAt }), 'portal');
    });
  if (isOpen)
    return (
      <>
        <a className="mq-button" href={portal.url} target="_blank" rel="noreferrer">
          Visit
        </a>
        <button
          type="button"
          className="mq-button mq-button--stop"
          disabled={busy}
          onClick={() => void close()}
        >
          Close portal
        </button>
      </>
    );
  return (
    <>
      <button
        type="button"
        className="mq-button mq-button--primary"
        disabled={form.isDirty}
        title={form.isDirty ? 'Save your changes first' : undefined}
        onClick={() => setAsking(true)}
      >
        Open portal
      </button>
      {asking && (
        <OpenDialog
          portal={portal}
          onClose={() => setAsking(false)}
          onOpen={async () => {
            await form.patch({ expiresAt: null });
            toast.success('Portal open');
          }}
        />
      )}
    </>
  );
}
