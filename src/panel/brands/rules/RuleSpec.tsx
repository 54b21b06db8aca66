'use client';
// A rule's specs: what its type can say beyond the value.
import { useState } from 'react';
import type { Rule, RuleType } from '../../../brands/rules/schemas.ts';
import { ChoicePart, TextPart, TickPart } from '../../ui/form/inputs.tsx';
import { GradientPart, type Gradient } from './GradientPart.tsx';
import { numeric, type Draft } from './rule-draft.ts';
import { RulePart } from './RulePicker.tsx';

interface SpecField {
  name: string;
  label: string;
  kind: 'text' | 'number' | 'numbers' | 'words' | 'yes' | 'case';
  hint?: string;
}

const specFields: Record<RuleType, readonly SpecField[]> = {
  color: [
    { name: 'group', label: 'Group', kind: 'text', hint: 'Colours in a group are shown together' },
    { name: 'cmyk', label: 'CMYK', kind: 'numbers', hint: 'Four percentages: 100, 60, 0, 20' },
    { name: 'pantone', label: 'Pantone', kind: 'text' },
    { name: 'ral', label: 'RAL', kind: 'text' },
    { name: 'tints', label: 'Tints', kind: 'words', hint: 'Percentages or colours: 80, 60, #eef2ff' },
  ],
  number: [
    { name: 'unit', label: 'Unit', kind: 'text', hint: 'px, mm, ×' },
    { name: 'of', label: 'Of what', kind: 'text', hint: 'the x-height' },
  ],
  font: [
    { name: 'role', label: 'Role', kind: 'text' },
    { name: 'lineHeight', label: 'Line height', kind: 'number' },
    { name: 'tracking', label: 'Tracking', kind: 'number' },
    { name: 'case', label: 'Case', kind: 'case' },
    { name: 'fallback', label: 'Fallbacks', kind: 'words', hint: 'Arial, sans-serif' },
    { name: 'source', label: 'Where to get it', kind: 'text' },
    { name: 'license', label: 'License', kind: 'text' },
  ],
  text: [
    { name: 'copy', label: 'Approved copy, used word for word', kind: 'yes' },
    { name: 'max', label: 'Maximum length, in characters', kind: 'number' },
  ],
  list: [],
};

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
  const [typed, setTyped] = useState(typedOf(value));
  const id = `mq-rule-spec-${field.name}`;
  if (field.kind === 'yes')
    return (
      <TickPart
        label={field.label}
        checked={value === true}
        onChange={(checked) => onChange(checked || undefined)}
      />
    );
  if (field.kind === 'case')
    return (
      <ChoicePart
        id={id}
        label={field.label}
        none="As written"
        value={typedOf(value)}
        options={['upper', 'lower', 'title'].map((one) => ({ value: one, label: one }))}
        onChange={(text) => onChange(text || undefined)}
        problem={problem}
      />
    );
  return (
    <TextPart
      id={id}
      label={field.label}
      value={typed}
      hint={field.hint}
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

/** The colour it goes with, and its gradient. */
function ColourSpec({ draft, rules, problemAt, onChange }: PartsProps) {
  const colours = rules.filter((one) => one.type === 'color' && one.key !== draft.key);
  return (
    <>
      <RulePart
        id="mq-rule-pair"
        label="Goes with"
        none="No other colour"
        rules={colours}
        value={typeof draft.spec.pair === 'string' ? draft.spec.pair : null}
        problem={problemAt('spec.pair')}
        onChange={(pair) => onChange({ ...draft.spec, pair: pair ?? undefined })}
      />
      <GradientPart
        gradient={(draft.spec.gradient as Gradient | undefined) ?? null}
        color={draft.value}
        colors={colours}
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
      {draft.type === 'color' && <ColourSpec {...props} />}
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
