'use client';
// The form of one section: text, rules, entries, and its template's properties.
import type { Rule } from '../../../brands/rules/schemas.ts';
import { TextPart, TickPart } from '../../ui/form/inputs.tsx';
import { RulesPart } from '../rules/RulePicker.tsx';
import type { Section, Template } from './page-draft.ts';
import { SectionItems } from './SectionItems.tsx';
import { SectionProps } from './SectionProps.tsx';

interface TextProps {
  id: string;
  section: Section;
  onChange: (part: Partial<Section>) => void;
}

function SectionText({ id, section, onChange }: TextProps) {
  return (
    <>
      <TextPart
        id={`${id}-title`}
        label="Heading"
        value={section.title ?? ''}
        maxLength={300}
        onChange={(title) => onChange({ title: title || null })}
      />
      <TextPart
        id={`${id}-body`}
        label="Body, in Markdown"
        type="lines"
        value={section.body ?? ''}
        maxLength={50_000}
        onChange={(body) => onChange({ body: body || null })}
      />
    </>
  );
}

interface Props {
  id: string;
  section: Section;
  /** Null if the template no longer exists: only the text can be edited then. */
  template: Template | null;
  rules: readonly Rule[];
  onChange: (section: Section) => void;
}

export function SectionForm({ id, section, template, rules, onChange }: Props) {
  const change = (part: Partial<Section>): void => {
    onChange({ ...section, ...part });
  };
  const takes = template?.keys;
  return (
    <div className="mq-form">
      <SectionText id={id} section={section} onChange={change} />
      {takes && (
        <RulesPart
          id={`${id}-keys`}
          label="Rules to show"
          keys={section.keys}
          rules={rules.filter(
            (rule) => takes.types.includes(rule.type) && (!takes.files || rule.assets.length > 0),
          )}
          onChange={(keys) => change({ keys })}
        />
      )}
      {template?.items && (
        <SectionItems
          id={id}
          items={section.items ?? []}
          takes={template.items}
          onChange={(items) => change({ items })}
        />
      )}
      {template && (
        <SectionProps
          id={id}
          template={template}
          props={section.props}
          onChange={(props) => change({ props })}
        />
      )}
      <TickPart
        label="Hidden from readers"
        checked={section.hidden}
        onChange={(hidden) => change({ hidden })}
      />
    </div>
  );
}
