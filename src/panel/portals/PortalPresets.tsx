'use client';
// The forms that a portal offers images in: named transforms, in order.
import { useState } from 'react';
import type { Preset } from '../../portals/schemas.ts';
import { useSaving, type Saving } from '../client/useSaving.ts';
import { RemoveButton } from '../ui/RemoveButton.tsx';
import { SaveFoot } from '../ui/form/SaveFoot.tsx';
import type { PartProps } from './usePortal.ts';
import { useWords } from '../words/useWords.ts';

/** The server's limit. */
const maxPresets = 20;

const transformExample = 'w_1200,f_webp';

const presetParts = [
  { name: 'name', label: 'portals:presetName', example: 'portals:presetExample', maxLength: 60 },
  { name: 'transform', label: 'portals:presetTransform', example: null, maxLength: 200 },
] as const satisfies readonly { name: keyof Preset; [more: string]: unknown }[];

interface RowProps {
  preset: Preset;
  index: number;
  saving: Saving;
  onChange: (preset: Preset) => void;
  onRemove: () => void;
}

function PresetRow({ preset, index, saving, onChange, onRemove }: RowProps) {
  const { t } = useWords();
  const problem = saving.at(`presets[${index}]`);
  const problemId = `mq-portal-preset-${index}-problem`;
  return (
    <li>
      {presetParts.map(({ name, label, example, maxLength }) => (
        <input
          key={name}
          className="mq-input"
          aria-label={t(label, { number: index + 1 })}
          aria-invalid={saving.at(`presets[${index}].${name}`) ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          placeholder={example ? t(example) : transformExample}
          maxLength={maxLength}
          spellCheck={false}
          value={preset[name]}
          onChange={(event) => onChange({ ...preset, [name]: event.target.value })}
        />
      ))}
      <RemoveButton label={t('portals:removePreset', { number: index + 1 })} onRemove={onRemove} />
      {problem && (
        <p className="mq-problem" id={problemId}>
          {problem}
        </p>
      )}
    </li>
  );
}

export function PortalPresets({ portal, patch }: PartProps) {
  const { t, rich } = useWords();
  const [draft, setDraft] = useState<Preset[] | null>(null);
  const saving = useSaving(['presets']);
  const presets = draft ?? portal.presets;
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-presets">
      <h2 id="mq-portal-presets">{t('portals:presets')}</h2>
      <p className="mq-muted">
        {rich('portals:presetsIntro', { code: (transform) => <code>{transform}</code> })}
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
        {t('portals:addPreset')}
      </button>
      <SaveFoot
        label={t('portals:savePresets')}
        saving={saving}
        changed={draft !== null}
        onSave={async () => {
          await patch({ presets }, t('portals:presetsSaved'));
          setDraft(null);
        }}
      />
    </section>
  );
}
