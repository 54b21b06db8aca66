'use client';
// The unsaved values of a setting's form, and saving or resetting them.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Setting } from '../../core/settings/schemas.ts';
import { CallFailed, wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { fromDraft, toDraft, type NamedProperty } from './setting-forms.ts';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';

type ByName = Readonly<Record<string, string>>;

/** The property that an issue's path is in. */
const nameOf = (path: string): string => path.split(/[.[]/)[0] ?? path;

/** In a list of records, the message says which one it is about. */
function placed(path: string, message: string, t: Translate): string {
  const at = /^\w+\[(\d+)\]\./.exec(path)?.[1];
  return at === undefined ? message : t('settings:inEntry', { number: Number(at) + 1, message });
}

/** The properties that were edited, as the API expects them. */
const changesOf = (properties: readonly NamedProperty[], drafts: ByName): Record<string, unknown> =>
  Object.fromEntries(
    properties.flatMap(({ name, kind }) => {
      const draft = drafts[name];
      return draft === undefined ? [] : [[name, fromDraft(kind, draft)]];
    }),
  );

interface FormProps {
  setting: Setting;
  properties: readonly NamedProperty[];
  /** Called with the saved setting; null: it was reset, and must be loaded again. */
  onChanged: (setting: Setting | null) => void;
}

export function useSettingForm({ setting, properties, onChanged }: FormProps) {
  const { t, said } = useWords();
  const [drafts, setDrafts] = useState<ByName>({});
  const [problems, setProblems] = useState<ByName>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { key, context } = setting;

  /** @returns true if the work succeeded. */
  const send = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setProblems({});
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      const issues = error instanceof CallFailed ? error.issues : [];
      const known = properties.map(({ name }) => name);
      setProblems(
        Object.fromEntries(issues.map(({ path, message }) => [nameOf(path), placed(path, message, t)])),
      );
      if (!issues.some(({ path }) => known.includes(nameOf(path)))) setProblem(wordsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const update = (body: Record<string, unknown>): Promise<boolean> =>
    send(async () => {
      onChanged((await call('update_setting', { key, context, body })).data);
    });
  const forget = (name: string): void => {
    setDrafts(({ [name]: _, ...rest }) => rest);
  };

  return {
    drafts,
    problems,
    /** The error that belongs to no property. */
    problem,
    busy,
    isDirty: Object.keys(drafts).length > 0,
    change: (name: string, draft: string): void => {
      if (draft === toDraft(setting.value[name])) forget(name);
      else setDrafts((before) => ({ ...before, [name]: draft }));
    },
    save: async (): Promise<void> => {
      if (!(await update(changesOf(properties, drafts)))) return;
      setDrafts({});
      toast.success(t('ui:savedOne', { label: said(setting.label) }));
    },
    resetProperty: async (name: string): Promise<void> => {
      if (await update({ [name]: null })) forget(name);
    },
    resetAll: async (): Promise<void> => {
      await send(async () => {
        await call('delete_setting', { key, context });
        onChanged(null);
      });
      setDrafts({});
    },
  };
}
