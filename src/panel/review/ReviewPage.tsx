// The review page. The API decides what a person sees; the kinds of proposals of other modules are in the config.
import type { I18n } from '@payloadcms/translations';
import type { AdminViewServerProps, Payload } from 'payload';
import { withThumbnails } from '../assets/pictured.ts';
import { urlOf, type OutputFor } from '../client/operations.ts';
import { pageOf, type FirstReads } from '../shell/page.tsx';
import { dueInput, everything, inputOf } from './queue/queue-input.ts';
import type { ModuleKindView, ProposalPreviewProps } from './kinds/module.tsx';
import { moduleKindsIn } from './module-kinds.ts';
import { ReviewQueue } from '../views.ts';

type Components = Readonly<Record<string, React.ComponentType<ProposalPreviewProps> | undefined>>;

function moduleViews(payload: Payload, i18n: I18n): ModuleKindView[] {
  const components = payload.importMap as Components;
  return moduleKindsIn(payload, i18n).map(({ name, label, component }) => ({
    name,
    label,
    Preview: (component ? components[component] : null) ?? null,
  }));
}

const queueUrl = urlOf('list_proposals', inputOf(everything));
const dueUrl = urlOf('list_proposals', dueInput);

/**
 * Of reviewers, who are those that wait for the queue: its first page, what is due soon, and the asset of the proposal that is open. A filter in the address
 * is the browser's to check.
 */
const firstReads: FirstReads = {
  of: (query) => (Object.keys(everything).some((name) => query.has(name)) ? [] : [queueUrl, dueUrl]),
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
  const kinds = moduleViews(payload, i18n);
  return pageOf(() => <ReviewQueue kinds={kinds} />, '/review', firstReads)(props);
}
