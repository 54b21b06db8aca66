'use client';
// The forms that a portal offers images in: named transforms, in order.
import { useState } from 'react';
import type { Preset } from '../../portals/schemas.ts';
import { useSaving, type Saving } from '../client/useSaving.ts';
import { RemoveButton } from '../ui/RemoveButton.tsx';
import { SaveFoot } from '../ui/form/SaveFoot.tsx';
import type { PartProps } from './usePortal.ts';

/** The server's limit. */
const maxPresets = 20;

const presetParts = [
  { name: 'name', label: 'Name', placeholder: 'For the web', maxLength: 60 },
  { name: 'transform', label: 'Transform', placeholder: 'w_1200,f_webp', maxLength: 200 },
] as const satisfies readonly { name: keyof Preset; [more: string]: unknown }[];

interface RowProps {
  preset: Preset;
  index: number;
  saving: Saving;
  onChange: (preset: Preset) => void;
  onRemove: () => void;
}

function PresetRow({ preset, index, saving, onChange, onRemove }: RowProps) {
  const problem = saving.at(`presets[${index}]`);
  const problemId = `mq-portal-preset-${index}-problem`;
  return (
    <li>
      {presetParts.map(({ name, label, placeholder, maxLength }) => (
        <input
          key={name}
          className="mq-input"
          aria-label={`${label} of preset ${index + 1}`}
          aria-invalid={saving.at(`presets[${index}].${name}`) ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          placeholder={placeholder}
          maxLength={maxLength}
          spellCheck={false}
          value={preset[name]}
          onChange={(event) => onChange({ ...preset, [name]: event.target.value })}
        />
      ))}
      <RemoveButton label={`Remove preset ${index + 1}`} onRemove={onRemove} />
      {problem && (
        <p className="mq-problem" id={problemId}>
          {problem}
        </p>
      )}
    </li>
  );
}

export function PortalPresets({ portal, patch }: PartProps) {
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
            <PresetRow
              key={index}
              preset={preset}
              index={index}
              saving={saving}
              onChange={(changed) => setDraft(presets.map((one, at) => (at === index ? changed : one)))}
              onRemove={() => setDraft(presets.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      )}
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={presets.length >= maxPresets}
        onClick={() => setDraft([...presets, { name: '', transform: '' }])}
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
