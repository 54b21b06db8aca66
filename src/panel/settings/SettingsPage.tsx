// The settings page. The API decides what a person sees.
import type { AdminViewServerProps } from 'payload';
import type { SettingForms } from '../../core/settings/forms.ts';
import { pageOf } from '../shell/page.tsx';
import { Settings } from './Settings.tsx';

export function SettingsPage(props: AdminViewServerProps) {
  const { custom } = props.initPageResult.req.payload.config;
  const forms = (custom.marqueSettingForms ?? {}) as SettingForms;
  return pageOf(() => <Settings forms={forms} />, '/settings')(props);
}
