'use client';
// Edits a proposal before accepting it. The result is the decision's `value`.
import { useId, useState, type ReactNode } from 'react';
import type { Rights } from '../../assets/schemas.ts';
import type { Rule } from '../../brands/schemas.ts';
import type { Proposal } from '../../proposals/schemas.ts';
import { Chips } from '../ui/Chips.tsx';
import { Frame, TextPart } from '../ui/inputs.tsx';
import { useMe } from '../client/me.tsx';
import type { Section, Template } from '../brands/pages/page-draft.ts';
import {
  proposedIn,
  type ProposedAsset,
  type ChangedValues,
  type Named,
  type ProposedPage,
  type ProposedRule,
  type TextName,
} from './proposal-words.ts';
import { draftOf, valueOf, type Draft } from '../brands/rules/rule-draft.ts';
import { RuleValuePart } from '../brands/rules/RuleValuePart.tsx';
import { RightsParts } from '../assets/RightsField.tsx';
import { SectionForm } from '../brands/pages/SectionForm.tsx';
import { useFields } from '../client/useFields.ts';
import { useRead } from '../client/useRead.ts';
import { ValuePart } from '../fields/ValuesField.tsx';

interface FrameProps {
  busy: boolean;
  problem: string | null;
  onAccept: (value: unknown) => void;
  onCancel: () => void;
}

interface FormProps extends FrameProps {
  /** Builds the decision's `value`. */
  value: () => unknown;
  children: ReactNode;
}

