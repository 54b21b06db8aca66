// The review page. The API decides what a person sees; the kinds of proposals of other modules are in the config.
import { getTranslation, type I18n } from '@payloadcms/translations';
import type { AdminViewServerProps, Payload } from 'payload';
import type { ProposalKindPart } from '../../core/module.ts';
import { withThumbnails } from '../assets/pictured.ts';
import { urlOf, type OutputFor } from '../client/operations.ts';
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

const queueUrl = urlOf(
  'list_proposals',
  inputOf({ status: 'waiting', kind: null, by: null, waitingFor: null }),
);

/**
 * Of reviewers, who are those that wait for the queue: its first page, and the asset of the proposal that is open. A filter in the address
 * is the browser's to check.
 */
const firstReads: FirstReads = {
  of: (query) => (['status', 'kind', 'by'].some((name) => query.has(name)) ? [] : [queueUrl]),
  next: (query, answers) => {
    const { data = [] } = (answers[queueUrl] ?? {}) as Partial<OutputFor<'list_proposals'>>;
    const open = data.find(({ id }) => id === query.get('id')) ?? data[0];
    return open?.target.resource === 'asset'
      ? [urlOf('get_asset', { id: open.target.id, ...withThumbnails })]
      : [];
  },
};

export function ReviewPage(props: AdminViewServerProps) {
  const { payload, i18n } = props.initPageResult.req;
  const kinds = moduleKinds(payload, i18n);
  return pageOf(() => <ReviewQueue kinds={kinds} />, '/review', firstReads)(props);
}
