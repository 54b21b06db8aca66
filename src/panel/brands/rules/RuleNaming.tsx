'use client';
// What a rule is called and its type; what code calls it, and the context it's for, under "Advanced".
import type { Rule, RuleType } from '../../../brands/rules/schemas.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { ChoicePart, Frame, TextPart } from '../../ui/form/inputs.tsx';
import { NamePart } from '../../ui/form/record-inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import { keyOfDraft, type Draft } from './rule-draft.ts';

const typeKeys = {
  color: 'rules:typeColor',
  text: 'rules:typeText',
  number: 'rules:typeNumber',
  list: 'rules:typeList',
  font: 'rules:typeFont',
} as const satisfies Record<RuleType, PlainKey>;

interface Props {
  draft: Draft;
  problemAt: (path: string) => string | null;
  onChange: (part: Partial<Draft>) => void;
}

/** @param isNew a rule's type can't be changed later */
export function RuleNaming({ draft, isNew, problemAt, onChange }: Props & { isNew: boolean }) {
  const { t } = useWords();
  return (
    <>
      {isNew && (
        <ChoicePart
          id="mq-rule-type"
          label={t('rules:type')}
          value={draft.type}
          options={Object.entries(typeKeys).map(([value, key]) => ({ value, label: t(key) }))}
          problem={problemAt('type')}
          onChange={(type) => onChange({ type: type as RuleType, spec: {}, value: '' })}
        />
      )}
      <NamePart
        id="mq-rule-label"
        value={draft.label}
        placeholder={t('rules:nameExample')}
        problem={problemAt('label')}
        onChange={(label) => onChange({ label })}
      />
    </>
  );
}

interface AdvancedProps extends Props {
  contexts: readonly string[];
  rules: readonly Rule[];
}

export function RuleAdvanced({ draft, contexts, rules, problemAt, onChange }: AdvancedProps) {
  const { t } = useWords();
  const isWrong = problemAt('key') !== null || problemAt('context') !== null;
  return (
    <details className="mq-advanced" open={isWrong || undefined}>
      <summary>{t('ui:advanced')}</summary>
      <div className="mq-pair">
        <TextPart
          id="mq-rule-key"
          label={t('rules:key')}
          value={draft.key}
          placeholder={keyOfDraft(draft, rules) || 'color.brandBlue'}
          hint={t('rules:keyHint')}
          maxLength={120}
          problem={problemAt('key')}
          onChange={(key) => onChange({ key })}
        />
        <Frame
          id="mq-rule-context"
          label={t('rules:context')}
          problem={problemAt('context')}
          hint={t('rules:contextHint')}
        >
          <input
            id="mq-rule-context"
            className="mq-input"
            list="mq-rule-contexts"
            placeholder={t('rules:everywhere')}
            value={draft.context}
            onChange={(event) => onChange({ context: event.target.value })}
          />
          <datalist id="mq-rule-contexts">
            {contexts.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </Frame>
      </div>
    </details>
  );
}
