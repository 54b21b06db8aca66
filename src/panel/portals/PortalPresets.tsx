'use client';
// The forms that a portal offers images in: named transforms, in order.
import type { Preset } from '../../portals/schemas.ts';
import type { Saving } from '../client/useSaving.ts';
import { RemoveButton } from '../ui/RemoveButton.tsx';
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
          aria-label={`${label} of size ${index + 1}`}
          aria-invalid={saving.at(`presets[${index}].${name}`) ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          placeholder={placeholder}
          maxLength={maxLength}
          spellCheck={false}
          value={preset[name]}
          onChange={(event) => onChange({ ...preset, [name]: event.target.value })}
        />
      ))}
      <RemoveButton label={`Remove size ${index + 1}`} onRemove={onRemove} />
      {problem && (
        <p className="mq-problem" id={problemId}>
          {problem}
        </p>
      )}
    </li>
  );
}

export function PortalPresets({ form, shown: { presets } }: PartProps) {
  const set = (next: Preset[]): void => form.change({ presets: next });
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-presets">
      <h2 id="mq-portal-presets">Download sizes</h2>
      <p className="mq-muted">
        The forms that images are offered in besides the original. Without any, the standard sizes are
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
              saving={form.saving}
              onChange={(changed) => set(presets.map((one, at) => (at === index ? changed : one)))}
              onRemove={() => set(presets.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      )}
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={presets.length >= maxPresets}
        title={presets.length >= maxPresets ? `A portal has at most ${maxPresets}.` : undefined}
        onClick={() => set([...presets, { name: '', transform: '' }])}
      >
        Add a size
      </button>
    </section>
  );
}
