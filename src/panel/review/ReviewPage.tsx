// The review page. The API decides what a person sees; the kinds of proposals of other modules are in the config.
import { getTranslation, type I18n } from '@payloadcms/translations';
import type { AdminViewServerProps, Payload } from 'payload';
import type { ProposalKindPart } from '../../core/module.ts';
import { urlOf } from '../client/operations.ts';
import { pageOf, type FirstReads } from '../shell/page.tsx';
import { inputOf } from './queue/queue-input.ts';
import type { ModuleKindView, ProposalPreviewProps } from './kinds/module.tsx';
import { ReviewQueue } from '../views.ts';

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

/** Of reviewers, who are those that wait for the queue. A filter in the address is the browser's to check. */
const firstReads: FirstReads = (query) =>
  ['status', 'kind', 'by'].some((name) => query.has(name))
    ? []
    : [urlOf('list_proposals', inputOf({ status: 'waiting', kind: null, by: null }))];

export function ReviewPage(props: AdminViewServerProps) {
  const { payload, i18n } = props.initPageResult.req;
  const kinds = moduleKinds(payload, i18n);
  return pageOf(() => <ReviewQueue kinds={kinds} />, '/review', firstReads)(props);
}
