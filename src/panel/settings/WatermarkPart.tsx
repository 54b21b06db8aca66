'use client';
// The watermark of a preset: its file, and where, how large and how faint it is.
import { useId } from 'react';
import type { Watermark } from '../../assets/crops/watermark.ts';
import { AssetPart } from '../assets/AssetPicker.tsx';
import { ChoicePart, TextPart } from '../ui/form/inputs.tsx';
import { useWords } from '../words/useWords.ts';

type Position = NonNullable<Watermark['position']>;

const positions = {
  'top-left': 'settings:topLeft',
  top: 'settings:top',
  'top-right': 'settings:topRight',
  left: 'settings:left',
  center: 'settings:center',
  right: 'settings:right',
  'bottom-left': 'settings:bottomLeft',
  bottom: 'settings:bottom',
  'bottom-right': 'settings:bottomRight',
} as const satisfies Record<Position, string>;

interface Props {
  watermark: Watermark | null;
  onChange: (watermark: Watermark | null) => void;
}

export function WatermarkPart({ watermark, onChange }: Props) {
  const { t } = useWords();
  return (
    <>
      <AssetPart
        label={t('settings:watermark')}
        id={watermark?.asset ?? null}
        hint={t('settings:aboutWatermark')}
        onChange={(asset) => onChange(asset === null ? null : { ...watermark, asset })}
      />
      {watermark && <Looks watermark={watermark} onChange={onChange} />}
    </>
  );
}

/** What's empty isn't sent. */
function Looks({ watermark, onChange }: Props & { watermark: Watermark }) {
  const { t } = useWords();
  const id = useId();
  const set = (name: keyof Watermark, value: unknown): void => onChange({ ...watermark, [name]: value });
  const percent = (name: 'size' | 'opacity', label: string, usual: string) => (
    <TextPart
      id={`${id}-${name}`}
      label={label}
      type="number"
      value={watermark[name] === undefined || watermark[name] === null ? '' : String(watermark[name])}
      placeholder={usual}
      onChange={(text) => set(name, text === '' ? undefined : Number(text))}
    />
  );
  return (
    <div className="mq-pair">
      <ChoicePart
        id={`${id}-position`}
        label={t('settings:position')}
        value={watermark.position ?? 'bottom-right'}
        options={(Object.keys(positions) as Position[]).map((value) => ({
          value,
          label: t(positions[value]),
        }))}
        onChange={(position) => set('position', position)}
      />
      {percent('size', t('settings:markSize'), '20')}
      {percent('opacity', t('settings:opacity'), '50')}
    </div>
  );
}
