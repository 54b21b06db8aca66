'use client';
// What an asset shows, who made it, and what it's found by: texts, tags and custom fields.
import type { Metadata } from '../../../../assets/schemas.ts';
import type { Field } from '../../../../fields/schemas.ts';
import { ValuePart } from '../../../fields/ValuePart.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Chips } from '../../../ui/tags/Chips.tsx';
import { Frame } from '../../../ui/form/inputs.tsx';
import { Terms } from '../../../ui/Terms.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { Translate } from '../../../words/words.tsx';
import { TextParts } from '../texts/TextParts.tsx';
import { withValue } from './edited-asset.ts';
import type { FormPartsProps } from './form-parts.ts';

interface Props extends FormPartsProps {
  /** Null until loaded. */
  fields: readonly Field[] | null;
  /** Why the fields couldn't be loaded. */
  problem: string | null;
}

function Values({ asset, draft, value, fields, problem, readOnly }: Props) {
  const { t } = useWords();
  return (
    <fieldset className="mq-fieldset">
      <legend>{t('fields:title')}</legend>
      <Alert problem={problem} />
      {fields?.length === 0 && <p className="mq-muted">{t('fields:noneHere')}</p>}
      <div className="mq-pair">
        {fields?.map((field) => (
          <ValuePart
            key={field.key}
            id={`mq-asset-field-${field.key}`}
            field={field}
            value={value.fields[field.key]}
            inherited={asset.inherited[field.key]}
            readOnly={readOnly}
            problem={draft.problemAt(`fields.${field.key}`) ?? undefined}
            onChange={(next) => draft.change({ fields: withValue(value.fields, field.key, next) })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** What the file says of how it was taken. */
function notesOf({ camera, lens, capturedAt, gps }: Metadata, t: Translate): [string, string][] {
  return [
    ...(capturedAt ? [[t('asset:taken'), capturedAt] as [string, string]] : []),
    ...(camera ? [[t('asset:camera'), camera] as [string, string]] : []),
    ...(lens ? [[t('asset:lens'), lens] as [string, string]] : []),
    ...(gps ? [[t('asset:place'), `${gps.lat.toFixed(4)}, ${gps.lon.toFixed(4)}`] as [string, string]] : []),
  ];
}

export function DetailsParts(props: Props) {
  const { asset, draft, value, fields, readOnly } = props;
  const { t } = useWords();
  const notes = notesOf(asset.metadata, t);
  return (
    <div className="mq-form mq-asset__form">
      <TextParts {...props} fields={fields ?? []} />
      {notes.length > 0 && <Terms className="mq-notes" terms={notes} />}
      <Frame id="mq-asset-tags" label={t('records:tags')} problem={draft.problemAt('tags')}>
        <Chips
          id="mq-asset-tags"
          noun="tag"
          values={value.tags}
          readOnly={readOnly}
          onChange={(tags) => draft.change({ tags })}
        />
      </Frame>
      <Values {...props} />
    </div>
  );
}
