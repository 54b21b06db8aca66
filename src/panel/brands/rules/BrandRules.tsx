'use client';
// A brand's rules by group, with pictures. Each opens in a form, which has an address of its own.
import type { Rule } from '../../../brands/rules/schemas.ts';
import { useAddress } from '../../client/useAddress.ts';
import { useOperation } from '../../client/useOperation.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Empty, LoadingCards } from '../../ui/Empty.tsx';
import { FilterButtons } from '../../ui/form/FilterButtons.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { useWords } from '../../words/useWords.ts';
import type { BrandTab } from '../brand-tab.ts';
import { RuleForm } from './RuleForm.tsx';
import { groupOf, RuleGroup } from './RuleGroup.tsx';
import { useRuleOrder, useRules } from './useRules.ts';

/** The rules that count in a context: its own, and the general ones that it doesn't replace. Null: all rules. */
function shownIn(rules: readonly Rule[], context: string | null): readonly Rule[] {
  if (context === null) return rules;
  const own = new Set(rules.filter((rule) => rule.context === context).map(({ key }) => key));
  return rules.filter((rule) => (own.has(rule.key) ? rule.context === context : rule.context === null));
}

interface ToolsProps {
  contexts: readonly string[];
  /** Null: rules of all contexts are shown. */
  context: string | null;
  mayWrite: boolean;
  onContext: (context: string | null) => void;
  onAdd: () => void;
}

function RuleTools({ contexts, context, mayWrite, onContext, onAdd }: ToolsProps) {
  const { t } = useWords();
  return (
    <div className="mq-room__tools">
      {contexts.length > 0 && (
        <FilterButtons
          label={t('rules:context')}
          options={[null, ...contexts].map((one) => ({
            value: one,
            label: one?.replaceAll('-', ' ') ?? t('rules:all'),
          }))}
          chosen={context}
          onChange={onContext}
        />
      )}
      {mayWrite && (
        <button type="button" className="mq-button mq-button--primary" onClick={onAdd}>
          <PlusIcon /> {t('rules:add')}
        </button>
      )}
    </div>
  );
}

function NoRules() {
  const { t } = useWords();
  return <Empty title={t('rules:none')}>{t('rules:emptyHint')}</Empty>;
}

export function BrandRules({ brand, mayWrite, onChanged }: BrandTab) {
  const [parameters, goTo] = useAddress();
  const { data, contexts, problem, loaded, again } = useRules(brand);
  const { data: theme } = useOperation('get_theme', { slug: brand });
  const changed = (): void => {
    again();
    onChanged();
  };
  const { rules, reorder } = useRuleOrder(brand, data, changed);
  const context = parameters.get('context');
  const shown = shownIn(rules, context);
  const groups = [...new Set(shown.map(groupOf))];
  const openId = parameters.get('rule');
  const open = rules.find(({ id }) => id === openId) ?? null;
  const close = (): void => goTo({ rule: null }, 'replace');
  return (
    <>
      <RuleTools
        contexts={contexts}
        context={context}
        mayWrite={mayWrite}
        onContext={(next) => goTo({ context: next }, 'replace')}
        onAdd={() => goTo({ rule: 'new' }, 'replace')}
      />
      <Alert problem={problem} />
      {!loaded && !problem && <LoadingCards />}
      {loaded && rules.length === 0 && <NoRules />}
      {groups.map((group) => (
        <RuleGroup
          key={group}
          group={group}
          rules={shown.filter((rule) => groupOf(rule) === group)}
          theme={theme}
          mayWrite={mayWrite}
          onOpen={(rule) => goTo({ rule: rule.id }, 'replace')}
          onReorder={reorder}
        />
      ))}
      {mayWrite && loaded && (open || openId === 'new') && (
        <RuleForm
          key={openId}
          brand={brand}
          rule={open}
          context={context}
          rules={rules}
          contexts={contexts}
          onClose={close}
          onDone={() => {
            close();
            changed();
          }}
        />
      )}
    </>
  );
}
