'use client';
// What all files of an upload share: tags, and the properties that bulk edit has too.
import { useId, useMemo } from 'react';
import type { Field } from '../../../fields/schemas.ts';
import { useWords } from '../../words/useWords.ts';
import type { Translate } from '../../words/words.tsx';
import { wrongIn, type BulkChange } from '../library/edit/bulk-change.ts';
import { propertiesWith } from '../library/edit/properties.tsx';
import { PropertyList } from '../library/edit/PropertyList.tsx';
import { TagParts } from '../library/edit/TagParts.tsx';
import '../library/edit/edit.css';

/** Why a change can't be made of new assets as it is. */
export function problemOf(change: BulkChange, t: Translate): string | null {
  const wrong = wrongIn(change);
  return wrong && t(wrong);
}

interface Props {
  change: BulkChange;
  fields: readonly Field[];
  busy: boolean;
  onChange: (change: BulkChange) => void;
}

export function SharedDetails({ change, fields, busy, onChange }: Props) {
  const { t } = useWords();
  const id = useId();
  // The same at each render: an input that is another component loses the focus.
  const properties = useMemo(() => propertiesWith(fields).filter(({ ofNew }) => ofNew), [fields]);
  const part = { id, change, assets: [], readOnly: busy, onChange };
  return (
    <fieldset className="mq-fieldset mq-shared">
      <legend>{t('uploads:shared')}</legend>
      <TagParts {...part} label={t('review:tags')} />
      <PropertyList {...part} properties={properties} isNew />
    </fieldset>
  );
}
