import type { AnyOperation } from '../../../src/core/operation.ts';
import { listRules } from './list-rules.ts';
import { createRule } from './create-rule.ts';
import { setRules } from './set-rules.ts';
import { changeRuleOrder } from './change-rule-order.ts';
import { updateRule } from './update-rule.ts';
import { deleteRule } from './delete-rule.ts';

export const ruleOperations: readonly AnyOperation[] = [
  listRules,
  createRule,
  setRules,
  changeRuleOrder,
  updateRule,
  deleteRule,
];
