'use client';
// The form of one rule: its value and specs by type, usage, and files.
import type { Rule } from '../../../brands/rules/schemas.ts';
import { PartAccess } from '../../access-report/WhoCanReach.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { TextPart } from '../../ui/form/inputs.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { FormFoot } from '../../ui/form/FormFoot.tsx';
import { RuleFiles } from './RuleFiles.tsx';
import { RuleNaming } from './RuleNaming.tsx';
import { RuleSpec } from './RuleSpec.tsx';
import { RuleValuePart } from './RuleValuePart.tsx';
import { useRuleDraft } from './useRuleDraft.ts';
import { Form } from '../../ui/form/Form.tsx';

interface PartsProps extends Pick<Props, 'rule' | 'rules' | 'contexts'> {
  form: ReturnType<typeof useRuleDraft>;
}

function RuleParts({ form, rule, rules, contexts }: PartsProps) {
  const { draft, change, problemAt } = form;
  return (
    <>
      <RuleNaming
        draft={draft}
        isNew={rule === null}
        contexts={contexts}
        problemAt={problemAt}
        onChange={change}
      />
      <RuleValuePart
        key={`value ${draft.type}`}
        draft={draft}
        onChange={change}
        problem={problemAt('value')}
      />
      <RuleSpec draft={draft} rules={rules} problemAt={problemAt} onChange={(spec) => change({ spec })} />
      <TextPart
        id="mq-rule-usage"
        label="How to use it"
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
    </>
  );
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
  const form = useRuleDraft({ brand, rule, context, onDone });
  return (
    <Sheet title={rule ? rule.label : 'New rule'} onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void form.save()}>
        <RuleParts form={form} rule={rule} rules={rules} contexts={contexts} />
        <Alert problem={form.problem} />
        <FormFoot action="Save rule" disabled={form.busy} onCancel={onClose} inSheet>
          {rule && (
            <span className="mq-form__end">
              <ConfirmButton
                label="Delete…"
                confirm={`Delete ${rule.key} permanently`}
                busy={form.busy}
                onConfirm={() => form.remove(rule)}
              />
            </span>
          )}
        </FormFoot>
      </Form>
      {rule && <PartAccess brand={brand} part={`rule/${rule.key}`} />}
    </Sheet>
  );
}
