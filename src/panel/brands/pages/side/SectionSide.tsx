'use client';
// The section that is edited, beside the page.
import { useEffect, useRef } from 'react';
import type { PageEntry } from '../../../../brands/pages/schemas.ts';
import type { Rule } from '../../../../brands/rules/schemas.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CloseIcon, PreviousIcon } from '../../../ui/icons.tsx';
import { useWords } from '../../../words/useWords.ts';
import { templateTitleOf, type Section, type Template, type Warnings } from '../page-draft.ts';
import { PageWarnings } from '../PageWarnings.tsx';
import { SectionForm } from '../SectionForm.tsx';

interface Props {
  section: Section;
  /** Counted from 1. */
  position: number;
  pageTitle: string;
  templates: readonly Template[];
  rules: readonly Rule[];
  pages: readonly PageEntry[];
  warnings: Warnings;
  mayWrite: boolean;
  onChange: (section: Section) => void;
  onClose: () => void;
}

export function SectionSide(props: Props) {
  const { section, position, pageTitle, templates, rules, pages, warnings, mayWrite, onChange, onClose } =
    props;
  const { t } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [section.id]);
  return (
    <section className="mq-side mq-side--section" aria-label={t('pages:section', { position })}>
      <header className="mq-side__head">
        <button type="button" className="mq-side__back" onClick={onClose}>
          <PreviousIcon /> {pageTitle}
        </button>
        <span className="mq-side__close">
          <IconButton label={t('pages:closeSection')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </span>
      </header>
      <h2 ref={heading} tabIndex={-1}>
        {templateTitleOf(section, templates)}
      </h2>
      <PageWarnings warnings={warnings} section={section.id} />
      <fieldset className="mq-plain" disabled={!mayWrite}>
        <SectionForm
          id={`mq-section-${section.id}`}
          section={section}
          templates={templates}
          template={templates.find(({ name }) => name === section.template) ?? null}
          rules={rules}
          pages={pages}
          onChange={onChange}
        />
      </fieldset>
    </section>
  );
}
