'use client';
// What a rule is called, its type, and the context it's for.
import type { RuleType } from '../../../brands/rules/schemas.ts';
import { ChoicePart, Frame, TextPart } from '../../ui/form/inputs.tsx';
import type { Draft } from './rule-draft.ts';

const typeLabels: Record<RuleType, string> = {
  color: 'Colour',
  text: 'Text',
  number: 'Number',
  list: 'List',
  font: 'Typeface',
};

interface Props {
  draft: Draft;
  /** A rule's type can't be changed later. */
  isNew: boolean;
  contexts: readonly string[];
  problemAt: (path: string) => string | null;
  onChange: (part: Partial<Draft>) => void;
}

function NameParts({ draft, problemAt, onChange }: Pick<Props, 'draft' | 'problemAt' | 'onChange'>) {
  return (
    <div className="mq-pair">
      <TextPart
        id="mq-rule-key"
        label="Key"
        required
        value={draft.key}
        placeholder="color.primary"
        maxLength={120}
        problem={problemAt('key')}
        onChange={(key) => onChange({ key })}
      />
      <TextPart
        id="mq-rule-label"
        label="Label"
        value={draft.label}
        placeholder="Generated from the key"
        maxLength={200}
        problem={problemAt('label')}
        onChange={(label) => onChange({ label })}
      />
    </div>
  );
}

function ContextPart({ draft, contexts, problemAt, onChange }: Omit<Props, 'isNew'>) {
  return (
    <Frame id="mq-rule-context" label="Context" problem={problemAt('context')}>
      <input
        id="mq-rule-context"
        className="mq-input"
        list="mq-rule-contexts"
        placeholder="Everywhere"
        value={draft.context}
        onChange={(event) => onChange({ context: event.target.value })}
      />
      <datalist id="mq-rule-contexts">
        {contexts.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </Frame>
  );
}

export function RuleNaming({ draft, isNew, contexts, problemAt, onChange }: Props) {
  return (
    <>
      <NameParts draft={draft} problemAt={problemAt} onChange={onChange} />
      <div className="mq-pair">
        <ChoicePart
          id="mq-rule-type"
          label="Type"
          none="Choose"
          readOnly={!isNew}
          value={draft.type}
          options={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
          problem={problemAt('type')}
          onChange={(type) => {
            if (type) onChange({ type: type as RuleType, spec: {}, value: '' });
          }}
        />
        <ContextPart draft={draft} contexts={contexts} problemAt={problemAt} onChange={onChange} />
      </div>
    </>
  );
}
