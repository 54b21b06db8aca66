'use client';
// A text of an asset's metadata.
import { useId, useState } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { TextSides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import { texts } from '../edit/metadata-texts.ts';
import type { KindView } from './kind.ts';

type TextName = 'title' | 'description' | 'creator';

function TextEdit({ name, proposed, ...frame }: { name: TextName; proposed: string } & FrameProps) {
  const [text, setText] = useState(proposed);
  const id = useId();
  const { label, type, maxLength } = texts.find((one) => one.name === name) ?? texts[0];
  return (
    <EditForm {...frame} value={() => ({ [name]: text.trim() || null })}>
      <TextPart id={id} label={label} type={type} maxLength={maxLength} value={text} onChange={setText} />
    </EditForm>
  );
}

export function textKind(name: TextName, label: string): KindView {
  const textIn = ({ before, after }: Proposal) => ({
    before: (before?.[name] ?? '') as string,
    after: (after[name] ?? '') as string,
  });
  return {
    label,
    gist: (proposal) => {
      const { before, after } = textIn(proposal);
      return `${before === '' ? 'Add' : after === '' ? 'Clear' : 'Change'} ${label.toLowerCase()}`;
    },
    Change: ({ proposal }) => (
      <TargetPreview id={proposal.target.id}>{() => <TextSides {...textIn(proposal)} />}</TargetPreview>
    ),
    Edit: ({ proposal, ...frame }) => <TextEdit name={name} proposed={textIn(proposal).after} {...frame} />,
  };
}
