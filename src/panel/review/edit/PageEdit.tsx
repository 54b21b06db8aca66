'use client';
// Edits a proposed page.
import { useId } from 'react';
import type { Section } from '../../brands/pages/page-draft.ts';
import { SectionForm } from '../../brands/pages/SectionForm.tsx';
import { useOperation } from '../../client/useOperation.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import type { ProposedPage } from '../proposal/proposed.ts';
import { EditForm, type FrameProps } from './EditForm.tsx';
import { useWords } from '../../words/useWords.ts';
import { useEdited } from './useEdited.tsx';

export function PageEdit({
  brand,
  proposed,
  ...frame
}: { brand: string; proposed: ProposedPage } & FrameProps) {
  const { t } = useWords();
  const id = useId();
  const [page, setPage] = useEdited('page', proposed);
  const templates = useOperation('list_templates', {});
  const rules = useOperation('list_rules', { brand });
  if (!templates.data || !rules.data) return <div aria-busy="true" />;
  const known = templates.data;
  return (
    <EditForm {...frame} value={() => ({ page })}>
      <TextPart
        id={`${id}-title`}
        label={t('review:pageTitle')}
        required
        maxLength={200}
        value={page.title}
        onChange={(title) => setPage({ ...page, title })}
      />
      <TextPart
        id={`${id}-lede`}
        label={t('review:lede')}
        type="lines"
        maxLength={2000}
        value={page.lede ?? ''}
        onChange={(lede) => setPage({ ...page, lede: lede || null })}
      />
      {page.sections.map((section, index) => {
        const template = known.find(({ name }) => name === section.template) ?? null;
        return (
          <section
            key={section.id}
            className="mq-sectionform"
            aria-label={t('review:sectionNumber', { number: index + 1 })}
          >
            <header className="mq-sectionform__head">
              <strong>{`${index + 1}. ${template?.title ?? section.template}`}</strong>
            </header>
            <SectionForm
              id={`${id}-${section.id}`}
              section={section as Section}
              templates={known}
              template={template}
              rules={rules.data ?? []}
              onChange={(next) =>
                setPage({
                  ...page,
                  sections: page.sections.map((one) => (one.id === section.id ? (next as typeof one) : one)),
                })
              }
            />
          </section>
        );
      })}
    </EditForm>
  );
}
