'use client';
// The unsaved values of a setting, and what its properties said when each of them was begun. They're still there after leaving the page,
// passwords excepted.
import { useMe } from '../client/me.tsx';
import { useKeptDraft } from '../sharing/kept-draft.ts';
import type { Setting } from '../../core/settings/schemas.ts';
import { toDraft } from './setting-forms.ts';

type Values = Readonly<Record<string, unknown>>;

interface Begun {
  draft: string;
  /** What the property said then. */
  read: unknown;
}

export function usePropertyDrafts(setting: Setting) {
  const { key, context, value, secrets } = setting;
  const me = useMe();
  const owner = (context === 'organization' ? me?.organization?.id : me?.workspace?.id) ?? '';
  const { draft: begun, setDraft: setBegun } = useKeptDraft<Record<string, Begun>>(
    `marque-setting-${me?.id ?? ''}-${owner}-${key}`,
    Object.keys(secrets),
  );
  // Somebody may have saved the same since.
  const open = Object.entries(begun).filter(([name, { draft }]) => draft !== toDraft(value[name]));
  const drafts: Readonly<Record<string, string>> = Object.fromEntries(
    open.map(([name, { draft }]) => [name, draft]),
  );
  const forget = (name: string): void => setBegun(({ [name]: _, ...rest }) => rest);
  return {
    drafts,
    /** Something of it is there again after a reload. */
    isKept: open.some(([name]) => !(name in secrets)),
    change: (name: string, draft: string): void => {
      if (draft === toDraft(value[name])) forget(name);
      else
        setBegun((before) => ({
          ...before,
          [name]: { draft, read: name in drafts ? before[name]?.read : value[name] },
        }));
    },
    forget,
    forgetAll: (): void => setBegun({}),
    /** The person was told what properties say now: saving again replaces that. */
    learn: (current: Values): void => {
      setBegun((before) =>
        Object.fromEntries(
          Object.entries(before).map(([name, one]) => [
            name,
            name in current ? { ...one, read: current[name] } : one,
          ]),
        ),
      );
    },
    /** What these properties said to the person. Secrets are never read, so there is nothing to compare. */
    expectedOf: (names: readonly string[]): Values => {
      const compared = names.filter((name) => !(name in secrets));
      const saidBy = (name: string): unknown => (name in drafts ? begun[name]?.read : value[name]);
      return Object.fromEntries(compared.map((name) => [name, saidBy(name) ?? null]));
    },
  };
}
