'use client';
// Rules that belong together, each by its name and picture. Their order can be changed.
import type { Rule } from '../../../brands/rules/schemas.ts';
import type { ThemeView } from '../../../brands/theme/schemas.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { GripIcon } from '../../ui/icons.tsx';
import { useReorder, type Reorder } from '../../ui/useReorder.ts';
import { useWords } from '../../words/useWords.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { RuleSample, wordsOfRule } from './RuleSample.tsx';

/** A color's group, else the first part of the key. */
export function groupOf(rule: Rule): string {
  const { group } = rule.spec as { group?: string };
  const word = group ?? rule.key.split('.')[0] ?? rule.key;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What groups are called that keys made in the panel fall into. */
const groupKeys: Readonly<Partial<Record<string, PlainKey>>> = {
  Color: 'rules:groupColor',
  Voice: 'rules:groupVoice',
  Measure: 'rules:groupMeasure',
  List: 'rules:groupList',
  Type: 'rules:groupType',
  Logo: 'rules:groupLogo',
};

interface Props {
  group: string;
  rules: readonly Rule[];
  theme: ThemeView | null;
  mayWrite: boolean;
  onOpen: (rule: Rule) => void;
  /** @param ids of the group's rules, in their new order */
  onReorder: (ids: string[]) => void;
}

interface CardProps extends Pick<Props, 'theme' | 'mayWrite' | 'onOpen'> {
  rule: Rule;
  /** Null: its place can't be changed. */
  reorder: Reorder | null;
}

function RuleCard({ rule, theme, mayWrite, reorder, onOpen }: CardProps) {
  const drag = reorder?.dragOf(rule.id);
  const grip = reorder?.gripOf(rule.id);
  const marks = [drag?.isDragged && 'mq-dragged', drag?.over && `mq-drop--${drag.over}`];
  const isWide = rule.type !== 'color' && rule.assets.length > 0;
  return (
    <li
      className={['mq-rule-card', isWide && 'mq-rule-card--wide', ...marks].filter(Boolean).join(' ')}
      {...(drag && { ...drag.source, ...drag.target })}
    >
      <button
        type="button"
        className="mq-rule"
        data-rule={rule.key}
        disabled={!mayWrite}
        onClick={() => onOpen(rule)}
      >
        <RuleSample rule={rule} theme={theme} />
        <span className="mq-rule__text">
          <strong>{rule.label}</strong>
          {rule.type !== 'text' && rule.type !== 'list' && (
            <span className="mq-rule__value">{wordsOfRule(rule)}</span>
          )}
          {rule.context && <span className="mq-badge">{rule.context.replaceAll('-', ' ')}</span>}
        </span>
      </button>
      {grip && (
        <span className="mq-rule-card__grip">
          <IconButton {...grip}>
            <GripIcon />
          </IconButton>
        </span>
      )}
    </li>
  );
}

export function RuleGroup({ group, rules, theme, mayWrite, onOpen, onReorder }: Props) {
  const { t } = useWords();
  const key = groupKeys[group];
  const label = key ? t(key) : group;
  const reorder = useReorder({
    ids: rules.map(({ id }) => id),
    runs: 'across',
    nameOf: (id) => rules.find((rule) => rule.id === id)?.label ?? '',
    onMove: (from, to) => {
      const ids = rules.map(({ id }) => id);
      ids.splice(to, 0, ...ids.splice(from, 1));
      onReorder(ids);
    },
  });
  return (
    <section className="mq-section" aria-label={label}>
      <h2>{label}</h2>
      <p className="mq-sr-only" role="status">
        {reorder.said}
      </p>
      <ul className="mq-rules">
        {rules.map((rule) => (
          <RuleCard
            key={rule.id}
            rule={rule}
            theme={theme}
            mayWrite={mayWrite}
            reorder={mayWrite && rules.length > 1 ? reorder : null}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  );
}
