'use client';
// The presets of the setting `renditions`: renditions with a name.
import { useId } from 'react';
import type { Preset } from '../../assets/crops/presets.ts';
import { ChoicePart, TextPart } from '../ui/form/inputs.tsx';
import { WatermarkPart } from './WatermarkPart.tsx';
import { useWords } from '../words/useWords.ts';
import type { OwnPartProps } from './own-parts.ts';
import { EntryHead, NewEntry, OwnPart } from './stages/entries.tsx';
import { newStageId } from './stages/stage-forms.ts';

type Fit = NonNullable<Preset['fit']>;
type Format = NonNullable<Preset['format']>;

const fits = {
  cover: 'settings:fitCover',
  contain: 'settings:fitContain',
  inside: 'settings:fitInside',
  outside: 'settings:fitOutside',
  fill: 'settings:fitFill',
} as const satisfies Record<Fit, string>;

const formats = { auto: null, jpeg: 'JPEG', png: 'PNG', webp: 'WebP', avif: 'AVIF' } satisfies Record<
  Format,
  string | null
>;

interface PresetProps {
  preset: Preset;
  at: number;
  total: number;
  /** The organization has no files. */
  hasFiles: boolean;
  onChange: (preset: Preset) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** What's empty isn't sent. */
const withValue = (preset: Preset, name: keyof Preset, value: unknown): Preset => {
  const rest = Object.fromEntries(Object.entries(preset).filter(([key]) => key !== name)) as Preset;
  return value === undefined ? rest : { ...rest, [name]: value };
};

/** Its size, and how it's encoded. */
function Looks({
  preset,
  set,
}: Pick<PresetProps, 'preset'> & { set: (name: keyof Preset, value: unknown) => void }) {
  const { t } = useWords();
  const id = useId();
  const numberPart = (name: 'width' | 'height' | 'quality', label: string, placeholder: string) => (
    <TextPart
      id={`${id}-${name}`}
      label={label}
      type="number"
      value={preset[name] === undefined || preset[name] === null ? '' : String(preset[name])}
      placeholder={placeholder}
      onChange={(text) => set(name, text === '' ? undefined : Number(text))}
    />
  );
  return (
    <div className="mq-pair">
      {numberPart('width', t('asset:width'), t('settings:follows'))}
      {numberPart('height', t('settings:height'), t('settings:follows'))}
      <ChoicePart
        id={`${id}-fit`}
        label={t('settings:fit')}
        value={preset.fit ?? ''}
        none={t('settings:fitUsual')}
        options={(Object.keys(fits) as Fit[]).map((value) => ({ value, label: t(fits[value]) }))}
        onChange={(value) => set('fit', value === '' ? undefined : value)}
      />
      <ChoicePart
        id={`${id}-format`}
        label={t('asset:format')}
        value={preset.format ?? ''}
        none={t('settings:formatUsual')}
        options={(Object.keys(formats) as Format[]).map((value) => ({
          value,
          label: formats[value] ?? t('settings:formatAuto'),
        }))}
        onChange={(value) => set('format', value === '' ? undefined : value)}
      />
      {numberPart('quality', t('settings:quality'), t('settings:default'))}
      <TextPart
        id={`${id}-background`}
        label={t('settings:background')}
        value={preset.background ?? ''}
        placeholder={t('settings:noBackground')}
        maxLength={7}
        onChange={(text) => set('background', text === '' ? undefined : text)}
      />
    </div>
  );
}

function PresetEntry({ preset, at, total, hasFiles, onChange, onMove, onRemove }: PresetProps) {
  const { t } = useWords();
  const id = useId();
  const set = (name: keyof Preset, value: unknown): void => onChange(withValue(preset, name, value));
  return (
    <li className="mq-entry">
      <EntryHead name={preset.name} at={at} total={total} onMove={onMove} onRemove={onRemove}>
        <TextPart
          id={`${id}-name`}
          label={t('stages:name')}
          value={preset.name}
          maxLength={40}
          onChange={(name) => onChange({ ...preset, name })}
        />
      </EntryHead>
      <Looks preset={preset} set={set} />
      {hasFiles && (
        <WatermarkPart
          watermark={preset.watermark ?? null}
          onChange={(watermark) => set('watermark', watermark ?? undefined)}
        />
      )}
    </li>
  );
}

export function PresetsPart({ label, hint, problem, value, context, onChange }: OwnPartProps) {
  const { t } = useWords();
  const presets = (value ?? []) as Preset[];
  return (
    <OwnPart label={label} hint={hint} problem={problem} items={presets} onChange={onChange}>
      {(move, remove) =>
        presets.map((preset, at) => (
          <PresetEntry
            // By its place: its name is what is edited.
            key={at}
            preset={preset}
            at={at}
            total={presets.length}
            hasFiles={context === 'workspace'}
            onChange={(next) => onChange(presets.map((one, index) => (index === at ? next : one)))}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
          />
        ))
      }
      <NewEntry
        label={t('settings:newPreset')}
        add={t('settings:addPreset')}
        onAdd={(name) =>
          onChange([
            ...presets,
            {
              name: newStageId(
                name,
                presets.map((one) => ({ id: one.name })),
              ),
              width: 1600,
            },
          ])
        }
      />
    </OwnPart>
  );
}
