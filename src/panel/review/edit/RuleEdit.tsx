'use client';
// Edits proposed rules.
import { useId } from 'react';
import { draftOf, valueOf, type Draft } from '../../brands/rules/rule-draft.ts';
import { RuleValuePart } from '../../brands/rules/RuleValuePart.tsx';
import { TextPart } from '../../ui/form/inputs.tsx';
import type { Named, ProposedRule } from '../proposal/proposed.ts';
import { EditForm, type FrameProps } from './EditForm.tsx';
import { useWords } from '../../words/useWords.ts';
import { useEdited } from './useEdited.tsx';

interface PartsProps {
  id: string;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

/** The parts of one rule that can be edited. */
function RuleParts({ id, draft, onChange }: PartsProps) {
  const { t } = useWords();
  return (
    <fieldset className="mq-plain">
      <legend>
        {draft.key}
        {draft.context ? ` · ${draft.context}` : ''}
      </legend>
      <TextPart
        id={`${id}-label`}
        label={t('review:ruleLabel')}
        maxLength={200}
        value={draft.label}
        onChange={(label) => onChange({ label })}
      />
      <RuleValuePart id={`${id}-value`} draft={draft} problem={null} onChange={onChange} />
      <TextPart
        id={`${id}-usage`}
        label={t('review:ruleUsage')}
        type="lines"
        maxLength={20_000}
        value={draft.usage}
        onChange={(usage) => onChange({ usage })}
      />
    </fieldset>
  );
}

export function RuleEdit({
  set,
  remove,
  ...frame
}: { set: readonly ProposedRule[]; remove: readonly Named[] } & FrameProps) {
  const { t } = useWords();
  const id = useId();
  const [drafts, setDrafts] = useEdited<readonly Draft[]>(
    'drafts',
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
        <RuleParts
          key={`${draft.key} ${draft.context}`}
          id={`${id}-${at}`}
          draft={draft}
          onChange={(part) => change(at, part)}
        />
      ))}
      {remove.length > 0 && (
        <p className="mq-muted">
          {t('review:removedKeys', { keys: remove.map(({ key }) => key).join(', ') })}
        </p>
      )}
    </EditForm>
  );
}
