// The review page. The API decides what a person sees; the kinds of proposals of other modules are in the config.
import { getTranslation, type I18n } from '@payloadcms/translations';
import type { AdminViewServerProps, Payload } from 'payload';
import type { ProposalKindPart } from '../../core/module.ts';
import { pageOf } from '../shell/page.tsx';
import type { ModuleKindView, ProposalPreviewProps } from './kinds/module.tsx';
import { ReviewQueue } from './ReviewQueue.tsx';

type Components = Readonly<Record<string, React.ComponentType<ProposalPreviewProps> | undefined>>;

function moduleKinds({ config, importMap }: Payload, i18n: I18n): ModuleKindView[] {
  const kinds = (config.custom.marqueProposalKinds ?? []) as readonly ProposalKindPart[];
  const components = importMap as Components;
  return kinds.map(({ name, label, component }) => ({
    name,
    label: getTranslation(label, i18n),
    Preview: (component ? components[component] : null) ?? null,
  }));
}

export function ReviewPage(props: AdminViewServerProps) {
  const { payload, i18n } = props.initPageResult.req;
  const kinds = moduleKinds(payload, i18n);
  return pageOf(() => <ReviewQueue kinds={kinds} />, '/review')(props);
}
