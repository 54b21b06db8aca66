'use client';
// A portal's settings: address, visibility, contents, appearance, presets, access requests, and closing it. Each part has its own
// save button; name, texts and expiry are in the form above and saved with it.
import { useState } from 'react';
import type { PortalTheme } from '../../portals/schemas.ts';
import { AssetPart } from '../assets/AssetPicker.tsx';
import '../brands/brand.css';
import { useSaving } from '../client/useSaving.ts';
import { VisibilityField } from '../sharing/VisibilityField.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Ask } from '../ui/Ask.tsx';
import { moment } from '../ui/format.ts';
import { ColourPart } from '../ui/form/inputs.tsx';
import { SaveFoot } from '../ui/form/SaveFoot.tsx';
import { PortalContents } from './PortalContents.tsx';
import { PortalPresets } from './PortalPresets.tsx';
import { PortalRequests } from './PortalRequests.tsx';
import { usePortal, type PartProps } from './usePortal.ts';
import { CopyButton } from '../ui/CopyButton.tsx';

const colours = [
  { name: 'accent', label: 'Accent' },
  { name: 'background', label: 'Background' },
] as const satisfies { name: keyof PortalTheme; label: string }[];

function Look({ portal, patch }: PartProps) {
  const [draft, setDraft] = useState<Partial<PortalTheme>>({});
  const saving = useSaving(['theme']);
  const shown = { ...portal.theme, ...draft };
  const set = (change: Partial<PortalTheme>): void => {
    setDraft({ ...draft, ...change });
  };
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-look">
      <h2 id="mq-portal-look">Appearance</h2>
      <AssetPart
        label="Logo"
        id={shown.logo}
        problem={saving.at('theme.logo')}
        hint="Defaults to the first brand’s logo, then the organization’s."
        onChange={(logo) => set({ logo })}
      />
      <div className="mq-pair">
        {colours.map(({ name, label }) => (
          <ColourPart
            key={name}
            id={`mq-portal-${name}`}
            label={label}
            value={shown[name] ?? ''}
            placeholder="From the brand"
            problem={saving.at(`theme.${name}`)}
            onChange={(colour) => set({ [name]: colour.trim() || null })}
          />
        ))}
      </div>
      <SaveFoot
        label="Save appearance"
        saving={saving}
        changed={Object.keys(draft).length > 0}
        onSave={async () => {
          await patch({ theme: draft }, 'Appearance saved.');
          setDraft({});
        }}
      />
    </section>
  );
}

function End({
  portal,
  closed,
  patch,
  onClose,
}: PartProps & { closed: boolean; onClose: () => Promise<void> }) {
  const saving = useSaving(['expiresAt']);
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-end">
      <h2 id="mq-portal-end">{closed ? 'Portal closed' : 'Close this portal'}</h2>
      {closed ? (
        <>
          <p className="mq-muted">
            No one can get in, whatever link or password they have. To reopen it for a while, set “Open until”
            and save. To reopen it without an end date:
          </p>
          <SaveFoot
            label="Reopen portal"
            saving={saving}
            changed
            onSave={() => patch({ expiresAt: null }, 'Portal reopened.')}
          />
        </>
      ) : (
        <>
          <p className="mq-muted">
            Visitors lose access immediately. Its contents are kept, and you can reopen it.
          </p>
          <div>
            <Ask label="Close portal" confirm={`Close ${portal.name} for everyone`} onConfirm={onClose} />
          </div>
        </>
      )}
    </section>
  );
}

export function PortalSettings() {
  const { portal, closed, workspace, problem, patch, close } = usePortal();
  if (!portal) return <Alert problem={problem} />;
  const { url, expiresAt } = portal;
  return (
    <div
      className="mq-portal"
      onKeyDown={(event) => {
        // Enter would submit the surrounding form.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <section className="mq-panel" aria-labelledby="mq-portal-address">
        <h2 id="mq-portal-address">Address</h2>
        <p className="mq-secret">
          <code>{url}</code>
          <CopyButton value={url} label="Copy address" />
        </p>
        <div className="mq-row">
          <a className="mq-button mq-button--small" href={url} target="_blank" rel="noreferrer">
            Open
          </a>
          <span className={`mq-badge ${closed ? 'mq-badge--expired' : 'mq-badge--active'}`}>
            {expiresAt === null
              ? 'Open'
              : closed
                ? `Closed since ${moment(expiresAt)}`
                : `Open until ${moment(expiresAt)}`}
          </span>
        </div>
      </section>
      <VisibilityField
        noun="portal"
        access={portal.access}
        onSave={(change) => patch(change, 'Visibility saved.')}
      />
      <PortalContents portal={portal} patch={patch} workspace={workspace} />
      <Look portal={portal} patch={patch} />
      <PortalPresets portal={portal} patch={patch} />
      <PortalRequests portal={portal.id} />
      <End portal={portal} closed={closed} patch={patch} onClose={close} />
    </div>
  );
}
