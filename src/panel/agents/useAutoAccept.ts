'use client';
// What agents may do without review here (setting agents.autoAccept), for admins: reading it, and adding and removing one rule.
import type { Key as KeySchema } from '../../core/access/schemas.ts';
import type { AutoAcceptRule } from '../../core/settings/definitions.ts';
import type { Setting } from '../../core/settings/schemas.ts';
import { changesTo, useLive } from '../client/live.ts';
import { useMe } from '../client/me.tsx';
import { CallFailed } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';

export type Rule = AutoAcceptRule;
export type Key = (typeof KeySchema)['_output'];

export interface AutoAccept {
  /** Those that apply now, of agents that are still there. */
  rules: readonly Rule[];
  /** Agents that can be allowed something. */
  keys: readonly Key[];
  add: (rule: Rule) => Promise<void>;
  remove: (rule: Rule) => Promise<void>;
}

const here = { context: 'workspace' } as const;
const shown = changesTo('workspace', 'organization', 'key');

const rulesIn = (settings: readonly Setting[] | null): Rule[] =>
  (settings?.find(({ key }) => key === 'agents')?.value.autoAccept ?? []) as Rule[];

const isOver = (time: string | null): boolean => time !== null && Date.parse(time) <= Date.now();

export const isSame = (one: Rule, other: Rule): boolean =>
  one.key === other.key && one.kind === other.kind && one.collection === other.collection;

/** Null for those who can't change it. */
export function useAutoAccept(all: readonly Key[] | null): AutoAccept | null {
  const isAdmin = useMe()?.scope === 'admin';
  const { data, again } = useOperation('list_settings', isAdmin ? here : null);
  useLive(shown, again);
  if (!isAdmin || !all || !data) return null;
  const keys = all.filter(({ expiresAt }) => !isOver(expiresAt));
  const alive = (rules: readonly Rule[]): Rule[] =>
    rules.filter(({ key, until }) => !isOver(until) && keys.some(({ id }) => id === key));
  /** Of the rules as they are now: a rejection may have ended one since this page was loaded, or ends one meanwhile. */
  const change = async (changed: (rules: Rule[]) => Rule[], tries = 3): Promise<void> => {
    const read = rulesIn((await call('list_settings', here)).data);
    const body = { autoAccept: changed(alive(read)), expected: { autoAccept: read } };
    try {
      await call('update_setting', { key: 'agents', ...here, body });
    } catch (error) {
      if (tries > 1 && error instanceof CallFailed && error.status === 409) return change(changed, tries - 1);
      throw error;
    }
    again();
  };
  return {
    rules: alive(rulesIn(data)),
    keys,
    add: (rule) => change((rules) => [...rules.filter((one) => !isSame(one, rule)), rule]),
    remove: (rule) => change((rules) => rules.filter((one) => !isSame(one, rule))),
  };
}
