'use client';
// The form of one section: text, rules, entries, and its template's properties.
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { ChoicePart, TextPart, TickPart } from '../../ui/form/inputs.tsx';
import { RulesPart } from '../rules/RulePicker.tsx';
import type { Words } from '../../words/words.tsx';
import { useWords } from '../../words/useWords.ts';
import { withTemplate, type Section, type Template } from './page-draft.ts';
import { labelOfOption } from './property-words.ts';
import { SectionItems } from './SectionItems.tsx';
import { SectionProps } from './SectionProps.tsx';

interface TextProps {
  id: string;
  section: Section;
  onChange: (part: Partial<Section>) => void;
}

interface LookProps extends TextProps {
  /** The contexts of the brand's rules. */
  contexts: readonly string[];
}

function SectionText({ id, section, onChange }: TextProps) {
  const { t } = useWords();
  return (
    <>
      <TextPart
        id={`${id}-title`}
        label={t('pages:heading')}
        value={section.title ?? ''}
        maxLength={300}
        onChange={(title) => onChange({ title: title || null })}
      />
      <TextPart
        id={`${id}-body`}
        label={t('pages:bodyMarkdown')}
        type="lines"
        value={section.body ?? ''}
        maxLength={50_000}
        onChange={(body) => onChange({ body: body || null })}
      />
    </>
  );
}

const optionsOf = (values: readonly string[], words: Words) =>
  values.map((value) => ({ value, label: labelOfOption(value, words) }));
const looks = [
  { name: 'width', values: ['narrow', 'normal', 'wide', 'full'] },
  { name: 'tone', values: ['plain', 'soft', 'accent', 'dark'] },
] as const;

/** How wide it is, on what ground, and who sees it. */
function SectionLook({ id, section, contexts, onChange }: LookProps) {
  const words = useWords();
  const { t } = words;
  return (
    <details className="mq-more-props">
      <summary>{t('pages:layoutAndReaders')}</summary>
      <div className="mq-form">
        <TextPart
          id={`${id}-eyebrow`}
          label={t('pages:aboveHeading')}
          value={section.eyebrow ?? ''}
          maxLength={200}
          onChange={(eyebrow) => onChange({ eyebrow })}
        />
        <TextPart
          id={`${id}-lede`}
          label={t('properties:lede')}
          type="lines"
          value={section.lede ?? ''}
          maxLength={2000}
          onChange={(lede) => onChange({ lede })}
        />
        {looks.map(({ name, values }) => (
          <ChoicePart
            key={name}
            id={`${id}-${name}`}
            label={t(`properties:${name}`)}
            value={section[name]}
            options={optionsOf(values, words)}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        {(contexts.length > 0 || section.context) && (
          <ContextPart id={id} section={section} contexts={contexts} onChange={onChange} />
        )}
        <ChoicePart
          id={`${id}-columns`}
          label={t('properties:columns')}
          none={t('pages:asManyAsFit')}
          value={section.columns === null ? '' : String(section.columns)}
          options={['1', '2', '3', '4', '5', '6'].map((value) => ({ value, label: value }))}
          onChange={(columns) => onChange({ columns: columns === '' ? null : Number(columns) })}
        />
        <ChoicePart
          id={`${id}-audience`}
          label={t('properties:audience')}
          none={t('pages:everyReader')}
          value={section.audience ?? ''}
          options={optionsOf(['everyone', 'partners', 'members'], words)}
          onChange={(audience) => onChange({ audience: (audience || undefined) as Section['audience'] })}
        />
        <TickPart
          label={t('pages:hiddenFromReaders')}
          checked={section.hidden}
          onChange={(hidden) => onChange({ hidden })}
        />
      </div>
    </details>
  );
}

/** The context that the section is always shown in. */
function ContextPart({ id, section: { context = '' }, contexts, onChange }: LookProps) {
  const { t } = useWords();
  const known = context === '' || contexts.includes(context) ? contexts : [...contexts, context];
  return (
    <ChoicePart
      id={`${id}-context`}
      label={t('properties:context')}
      none={t('pages:contextOfPage')}
      hint={t('pages:contextHint')}
      value={context}
      options={known.map((value) => ({ value, label: value.replaceAll('-', ' ') }))}
      onChange={(value) => onChange({ context: value || undefined })}
    />
  );
}

interface TemplateProps {
  id: string;
  section: Section;
  templates: readonly Template[];
  rules: readonly Rule[];
  onChange: (section: Section) => void;
}

/** What the section is drawn with. */
function TemplatePart({ id, section, templates, rules, onChange }: TemplateProps) {
  const { t } = useWords();
  const isGone = !templates.some(({ name }) => name === section.template);
  return (
    <ChoicePart
      id={`${id}-template`}
      label={t('properties:template')}
      value={section.template}
      options={[
        ...(isGone ? [{ value: section.template, label: t('ui:missing', { name: section.template }) }] : []),
        ...templates.map(({ name, title }) => ({ value: name, label: title })),
      ]}
      onChange={(name) => {
        const next = templates.find((one) => one.name === name);
        if (next) onChange(withTemplate(section, next, rules));
      }}
    />
  );
}

interface Props {
  id: string;
  section: Section;
  /** Those that the section can change to; without them, its template stays. */
  templates?: readonly Template[];
  /** Null if the template no longer exists: only the text can be edited then. */
  template: Template | null;
  rules: readonly Rule[];
  /** Of the brand, to link to. */
  pages?: readonly PageEntry[];
  onChange: (section: Section) => void;
}

export function SectionForm({ id, section, templates = [], template, rules, pages = [], onChange }: Props) {
  const { t } = useWords();
  const change = (part: Partial<Section>): void => {
    onChange({ ...section, ...part });
  };
  const takes = template?.keys;
  const contexts = [...new Set(rules.flatMap(({ context }) => context ?? []))].sort();
  return (
    <div className="mq-form">
      {templates.length > 0 && (
        <div className="mq-template-choice">
          <TemplatePart id={id} section={section} templates={templates} rules={rules} onChange={onChange} />
        </div>
      )}
      <SectionText id={id} section={section} onChange={change} />
      {takes && (
        <RulesPart
          id={`${id}-keys`}
          label={t('properties:keys')}
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
          pages={pages}
          onChange={(items) => change({ items })}
        />
      )}
      {template && (
        <SectionProps
          id={id}
          template={template}
          props={section.props}
          pages={pages}
          onChange={(props) => change({ props })}
        />
      )}
      <SectionLook id={id} section={section} contexts={contexts} onChange={change} />
    </div>
  );
}
