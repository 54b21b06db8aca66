'use client';
// The sections of a page: editing, moving, adding and removing them.
import type { Rule } from '../../../brands/rules/schemas.ts';
import { moveItem } from '../../ui/move-item.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { RemoveButton } from '../../ui/RemoveButton.tsx';
import { newSection, templateTitleOf, type Section, type Template, type Warnings } from './page-draft.ts';
import { PageWarnings } from './PageWarnings.tsx';
import { SectionForm } from './SectionForm.tsx';

interface HeadProps {
  /** Counted from 1. */
  position: number;
  title: string;
  last: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function SectionHead({ position, title, last, onMove, onRemove }: HeadProps) {
  return (
    <header className="mq-sectionform__head">
      <strong>
        {position}. {title}
      </strong>
      <IconButton label={`Move section ${position} up`} disabled={position === 1} onClick={() => onMove(-1)}>
        ↑
      </IconButton>
      <IconButton label={`Move section ${position} down`} disabled={last} onClick={() => onMove(1)}>
        ↓
      </IconButton>
      <RemoveButton label={`Remove section ${position}`} onRemove={onRemove} />
    </header>
  );
}

interface AddProps {
  templates: readonly Template[];
  onAdd: (section: Section) => void;
}

function AddSection({ templates, onAdd }: AddProps) {
  return (
    <select
      className="mq-input"
      aria-label="Add a section"
      value=""
      onChange={(event) => {
        const template = templates.find(({ name }) => name === event.target.value);
        if (template) onAdd(newSection(template));
      }}
    >
      <option value="">Add a section…</option>
      {templates.map((template) => (
        <option key={template.name} value={template.name} title={template.description}>
          {template.title}
        </option>
      ))}
    </select>
  );
}

interface Props {
  sections: readonly Section[];
  templates: readonly Template[];
  rules: readonly Rule[];
  /** Of the saved page. */
  warnings: Warnings;
  onChange: (sections: Section[]) => void;
}

export function PageSections({ sections, templates, rules, warnings, onChange }: Props) {
  return (
    <>
      {sections.map((section, index) => (
        <section key={section.id} className="mq-sectionform" aria-label={`Section ${index + 1}`}>
          <SectionHead
            position={index + 1}
            title={templateTitleOf(section, templates)}
            last={index === sections.length - 1}
            onMove={(by) => onChange(moveItem(sections, index, index + by))}
            onRemove={() => onChange(sections.filter((_, at) => at !== index))}
          />
          <SectionForm
            id={`mq-section-${section.id}`}
            section={section}
            template={templates.find(({ name }) => name === section.template) ?? null}
            rules={rules}
            onChange={(next) => onChange(sections.map((one, at) => (at === index ? next : one)))}
          />
          <PageWarnings warnings={warnings} section={section.id} />
        </section>
      ))}
      <AddSection templates={templates} onAdd={(section) => onChange([...sections, section])} />
    </>
  );
}
