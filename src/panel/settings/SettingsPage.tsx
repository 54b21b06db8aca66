// The settings page. The API decides what a person sees.
import type { AdminViewServerProps } from 'payload';
import type { SettingForms } from '../../core/settings/forms.ts';
import { ModuleKindNames } from '../review/kind-names.tsx';
import { moduleKindsIn } from '../review/module-kinds.ts';
import { pageOf } from '../shell/page.tsx';
import { Settings } from './Settings.tsx';

export function SettingsPage(props: AdminViewServerProps) {
  const { payload, i18n } = props.initPageResult.req;
  const forms = (payload.config.custom.marqueSettingForms ?? {}) as SettingForms;
  const kinds = moduleKindsIn(payload, i18n);
  const View = () => (
    <ModuleKindNames kinds={kinds}>
      <Settings forms={forms} />
    </ModuleKindNames>
  );
  return pageOf(View, '/settings')(props);
}