function EditForm({ busy, problem, onAccept, onCancel, value, children }: FormProps) {
  return (
    <form
      className="mq-form mq-proposaledit"
      aria-label="Edit and accept"
      onSubmit={(event) => {
        event.preventDefault();
        // Pickers are rendered inside this form, and React bubbles their submit events.
        if (event.target === event.currentTarget) onAccept(value());
      }}
    >
      {children}
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
      <div className="mq-row mq-actions">
        <button type="submit" className="mq-button mq-button--primary" disabled={busy}>
          Accept as edited
        </button>
        <button type="button" className="mq-link" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function TagsPart({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) {
  const id = useId();
  return (
    <Frame id={id} label="Tags">
      <Chips id={id} noun="tag" values={tags} onChange={onChange} />
    </Frame>
  );
}

type Values = ProposedAsset['fields'];

function ValuesPart({
  keys,
  values,
  onChange,
}: {
  keys: readonly string[];
  values: Values;
  onChange: (values: Values) => void;
}) {
  const { fields } = useFields(useMe()?.workspace?.id ?? null);
  const id = useId();
  return (
    <div className="mq-pair">
      {fields
        ?.filter(({ key }) => keys.includes(key))
        .map((field) => (
          <ValuePart
            key={field.key}
            id={`${id}-${field.key}`}
            field={{ ...field, required: false }}
            value={values[field.key]}
            inherited={undefined}
            readOnly={false}
            problem={undefined}
            onChange={(next) => {
              const { [field.key]: _, ...others } = values;
              onChange(next === undefined ? others : { ...others, [field.key]: next });
            }}
          />
        ))}
    </div>
  );
}

const texts = [
  { name: 'title', label: 'Title', type: 'text', maxLength: 500 },
  { name: 'description', label: 'Description', type: 'lines', maxLength: 10_000 },
  { name: 'creator', label: 'By', type: 'text', maxLength: 500 },
  { name: 'copyright', label: 'Copyright', type: 'text', maxLength: 1000 },
] as const;
type Words = Record<(typeof texts)[number]['name'], string>;

function AssetEdit({ proposed, ...frame }: { proposed: ProposedAsset } & FrameProps) {
  const id = useId();
  const { title = '', description = '', creator = '', copyright = '' } = proposed.metadata;
  const before: Words = { title, description, creator, copyright };
  const [words, setWords] = useState(before);
  const [tags, setTags] = useState<readonly string[]>(proposed.tags);
  const [fields, setFields] = useState<Values>(proposed.fields);
  const { fields: known } = useFields(useMe()?.workspace?.id ?? null);
  const value = () => {
    // Only the changes: everything else stays as it is in the asset, even if it changed since.
    const rewritten = Object.fromEntries(
      texts
        .filter(({ name }) => words[name].trim() !== before[name])
        .map(({ name }) => [name, words[name].trim() || null]),
    );
    const moved = Object.fromEntries(
      [...new Set([...Object.keys(proposed.fields), ...Object.keys(fields)])]
        .filter((key) => fields[key] !== proposed.fields[key])
        .map((key) => [key, fields[key] ?? null]),
    );
    return {
      ...rewritten,
      ...(tags.join('\n') === proposed.tags.join('\n') ? {} : { tags }),
      ...(Object.keys(moved).length > 0 ? { fields: moved } : {}),
    };
  };
  return (
    <EditForm {...frame} value={value}>
      {texts.map(({ name, ...part }) => (
        <TextPart
          key={name}
          id={`${id}-${name}`}
          {...part}
          value={words[name]}
          onChange={(text) => {
            setWords({ ...words, [name]: text });
          }}
        />
      ))}
      <TagsPart tags={tags} onChange={setTags} />
      <ValuesPart keys={known?.map(({ key }) => key) ?? []} values={fields} onChange={setFields} />
    </EditForm>
  );
}

function TagsEdit({
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

function FieldsEdit({ proposed, ...frame }: { proposed: ChangedValues } & FrameProps) {
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

function RightsEdit({ proposed, ...frame }: { proposed: Rights | null } & FrameProps) {
  const [rights, setRights] = useState(proposed);
  const id = useId();
  return (
    <EditForm {...frame} value={() => ({ rights })}>
      <RightsParts id={(part) => `${id}-${part}`} rights={rights} onChange={setRights} />
    </EditForm>
  );
}

function RuleEdit({
  set,
  remove,
  ...frame
}: { set: readonly ProposedRule[]; remove: readonly Named[] } & FrameProps) {
  const id = useId();
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    set.map((rule) => draftOf({ ...rule, assets: [] }, null)),
  );
  const change = (at: number, part: Partial<Draft>): void => {
    setDrafts((before) => before.map((draft, index) => (index === at ? { ...draft, ...part } : draft)));
  };
  const value = () => ({
    set: set.map((rule, at) => {
      const draft = drafts[at];
      return draft
        ? {
            ...rule,
            label: draft.label.trim() || rule.label,
            value: valueOf(draft, rule),
            usage: draft.usage.trim() || null,
          }
        : rule;
    }),
    remove,
  });
  return (
    <EditForm {...frame} value={value}>
      {drafts.map((draft, at) => (
        <fieldset key={`${draft.key} ${draft.context}`} className="mq-plain">
          <legend>
            {draft.key}
            {draft.context ? ` · ${draft.context}` : ''}
          </legend>
          <TextPart
            id={`${id}-${at}-label`}
            label="Label"
            maxLength={200}
            value={draft.label}
            onChange={(label) => {
              change(at, { label });
            }}
          />
          <RuleValuePart
            id={`${id}-${at}-value`}
            draft={draft}
            problem={null}
            onChange={(part) => {
              change(at, part);
            }}
          />
          <TextPart
            id={`${id}-${at}-usage`}
            label="How to use it"
            type="lines"
            maxLength={20_000}
            value={draft.usage}
            onChange={(usage) => {
              change(at, { usage });
            }}
          />
        </fieldset>
      ))}
      {remove.length > 0 && <p className="mq-muted">Removed: {remove.map(({ key }) => key).join(', ')}</p>}
    </EditForm>
  );
}

function PageEdit({ brand, proposed, ...frame }: { brand: string; proposed: ProposedPage } & FrameProps) {
  const id = useId();
  const [page, setPage] = useState(proposed);
  const templates = useRead<Template[]>('/api/v1/brand/templates');
  const rules = useRead<Rule[]>(`/api/v1/brand/rules?brand=${encodeURIComponent(brand)}`);
  if (!templates.data || !rules.data) return <div aria-busy="true" />;
  const known = templates.data;
  return (
    <EditForm {...frame} value={() => ({ page })}>
      <TextPart
        id={`${id}-title`}
        label="Title"
        required
        maxLength={200}
        value={page.title}
        onChange={(title) => {
          setPage({ ...page, title });
        }}
      />
      <TextPart
        id={`${id}-lede`}
        label="Lede"
        type="lines"
        maxLength={2000}
        value={page.lede ?? ''}
        onChange={(lede) => {
          setPage({ ...page, lede: lede || null });
        }}
      />
      {page.sections.map((section, index) => {
        const template = known.find(({ name }) => name === section.template) ?? null;
        return (
          <section key={section.id} className="mq-sectionform" aria-label={`Section ${index + 1}`}>
            <header className="mq-sectionform__head">
              <strong>
                {index + 1}. {template?.title ?? section.template}
              </strong>
            </header>
            <SectionForm
              id={`${id}-${section.id}`}
              section={section as Section}
              template={template}
              rules={rules.data ?? []}
              onChange={(next) => {
                setPage({
                  ...page,
                  sections: page.sections.map((one) => (one.id === section.id ? (next as typeof one) : one)),
                });
              }}
            />
          </section>
        );
      })}
    </EditForm>
  );
}

export function ProposalEdit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const proposed = proposedIn(proposal);
  switch (proposed.kind) {
    case 'asset':
      return <AssetEdit proposed={proposed.after} {...frame} />;
    case 'tags':
      return <TagsEdit proposed={proposed.after.tags} removed={proposed.after.remove} {...frame} />;
    case 'fields':
      return <FieldsEdit proposed={proposed.after.fields} {...frame} />;
    case 'text':
      return <TextEdit name={proposed.name} proposed={proposed.after} {...frame} />;
    case 'rights':
      return <RightsEdit proposed={proposed.after} {...frame} />;
    case 'rule':
      return <RuleEdit set={proposed.after.set} remove={proposed.after.remove} {...frame} />;
    case 'page':
      return <PageEdit brand={proposal.target.id} proposed={proposed.after.page} {...frame} />;
  }
}
