'use client';
// The value of a rule, with the inputs of its type.
import { Frame, TextPart } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import type { Draft } from './rule-draft.ts';

interface PartProps {
  id: string;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  problem: string | null;
}

function ColorValue({ id, draft, onChange, problem }: PartProps) {
  const { t } = useWords();
  const { value } = draft;
  return (
    <Frame id={id} label={t('rules:typeColor')} required problem={problem}>
      <span className="mq-color">
        <input
          type="color"
          aria-label={t('rules:pickColor')}
          value={/^#[0-9a-f]{6}/i.test(value) ? value.slice(0, 7).toLowerCase() : '#000000'}
          onChange={(event) => onChange({ value: event.target.value })}
        />
        <input
          id={id}
          className="mq-input"
          value={value}
          placeholder="#2f55d4"
          spellCheck={false}
          onChange={(event) => onChange({ value: event.target.value.trim() })}
        />
      </span>
    </Frame>
  );
}

function FontValue({ id, draft: { font }, onChange, problem }: PartProps) {
  const { t } = useWords();
  const part = (name: keyof Draft['font'], required = false) => (
    <TextPart
      id={name === 'family' ? id : `${id}-${name}`}
      label={t(`rules:${name}`)}
      required={required}
      value={font[name]}
      problem={name === 'family' ? problem : null}
      onChange={(text) => onChange({ font: { ...font, [name]: text } })}
    />
  );
  return (
    <div className="mq-pair">
      {part('family', true)}
      {part('size')}
      {part('weight')}
    </div>
  );
}

const labels = { text: 'rules:text', number: 'rules:typeNumber', list: 'rules:entries' } as const;

export function RuleValuePart({ id = 'mq-rule-value', ...props }: Omit<PartProps, 'id'> & { id?: string }) {
  const { t } = useWords();
  const { draft, onChange, problem } = props;
  if (draft.type === 'color') return <ColorValue id={id} {...props} />;
  if (draft.type === 'font') return <FontValue id={id} {...props} />;
  return (
    <TextPart
      id={id}
      label={t(labels[draft.type])}
      type={draft.type === 'number' ? 'number' : 'lines'}
      required
      value={draft.value}
      problem={problem}
      onChange={(value) => onChange({ value })}
    />
  );
}
