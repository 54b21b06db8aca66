'use client';
// Edits a proposed change of one property of an asset: tags, field values, a text, or rights.
import { useId, useState } from 'react';
import type { Rights } from '../../../assets/schemas.ts';
import { RightsParts } from '../../assets/RightsField.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { Frame, TextPart } from '../../ui/inputs.tsx';
import type { ChangedValues, TextName } from '../proposed.ts';
import { EditForm, type FrameProps } from './EditForm.tsx';
import { texts } from './metadata-texts.ts';
import { TagsPart, ValuesPart, type Values } from './ValuesPart.tsx';

export function TagsEdit({
  proposed,
  removed,
  ...frame
}: { proposed: readonly string[]; removed: readonly string[] | null } & FrameProps) {
  const [tags, setTags] = useState(proposed);
  const [gone, setGone] = useState(removed ?? []);
  const id = useId();
  return (
    <EditForm {...frame} value={() => (removed === null ? { tags } : { add: tags, remove: gone })}>
      <TagsPart tags={tags} onChange={setTags} />
      {removed !== null && removed.length > 0 && (
        <Frame id={id} label="Tags to remove">
          <Chips id={id} noun="tag" values={gone} onChange={setGone} />
        </Frame>
      )}
    </EditForm>
  );
}

export function FieldsEdit({ proposed, ...frame }: { proposed: ChangedValues } & FrameProps) {
  const cleared = Object.keys(proposed).filter((key) => proposed[key] === null);
  const [fields, setFields] = useState<Values>(
    Object.fromEntries(
      Object.entries(proposed).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
    ),
  );
  // A field the proposal clears is cleared if left empty; a field emptied here is left unchanged.
  const value = () => ({ fields: { ...Object.fromEntries(cleared.map((key) => [key, null])), ...fields } });
  return (
    <EditForm {...frame} value={value}>
      <ValuesPart keys={Object.keys(proposed)} values={fields} onChange={setFields} />
    </EditForm>
  );
}

export function TextEdit({ name, proposed, ...frame }: { name: TextName; proposed: string } & FrameProps) {
  const [text, setText] = useState(proposed);
  const id = useId();
  const { label, type, maxLength } = texts.find((one) => one.name === name) ?? texts[0];
  return (
    <EditForm {...frame} value={() => ({ [name]: text.trim() || null })}>
      <TextPart id={id} label={label} type={type} maxLength={maxLength} value={text} onChange={setText} />
    </EditForm>
  );
}

export function RightsEdit({ proposed, ...frame }: { proposed: Rights | null } & FrameProps) {
  const [rights, setRights] = useState(proposed);
  const id = useId();
  return (
    <EditForm {...frame} value={() => ({ rights })}>
      <RightsParts id={(part) => `${id}-${part}`} rights={rights} onChange={setRights} />
    </EditForm>
  );
}
