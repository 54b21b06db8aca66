// The forms of settings, in the config's `custom`: the panel's settings page reads them there.
import type { Config } from 'payload';
import type { SettingDefinition, SettingForm } from './schemas.ts';

export type SettingForms = Readonly<Record<string, SettingForm>>;

/** `custom` of a config with the forms of more settings. */
export function withSettingForms(
  custom: Config['custom'],
  settings: readonly SettingDefinition[],
): NonNullable<Config['custom']> {
  const forms = settings.flatMap(({ key, form }) => (form ? [[key, form] as const] : []));
  const before = custom?.marqueSettingForms as SettingForms | undefined;
  return { ...custom, marqueSettingForms: { ...before, ...Object.fromEntries(forms) } };
}
