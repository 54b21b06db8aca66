'use client';
// A rule's specs: what its type can say beyond the value.
import { useState } from 'react';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { ChoicePart, TextPart, TickPart } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import { labelOfOption } from '../pages/property-words.ts';
import { GradientPart, type Gradient } from './GradientPart.tsx';
import { numeric, type Draft } from './rule-draft.ts';
import { RulePart } from './RulePicker.tsx';
import { specFields, type SpecField } from './spec-fields.ts';

function typedOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function specValueOf(kind: SpecField['kind'], typed: string): unknown {
  if (typed.trim() === '') return undefined;
  if (kind === 'number') return numeric(typed);
  if (kind === 'numbers' || kind === 'words')
    return typed
      .split(',')
      .map((part) => numeric(part))
      .filter((part) => part !== '');
  return typed;
}

interface SpecProps {
  field: SpecField;
  value: unknown;
  onChange: (value: unknown) => void;
  problem: string | null;
}

function SpecPart({ field, value, onChange, problem }: SpecProps) {
  const words = useWords();
  const { t } = words;
  const [typed, setTyped] = useState(typedOf(value));
  const id = `mq-rule-spec-${field.name}`;
  if (field.kind === 'yes')
    return (
      <TickPart
        label={t(field.label)}
        checked={value === true}
        onChange={(checked) => onChange(checked || undefined)}
      />
    );
  if (field.kind === 'case')
    return (
      <ChoicePart
        id={id}
        label={t(field.label)}
        none={t('rules:asWritten')}
        value={typedOf(value)}
        options={[
          { value: 'upper', label: labelOfOption('upper', words) },
          { value: 'lower', label: labelOfOption('lower', words) },
          { value: 'title', label: t('rules:caseTitle') },
        ]}
        onChange={(text) => onChange(text || undefined)}
        problem={problem}
      />
    );
  return (
    <TextPart
      id={id}
      label={t(field.label)}
      value={typed}
      hint={field.hint && t(field.hint)}
      problem={problem}
      onChange={(text) => {
        setTyped(text);
        onChange(specValueOf(field.kind, text));
      }}
    />
  );
}

interface PartsProps {
  draft: Draft;
  rules: readonly Rule[];
  problemAt: (path: string) => string | null;
  onChange: (spec: Draft['spec']) => void;
}

/** The color it goes with, and its gradient. */
function ColorSpec({ draft, rules, problemAt, onChange }: PartsProps) {
  const { t } = useWords();
  const colors = rules.filter((one) => one.type === 'color' && one.key !== draft.key);
  return (
    <>
      <RulePart
        id="mq-rule-pair"
        label={t('rules:pair')}
        none={t('rules:noPair')}
        rules={colors}
        value={typeof draft.spec.pair === 'string' ? draft.spec.pair : null}
        problem={problemAt('spec.pair')}
        onChange={(pair) => onChange({ ...draft.spec, pair: pair ?? undefined })}
      />
      <GradientPart
        gradient={(draft.spec.gradient as Gradient | undefined) ?? null}
        color={draft.value}
        colors={colors}
        problem={problemAt('spec.gradient')}
        onChange={(gradient) => onChange({ ...draft.spec, gradient: gradient ?? undefined })}
      />
    </>
  );
}

export function RuleSpec(props: PartsProps) {
  const { draft, problemAt, onChange } = props;
  const fields = specFields[draft.type];
  return (
    <>
      {draft.type === 'color' && <ColorSpec {...props} />}
      {fields.length > 0 && (
        <div className="mq-pair">
          {fields.map((field) => (
            <SpecPart
              key={`${draft.type} ${field.name}`}
              field={field}
              value={draft.spec[field.name]}
              problem={problemAt(`spec.${field.name}`)}
              onChange={(value) => onChange({ ...draft.spec, [field.name]: value })}
            />
          ))}
        </div>
      )}
    </>
  );
}
