'use client';
// The unsaved values of a setting's form, and saving or resetting them.
import { toast } from '@payloadcms/ui';
import type { Setting } from '../../core/settings/schemas.ts';
import { call } from '../client/operations.ts';
import { fromDraft, type NamedProperty } from './setting-forms.ts';
import { useSettingCall } from './useSettingCall.ts';
import { usePropertyDrafts } from './usePropertyDrafts.ts';
import { useWords } from '../words/useWords.ts';

type ByName = Readonly<Record<string, string>>;

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
  const { drafts, isKept, change, forget, forgetAll, learn, expectedOf } = usePropertyDrafts(setting);
  const { send, clear, ...told } = useSettingCall({
    properties,
    onStale: (current) => {
      learn(current);
      onChanged(null);
    },
  });
  const { key, context } = setting;

  const update = (body: Record<string, unknown>): Promise<boolean> =>
    send(async () => {
      // A setting with a property of this name takes no expectations.
      const takesExpected = !('expected' in setting.value);
      const expected = takesExpected ? { expected: expectedOf(Object.keys(body)) } : {};
      onChanged((await call('update_setting', { key, context, body: { ...expected, ...body } })).data);
    });

  return {
    ...told,
    drafts,
    isDirty: Object.keys(drafts).length > 0,
    isKept,
    change,
    discard: (): void => {
      forgetAll();
      clear();
    },
    save: async (): Promise<void> => {
      if (!(await update(changesOf(properties, drafts)))) return;
      forgetAll();
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
      forgetAll();
    },
  };
}
