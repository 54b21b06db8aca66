'use client';
// A portal's settings: address, visibility, contents, appearance, presets, access requests, and closing it. Each part has its own
// save button; name, texts and expiry are in the form above and saved with it.
import { CopyToClipboard } from '@payloadcms/ui';
import { useState } from 'react';
import type { Collection } from '../../assets/collections/collection-schemas.ts';
import type { Brand } from '../../brands/schemas.ts';
import type { Portal, PortalTheme, Preset } from '../../portals/schemas.ts';
import { Ask } from '../ui/Ask.tsx';
import { AssetPart } from '../assets/AssetPicker.tsx';
import '../brands/brand.css';
import { ChosenPart } from '../ui/ChosenPart.tsx';
import { VisibilityField } from '../sharing/VisibilityField.tsx';
import { moment } from '../ui/format.ts';
import { CloseIcon } from '../ui/icons.tsx';
import { ColourPart } from '../ui/inputs.tsx';
import { PortalRequests } from './PortalRequests.tsx';
import { SaveFoot } from '../ui/SaveFoot.tsx';
import { usePortal, type PortalForm } from './usePortal.ts';
import { useRead } from '../client/useRead.ts';
import { useSaving } from '../client/useSaving.ts';

/** The server's limit. */
const maxPresets = 20;

interface PartProps {
  portal: Portal;
  patch: PortalForm['patch'];
}

const hidden = (resource: { private: boolean }): string | null =>
  resource.private ? 'private, so not shown' : null;

function Contents({ portal, patch, workspace }: PartProps & { workspace: string | null }) {
  const brands = useRead<Brand[]>(workspace && '/api/v1/brands', workspace);
  const collections = useRead<Collection[]>(workspace && '/api/v1/collections', workspace);
  const [draft, setDraft] = useState<{ brands?: string[]; collections?: string[] }>({});
  const saving = useSaving(['brands', 'collections']);
  const problem = brands.problem ?? collections.problem;
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-contents">
      <h2 id="mq-portal-contents">Contents</h2>
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
      {brands.data && collections.data && (
        <>
          <ChosenPart
            id="mq-portal-brands"
            label="Brands"
            noun="brand"
            choices={brands.data.map((brand) => ({
              value: brand.slug,
              name: brand.published === null ? `${brand.name} (not published yet)` : brand.name,
              unavailable: hidden(brand),
            }))}
            chosen={draft.brands ?? portal.brands}
            problem={saving.at('brands')}
            hint="Shown as last published, in this order. The first brand provides the portal’s logo and colours."
            onChange={(next) => {
              setDraft({ ...draft, brands: next });
            }}
          />
          <ChosenPart
            id="mq-portal-collections"
            label="Collections"
            noun="collection"
            choices={collections.data.map((collection) => ({
              value: collection.id,
              name: collection.name,
              unavailable: hidden(collection),
            }))}
            chosen={draft.collections ?? portal.collections}
            problem={saving.at('collections')}
            hint="Only files that may be used right now are shown."
            onChange={(next) => {
              setDraft({ ...draft, collections: next });
            }}
          />
          <SaveFoot
            label="Save contents"
            saving={saving}
            changed={Object.keys(draft).length > 0}
            onSave={async () => {
              await patch(draft, 'Contents saved.');
              setDraft({});
            }}
          />
        </>
      )}
    </section>
  );
}

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
        onChange={(logo) => {
          set({ logo });
        }}
      />
      <div className="mq-pair">
        <ColourPart
          id="mq-portal-accent"
          label="Accent"
          value={shown.accent ?? ''}
          placeholder="From the brand"
          problem={saving.at('theme.accent')}
          onChange={(accent) => {
            set({ accent: accent.trim() || null });
          }}
        />
        <ColourPart
          id="mq-portal-background"
          label="Background"
          value={shown.background ?? ''}
          placeholder="From the brand"
          problem={saving.at('theme.background')}
          onChange={(background) => {
            set({ background: background.trim() || null });
          }}
        />
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

const presetParts = [
  { name: 'name', label: 'Name', placeholder: 'For the web', maxLength: 60 },
  { name: 'transform', label: 'Transform', placeholder: 'w_1200,f_webp', maxLength: 200 },
] as const satisfies readonly { name: keyof Preset; [more: string]: unknown }[];

function Presets({ portal, patch }: PartProps) {
  const [draft, setDraft] = useState<Preset[] | null>(null);
  const saving = useSaving(['presets']);
  const presets = draft ?? portal.presets;
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-presets">
      <h2 id="mq-portal-presets">Presets</h2>
      <p className="mq-muted">
        The forms that images are offered in besides the original. Without presets, the standard sizes are
        offered. A transform sets width and height in pixels, the format and the quality:{' '}
        <code>w_1200,h_630,f_webp,q_80</code>.
      </p>
      {presets.length > 0 && (
        <ul className="mq-presets" aria-labelledby="mq-portal-presets">
          {presets.map((preset, index) => (
            <li key={index}>
              {presetParts.map(({ name, label, placeholder, maxLength }) => (
                <input
                  key={name}
                  className="mq-input"
                  aria-label={`${label} of preset ${index + 1}`}
                  aria-invalid={saving.at(`presets[${index}].${name}`) ? true : undefined}
                  aria-describedby={
                    saving.at(`presets[${index}]`) ? `mq-portal-preset-${index}-problem` : undefined
                  }
                  placeholder={placeholder}
                  maxLength={maxLength}
                  spellCheck={false}
                  value={preset[name]}
                  onChange={(event) => {
                    const changed = { ...preset, [name]: event.target.value };
                    setDraft(presets.map((one, at) => (at === index ? changed : one)));
                  }}
                />
              ))}
              <button
                type="button"
                className="mq-icon-button"
                aria-label={`Remove preset ${index + 1}`}
                onClick={() => {
                  setDraft(presets.filter((_, at) => at !== index));
                }}
              >
                <CloseIcon />
              </button>
              {saving.at(`presets[${index}]`) && (
                <p className="mq-problem" id={`mq-portal-preset-${index}-problem`}>
                  {saving.at(`presets[${index}]`)}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={presets.length >= maxPresets}
        onClick={() => {
          setDraft([...presets, { name: '', transform: '' }]);
        }}
      >
        Add a preset
      </button>
      <SaveFoot
        label="Save presets"
        saving={saving}
        changed={draft !== null}
        onSave={async () => {
          await patch({ presets }, 'Presets saved.');
          setDraft(null);
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
  if (!portal)
    return problem === null ? null : (
      <p role="alert" className="mq-alert">
        {problem}
      </p>
    );
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
          <CopyToClipboard value={url} defaultMessage="Copy address" />
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
      <Contents portal={portal} patch={patch} workspace={workspace} />
      <Look portal={portal} patch={patch} />
      <Presets portal={portal} patch={patch} />
      <PortalRequests portal={portal.id} />
      <End portal={portal} closed={closed} patch={patch} onClose={close} />
    </div>
  );
}
