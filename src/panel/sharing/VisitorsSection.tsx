'use client';
// The part of a portal's or site's page that says who can visit it.
import type { ComponentProps, ReactNode } from 'react';
import type { AccessMode } from '../../sharing/schemas.ts';
import { PanelSection } from '../ui/PanelSection.tsx';
import { useWords } from '../words/useWords.ts';
import type { RecordNoun } from './record-words.ts';
import type { RecordForm } from './useRecordForm.ts';
import { VisibilityPart } from './VisibilityPart.tsx';

type Visibility = ComponentProps<typeof VisibilityPart>['draft'];

interface Props {
  noun: RecordNoun;
  stored: { access: AccessMode };
  form: Pick<RecordForm<unknown, Visibility>, 'draft' | 'saving' | 'change'>;
  children?: ReactNode;
}

export function VisitorsSection({ noun, stored, form, children }: Props) {
  const { t } = useWords();
  return (
    <PanelSection id={`mq-${noun}-visitors`} title={t('sharing:whoCanVisit')}>
      <VisibilityPart
        noun={noun}
        stored={stored.access}
        draft={form.draft}
        at={form.saving.at}
        onChange={form.change}
      />
      {children}
    </PanelSection>
  );
}
