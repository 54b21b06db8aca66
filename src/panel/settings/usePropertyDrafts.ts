'use client';
// The unsaved values of a setting, and what its properties said when each of them was begun.
import { useState } from 'react';
import type { Setting } from '../../core/settings/schemas.ts';
import { toDraft } from './setting-forms.ts';

type Values = Readonly<Record<string, unknown>>;

export function usePropertyDrafts(setting: Setting) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [read, setRead] = useState<Values>({});
  const forget = (name: string): void => {
    setDrafts(({ [name]: _, ...rest }) => rest);
    setRead(({ [name]: _, ...rest }) => rest);
  };
  return {
    drafts,
    change: (name: string, draft: string): void => {
      if (draft === toDraft(setting.value[name])) {
        forget(name);
        return;
      }
      setDrafts((before) => ({ ...before, [name]: draft }));
      if (!(name in drafts)) setRead((before) => ({ ...before, [name]: setting.value[name] }));
    },
    forget,
    forgetAll: (): void => {
      setDrafts({});
      setRead({});
    },
    /** The person was told what properties say now: saving again replaces that. */
    learn: (current: Values): void => {
      setRead((before) => ({ ...before, ...current }));
    },
    /** What these properties said to the person. Secrets are never read, so there is nothing to compare. */
    expectedOf: (names: readonly string[]): Values => {
      const compared = names.filter((name) => !(name in setting.secrets));
      const saidBy = (name: string): Values => (name in drafts ? read : setting.value);
      return Object.fromEntries(compared.map((name) => [name, saidBy(name)[name] ?? null]));
    },
  };
}
