// The agents page. The API decides whose keys a person sees.
import type { AdminViewServerProps } from 'payload';
import { ModuleKindNames } from '../review/kind-names.tsx';
import { moduleKindsIn } from '../review/module-kinds.ts';
import { Agents } from '../views.ts';
import { pageOf } from '../shell/page.tsx';

export function AgentsPage(props: AdminViewServerProps) {
  const { payload, i18n } = props.initPageResult.req;
  const kinds = moduleKindsIn(payload, i18n);
  const View = () => (
    <ModuleKindNames kinds={kinds}>
      <Agents />
    </ModuleKindNames>
  );
  return pageOf(View, '/agents')(props);
}
