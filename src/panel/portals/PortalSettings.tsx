'use client';
// A portal's settings: address, visibility, contents, appearance, presets, access requests, and closing it. Each part has its own
// save button; name, texts and expiry are in the form above and saved with it.
import { CopyToClipboard } from '@payloadcms/ui';
import { useState } from 'react';
import type { PortalTheme } from '../../portals/schemas.ts';
import { AssetPart } from '../assets/AssetPicker.tsx';
import '../brands/brand.css';
import { useSaving } from '../client/useSaving.ts';
import { VisibilityField } from '../sharing/VisibilityField.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Ask } from '../ui/Ask.tsx';

import { ColourPart } from '../ui/form/inputs.tsx';
import { SaveFoot } from '../ui/form/SaveFoot.tsx';
import { PortalContents } from './PortalContents.tsx';
import { PortalPresets } from './PortalPresets.tsx';
import { PortalRequests } from './PortalRequests.tsx';
import { usePortal, type PartProps } from './usePortal.ts';
import { useWords } from '../words/useWords.ts';
import type { PlainKey } from '../../words/keys.ts';

const colours = [
  { name: 'accent', label: 'portals:accent' },
  { name: 'background', label: 'portals:background' },
] as const satisfies { name: keyof PortalTheme; label: PlainKey }[];

function Look({ portal, patch }: PartProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState<Partial<PortalTheme>>({});
  const saving = useSaving(['theme']);
  const shown = { ...portal.theme, ...draft };
  const set = (change: Partial<PortalTheme>): void => {
    setDraft({ ...draft, ...change });
  };
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-look">
      <h2 id="mq-portal-look">{t('portals:appearance')}</h2>
      <AssetPart
        label={t('portals:logo')}
        id={shown.logo}
        problem={saving.at('theme.logo')}
        hint={t('portals:logoHint')}
        onChange={(logo) => set({ logo })}
      />
      <div className="mq-pair">
        {colours.map(({ name, label }) => (
          <ColourPart
            key={name}
            id={`mq-portal-${name}`}
            label={t(label)}
            value={shown[name] ?? ''}
            placeholder={t('portals:fromBrand')}
            problem={saving.at(`theme.${name}`)}
            onChange={(colour) => set({ [name]: colour.trim() || null })}
          />
        ))}
      </div>
      <SaveFoot
        label={t('portals:saveAppearance')}
        saving={saving}
        changed={Object.keys(draft).length > 0}
        onSave={async () => {
          await patch({ theme: draft }, t('portals:appearanceSaved'));
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
  const { t } = useWords();
  const saving = useSaving(['expiresAt']);
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-end">
      <h2 id="mq-portal-end">{closed ? t('portals:closedTitle') : t('portals:closeTitle')}</h2>
      {closed ? (
        <>
          <p className="mq-muted">{t('portals:closedHint')}</p>
          <SaveFoot
            label={t('portals:reopen')}
            saving={saving}
            changed
            onSave={() => patch({ expiresAt: null }, t('portals:reopened'))}
          />
        </>
      ) : (
        <>
          <p className="mq-muted">{t('portals:closeHint')}</p>
          <div>
            <Ask
              label={t('portals:close')}
              confirm={t('portals:closeForEveryone', { name: portal.name })}
              onConfirm={onClose}
            />
          </div>
        </>
      )}
    </section>
  );
}

export function PortalSettings() {
  const { t, moment } = useWords();
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
        <h2 id="mq-portal-address">{t('portals:address')}</h2>
        <p className="mq-secret">
          <code>{url}</code>
          <CopyToClipboard value={url} defaultMessage={t('agents:copyAddress')} />
        </p>
        <div className="mq-row">
          <a className="mq-button mq-button--small" href={url} target="_blank" rel="noreferrer">
            {t('ui:open')}
          </a>
          <span className={`mq-badge ${closed ? 'mq-badge--expired' : 'mq-badge--active'}`}>
            {expiresAt === null
              ? t('portals:isOpen')
              : closed
                ? t('portals:closedSince', { date: moment(expiresAt) })
                : t('portals:openUntil', { date: moment(expiresAt) })}
          </span>
        </div>
      </section>
      <VisibilityField
        noun="portal"
        access={portal.access}
        onSave={(change) => patch(change, t('sharing:visibilitySaved'))}
      />
      <PortalContents portal={portal} patch={patch} workspace={workspace} />
      <Look portal={portal} patch={patch} />
      <PortalPresets portal={portal} patch={patch} />
      <PortalRequests portal={portal.id} />
      <End portal={portal} closed={closed} patch={patch} onClose={close} />
    </div>
  );
}
