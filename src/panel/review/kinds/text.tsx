'use client';
// A text of an asset's metadata.
import { useId } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { TextSides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import { texts } from '../edit/metadata-texts.ts';
import type { KindView } from './kind.ts';
import { useWords } from '../../words/useWords.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { useEdited } from '../edit/useEdited.tsx';

type TextName = 'title' | 'description' | 'creator' | 'copyright';

function TextEdit({ name, proposed, ...frame }: { name: TextName; proposed: string } & FrameProps) {
  const { t } = useWords();
  const [text, setText] = useEdited('text', proposed);
  const id = useId();
  const { labelKey, type, maxLength } = texts.find((one) => one.name === name) ?? texts[0];
  return (
    <EditForm {...frame} value={() => ({ [name]: text.trim() || null })}>
      <TextPart
        id={id}
        label={t(labelKey)}
        type={type}
        maxLength={maxLength}
        value={text}
        onChange={setText}
      />
    </EditForm>
  );
}

/** What the kinds of texts are called, and what is done to them. */
const named = {
  title: {
    label: 'review:kindTitle',
    add: 'review:addTitle',
    clear: 'review:clearTitle',
    change: 'review:changeTitle',
  },
  description: {
    label: 'review:kindDescription',
    add: 'review:addDescription',
    clear: 'review:clearDescription',
    change: 'review:changeDescription',
  },
  creator: {
    label: 'review:kindCreator',
    add: 'review:addCreator',
    clear: 'review:clearCreator',
    change: 'review:changeCreator',
  },
  copyright: {
    label: 'review:copyright',
    add: 'review:addCopyright',
    clear: 'review:clearCopyright',
    change: 'review:changeCopyright',
  },
} as const satisfies Record<TextName, Record<'label' | 'add' | 'clear' | 'change', PlainKey>>;

export function textKind(name: TextName): KindView {
  const keys = named[name];
  const textIn = ({ before, after }: Proposal) => ({
    before: (before?.[name] ?? '') as string,
    after: (after[name] ?? '') as string,
  });
  return {
    label: (t) => t(keys.label),
    gist: (proposal, t) => {
      const { before, after } = textIn(proposal);
      return t(before === '' ? keys.add : after === '' ? keys.clear : keys.change);
    },
    Change: ({ proposal }) => (
      <TargetPreview id={proposal.target.id}>{() => <TextSides {...textIn(proposal)} />}</TargetPreview>
    ),
    Edit: ({ proposal, ...frame }) => <TextEdit name={name} proposed={textIn(proposal).after} {...frame} />,
  };
}
