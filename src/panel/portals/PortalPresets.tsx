'use client';
// The forms that a portal offers images in: named transforms, in order.
import type { Preset } from '../../portals/schemas.ts';
import type { Saving } from '../client/useSaving.ts';
import { RemoveButton } from '../ui/RemoveButton.tsx';
import { useWords } from '../words/useWords.ts';
import type { PartProps } from './usePortal.ts';
import { PanelSection } from '../ui/PanelSection.tsx';

/** The server's limit. */
const maxPresets = 20;

const presetParts = [
  { name: 'name', label: 'portals:presetName', maxLength: 60 },
  { name: 'transform', label: 'portals:presetTransform', maxLength: 200 },
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
  const number = index + 1;
  const problem = saving.at(`presets[${index}]`);
  const problemId = `mq-portal-preset-${index}-problem`;
  return (
    <li>
      {presetParts.map(({ name, label, maxLength }) => (
        <input
          key={name}
          className="mq-input"
          aria-label={t(label, { number })}
          aria-invalid={saving.at(`presets[${index}].${name}`) ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          placeholder={name === 'name' ? t('portals:presetExample') : 'w_1200,f_webp'}
          maxLength={maxLength}
          spellCheck={false}
          value={preset[name]}
          onChange={(event) => onChange({ ...preset, [name]: event.target.value })}
        />
      ))}
      <RemoveButton label={t('portals:removePreset', { number })} onRemove={onRemove} />
      {problem && (
        <p className="mq-problem" id={problemId}>
          {problem}
        </p>
      )}
    </li>
  );
}

export function PortalPresets({ form, shown: { presets } }: PartProps) {
  const { t, rich } = useWords();
  const set = (next: Preset[]): void => form.change({ presets: next });
  return (
    <PanelSection id="mq-portal-presets" title={t('portals:presets')}>
      <p className="mq-muted">{rich('portals:presetsIntro', { code: (text) => <code>{text}</code> })}</p>
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
        title={presets.length >= maxPresets ? t('portals:maxPresets', { max: maxPresets }) : undefined}
        onClick={() => set([...presets, { name: '', transform: '' }])}
      >
        {t('portals:addPreset')}
      </button>
    </PanelSection>
  );
}
