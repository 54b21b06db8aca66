'use client';
// The form of one rule: how it looks, its value and specs by type, usage, and files.
import type { Rule } from '../../../brands/rules/schemas.ts';
import { PartAccess } from '../../access-report/WhoCanReach.tsx';
import { useOperation } from '../../client/useOperation.ts';
import { Alert } from '../../ui/Alert.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { FormFoot } from '../../ui/form/FormFoot.tsx';
import { TextPart } from '../../ui/form/inputs.tsx';
import { KeptNotice } from '../../ui/merge/KeptNotice.tsx';
import { MergeSheet } from '../../ui/merge/MergeSheet.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { useWords } from '../../words/useWords.ts';
import { keyOfDraft, valueOf, type Draft } from './rule-draft.ts';
import { ruleWords } from './rule-words.tsx';
import { RuleFiles } from './RuleFiles.tsx';
import { RuleAdvanced, RuleNaming } from './RuleNaming.tsx';
import { RuleSpecimen } from './RuleSample.tsx';
import { RuleSpec } from './RuleSpec.tsx';
import { RuleValuePart } from './RuleValuePart.tsx';
import { useRuleDraft, type RuleDraft } from './useRuleDraft.ts';

interface PartsProps extends Pick<Props, 'rule' | 'rules' | 'contexts'> {
  form: RuleDraft;
  draft: Draft;
}

function RuleParts({ form: { change, problemAt }, draft, rule, rules, contexts }: PartsProps) {
  const { t } = useWords();
  return (
    <>
      <RuleNaming draft={draft} isNew={rule === null} problemAt={problemAt} onChange={change} />
      <RuleValuePart
        key={`value ${draft.type}`}
        draft={draft}
        onChange={change}
        problem={problemAt('value')}
      />
      <TextPart
        id="mq-rule-usage"
        label={t('rules:usage')}
        type="lines"
        value={draft.usage}
        maxLength={20_000}
        problem={problemAt('usage')}
        onChange={(usage) => change({ usage })}
      />
      <RuleFiles
        files={draft.assets}
        problem={problemAt('assets')}
        onChange={(assets) => change({ assets })}
      />
      <RuleSpec draft={draft} rules={rules} problemAt={problemAt} onChange={(spec) => change({ spec })} />
      <RuleAdvanced draft={draft} contexts={contexts} rules={rules} problemAt={problemAt} onChange={change} />
    </>
  );
}

function Specimen({ brand, draft, rule }: { brand: string; draft: Draft; rule: Rule | null }) {
  const { data: theme } = useOperation('get_theme', { slug: brand });
  const { type, spec, assets, context } = draft;
  const value = valueOf(draft, rule);
  if (type === 'color' && (typeof value !== 'string' || !/^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(value)))
    return null;
  return <RuleSpecimen rule={{ type, value, spec, assets, context: context || null }} theme={theme} />;
}

interface Props {
  brand: string;
  /** Null: a new rule. */
  rule: Rule | null;
  /** The context of a new rule. */
  context: string | null;
  /** All rules of the brand. */
  rules: readonly Rule[];
  contexts: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

export function RuleForm({ brand, rule, context, rules, contexts, onDone, onClose }: Props) {
  const words = useWords();
  const { t } = words;
  const form = useRuleDraft({ brand, rule, context, rules, onDone });
  const { value: draft, conflict, restoredAt } = form.edits;
  return (
    <Sheet title={rule ? rule.label : t('rules:newOne')} className="mq-sheet--rule" onClose={onClose}>
      {draft && (
        <Form className="mq-form" onSubmit={() => void form.save()}>
          <KeptNotice restoredAt={restoredAt} onDiscard={form.edits.discard} />
          <Specimen brand={brand} draft={draft} rule={rule} />
          {/* Started over where the edits are discarded or merged: some inputs hold what is typed. */}
          <RuleParts
            key={`${form.edits.version} ${restoredAt ?? ''}`}
            form={form}
            draft={draft}
            rule={rule}
            rules={rules}
            contexts={contexts}
          />
          <Alert problem={form.problem} />
          <FormFoot
            action={t('rules:save')}
            disabled={form.busy || keyOfDraft(draft, rules) === ''}
            onCancel={onClose}
            inSheet
          >
            {rule && (
              <span className="mq-form__end">
                <ConfirmButton
                  label={t('ui:deleteAsk')}
                  confirm={t('rules:deleteOne', { name: rule.label })}
                  busy={form.busy}
                  onConfirm={() => form.remove(rule)}
                />
              </span>
            )}
          </FormFoot>
        </Form>
      )}
      {rule && <PartAccess brand={brand} part={`rule/${rule.key}`} />}
      {draft && conflict && (
        <MergeSheet
          before={conflict.before}
          theirs={conflict.theirs.value}
          mine={draft}
          words={ruleWords(words)}
          by={form.by}
          action={t('brands:mergeAndSave')}
          onMerge={(merged) => void form.saveMerged(merged)}
          onClose={() => form.edits.resolve(null)}
        />
      )}
    </Sheet>
  );
}
