'use client';
// Edits proposed rules.
import { useId, useState } from 'react';
import { draftOf, valueOf, type Draft } from '../../brands/rules/rule-draft.ts';
import { RuleValuePart } from '../../brands/rules/RuleValuePart.tsx';
import { TextPart } from '../../ui/inputs.tsx';
import type { Named, ProposedRule } from '../proposal-words.ts';
import { EditForm, type FrameProps } from './EditForm.tsx';

export function RuleEdit({
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
