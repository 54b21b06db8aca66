'use client';
// An asset's metadata: title, description, creator and copyright to edit; camera data read-only.
import { useField } from '@payloadcms/ui';
import type { JSONFieldClientProps } from 'payload';
import type { Metadata } from '../../../assets/schemas.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import { Terms } from '../../ui/Terms.tsx';

const parts = [
  { key: 'title', label: 'Title', type: 'text', maxLength: 500 },
  { key: 'description', label: 'Description', type: 'lines', maxLength: 10_000 },
  { key: 'creator', label: 'Creator', type: 'text', maxLength: 500 },
  { key: 'copyright', label: 'Copyright', type: 'text', maxLength: 1000 },
] as const;

function notesOf({ camera, lens, capturedAt, gps }: Metadata): [string, string][] {
  return [
    ...(capturedAt ? [['Taken', capturedAt] as [string, string]] : []),
    ...(camera ? [['Camera', camera] as [string, string]] : []),
    ...(lens ? [['Lens', lens] as [string, string]] : []),
    ...(gps ? [['Place', `${gps.lat.toFixed(4)}, ${gps.lon.toFixed(4)}`] as [string, string]] : []),
  ];
}

export function MetadataField({ path, readOnly }: JSONFieldClientProps) {
  const { value, setValue, disabled } = useField<Metadata | null>({ path });
  const metadata = value ?? {};
  const notes = notesOf(metadata);
  return (
    <div className="mq-json field-type">
      <div className="mq-pair mq-pair--two">
        {parts.map(({ key, ...part }) => (
          <div key={key} className={key === 'creator' || key === 'copyright' ? '' : 'mq-pair__whole'}>
            <TextPart
              {...part}
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
