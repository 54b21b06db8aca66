'use client';
// Inputs that forms of many kinds of records have: the name, and whether it's private.
import type { ComponentProps } from 'react';
import { useWords } from '../../words/useWords.ts';
import { TextPart, TickPart } from './inputs.tsx';

type NameProps = Omit<ComponentProps<typeof TextPart>, 'label' | 'type' | 'required'>;

export function NamePart(props: NameProps) {
  const { t } = useWords();
  return <TextPart maxLength={200} {...props} label={t('ui:name')} required />;
}

/** Of something new: who sees it then besides the person. */
export function NewPrivatePart(props: Omit<ComponentProps<typeof TickPart>, 'label'>) {
  const { t } = useWords();
  return <TickPart {...props} label={t('ui:privateNew')} />;
}
