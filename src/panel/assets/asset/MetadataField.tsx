'use client';
// An asset's metadata: title, description, creator and copyright to edit; camera data read-only.
import { useField } from '@payloadcms/ui';
import type { JSONFieldClientProps } from 'payload';
import type { Metadata } from '../../../assets/schemas.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import { Terms } from '../../ui/Terms.tsx';
import { useWords } from '../../words/useWords.ts';
import type { PlainKey } from '../../../words/keys.ts';
import type { Translate } from '../../words/words.tsx';

interface Part {
  key: 'title' | 'description' | 'creator' | 'copyright';
  label: PlainKey;
  type: 'text' | 'lines';
  maxLength: number;
  hintKey?: PlainKey;
}

const parts: readonly Part[] = [
  { key: 'title', label: 'asset:title', type: 'text', maxLength: 500 },
  {
    key: 'description',
    label: 'review:description',
    type: 'lines',
    maxLength: 10_000,
    hintKey: 'asset:descriptionHint',
  },
  { key: 'creator', label: 'review:kindCreator', type: 'text', maxLength: 500 },
  { key: 'copyright', label: 'review:copyright', type: 'text', maxLength: 1000 },
];

function notesOf({ camera, lens, capturedAt, gps }: Metadata, t: Translate): [string, string][] {
  return [
    ...(capturedAt ? [[t('asset:taken'), capturedAt] as [string, string]] : []),
    ...(camera ? [[t('asset:camera'), camera] as [string, string]] : []),
    ...(lens ? [[t('asset:lens'), lens] as [string, string]] : []),
    ...(gps ? [[t('asset:place'), `${gps.lat.toFixed(4)}, ${gps.lon.toFixed(4)}`] as [string, string]] : []),
  ];
}

export function MetadataField({ path, readOnly }: JSONFieldClientProps) {
  const { t } = useWords();
  const { value, setValue, disabled } = useField<Metadata | null>({ path });
  const metadata = value ?? {};
  const notes = notesOf(metadata, t);
  return (
    <div className="mq-json field-type">
      <div className="mq-pair mq-pair--two">
        {parts.map(({ key, label, hintKey, ...part }) => (
          <div key={key} className={key === 'creator' || key === 'copyright' ? '' : 'mq-pair__whole'}>
            <TextPart
              {...part}
              label={t(label)}
              hint={hintKey && t(hintKey)}
              id={`field-${path}-${key}`}
              value={metadata[key] ?? ''}
              readOnly={readOnly === true || disabled}
              onChange={(text) => {
                const { [key]: _, ...others } = metadata;
                setValue(text === '' ? others : { ...others, [key]: text });
              }}
            />
          </div>
        ))}
      </div>
      {notes.length > 0 && <Terms className="mq-notes" terms={notes} />}
    </div>
  );
}
