'use client';
// A portal in the panel: its address, who may come in, what it shows and how it looks, who asks to be let in, and its end. What the
// form above holds (name, texts, the end) is saved with the form, each part here by its own button.
import { CopyToClipboard } from '@payloadcms/ui';
import { useState } from 'react';
import type { Collection } from '../../assets/collections/collection-schemas.ts';
import type { Brand } from '../../brands/schemas.ts';
import type { Portal, PortalTheme, Preset } from '../../portals/schemas.ts';
import { Ask } from '../ui/Ask.tsx';
import { AssetPart } from '../assets/AssetPicker.tsx';
import '../brands/brand.css';
import { ChosenPart } from '../brands/ChosenPart.tsx';
import { AccessMode } from '../sharing/VisibilityField.tsx';
import { moment } from '../ui/format.ts';
import { CloseIcon } from '../ui/icons.tsx';
import { ColourPart } from '../ui/inputs.tsx';
import { PortalRequests } from './PortalRequests.tsx';
import { SaveFoot } from '../ui/SaveFoot.tsx';
import { usePortal, type PortalForm } from './usePortal.ts';
import { useRead } from '../client/useRead.ts';
import { useSaving } from '../client/useSaving.ts';

/** As many as the server takes. */
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
      <h2 id="mq-portal-contents">What it shows</h2>
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
              amiss: hidden(brand),
            }))}
            chosen={draft.brands ?? portal.brands}
            problem={saving.at('brands')}
            hint="As they were last published, in this order. The first lends the portal its logo and colours."
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
              amiss: hidden(collection),
            }))}
            chosen={draft.collections ?? portal.collections}
            problem={saving.at('collections')}
            hint="Of their files those that may be used at the moment."
            onChange={(next) => {
              setDraft({ ...draft, collections: next });
            }}
          />
          <SaveFoot
            label="Change what it shows"
            saving={saving}
            changed={Object.keys(draft).length > 0}
            onSave={async () => {
              await patch(draft, 'Visitors see it now.');
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
      <h2 id="mq-portal-look">How it looks</h2>
      <AssetPart
        label="Logo"
        id={shown.logo}
        problem={saving.at('theme.logo')}
        hint="Without one the first brand’s, else the organization’s."
        onChange={(logo) => {
          set({ logo });
        }}
      />
      <div className="mq-pair">
        <ColourPart
          id="mq-portal-accent"
          label="Accent"
          value={shown.accent ?? ''}
          placeholder="As the brand has it"
          problem={saving.at('theme.accent')}
          onChange={(accent) => {
            set({ accent: accent.trim() || null });
          }}
        />
        <ColourPart
          id="mq-portal-background"
          label="Background"
          value={shown.background ?? ''}
          placeholder="As the brand has it"
          problem={saving.at('theme.background')}
          onChange={(background) => {
            set({ background: background.trim() || null });
          }}
        />
      </div>
      <SaveFoot
        label="Change its look"
        saving={saving}
        changed={Object.keys(draft).length > 0}
        onSave={async () => {
          await patch({ theme: draft }, 'The portal has its new look.');
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
        What pictures are offered as beside the original; without any, in the ready-made sizes. A transform
        names width and height in pixels, the format and the quality: <code>w_1200,h_630,f_webp,q_80</code>.
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
                aria-label={`Take away preset ${index + 1}`}
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
        label="Change the presets"
        saving={saving}
        changed={draft !== null}
        onSave={async () => {
          await patch({ presets }, 'Pictures are offered so now.');
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
      <h2 id="mq-portal-end">{closed ? 'It is closed' : 'Closing it'}</h2>
      {closed ? (
        <>
          <p className="mq-muted">
            Nobody gets in, whatever link or password they have. Open it for a while by setting “Open until”
            and saving, or without an end:
          </p>
          <SaveFoot
            label="Open it again"
            saving={saving}
            changed
            onSave={() => patch({ expiresAt: null }, 'The portal is open again.')}
          />
        </>
      ) : (
        <>
          <p className="mq-muted">
            Everybody is out at once. It keeps what it shows, and can be opened again.
          </p>
          <div>
            <Ask
              label="Close the portal"
              confirm={`Close ${portal.name} for everybody`}
              onConfirm={onClose}
            />
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
        // Enter would save the form that all of this stands in.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <section className="mq-panel" aria-labelledby="mq-portal-address">
        <h2 id="mq-portal-address">Address</h2>
        <p className="mq-secret">
          <code>{url}</code>
          <CopyToClipboard value={url} defaultMessage="Copy the address" />
        </p>
        <div className="mq-row">
          <a className="mq-button mq-button--small" href={url} target="_blank" rel="noreferrer">
            Open
          </a>
          <span className={`mq-badge ${closed ? 'mq-badge--expired' : 'mq-badge--active'}`}>
            {expiresAt === null
              ? 'It is open'
              : closed
                ? `Closed since ${moment(expiresAt)}`
                : `Open until ${moment(expiresAt)}`}
          </span>
        </div>
      </section>
      <AccessMode
        noun="portal"
        access={portal.access}
        onSave={(change) => patch(change, 'The door is changed.')}
      />
      <Contents portal={portal} patch={patch} workspace={workspace} />
      <Look portal={portal} patch={patch} />
      <Presets portal={portal} patch={patch} />
      <PortalRequests portal={portal.id} />
      <End portal={portal} closed={closed} patch={patch} onClose={close} />
    </div>
  );
}
