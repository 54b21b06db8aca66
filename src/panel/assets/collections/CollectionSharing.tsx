'use client';
// Who can see a collection: private or not, people and groups, and links.
import { toast } from '@payloadcms/ui';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { WhoCanReach } from '../../access-report/WhoCanReach.tsx';
import { useBusy } from '../../client/useBusy.ts';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { useWords } from '../../words/useWords.ts';

interface Props {
  collection: Collection;
  mayWrite: boolean;
  onPrivate: (isPrivate: boolean) => Promise<void>;
  onClose: () => void;
}

export function CollectionSharing({ collection, mayWrite, onPrivate, onClose }: Props) {
  const { t } = useWords();
  const [busy, during] = useBusy();
  return (
    <Sheet title={t('collections:shareNamed', { name: collection.name })} onClose={onClose}>
      <label className="mq-tick">
        <input
          type="checkbox"
          checked={collection.private}
          disabled={!mayWrite || busy}
          aria-describedby="mq-private-hint"
          onChange={(event) => {
            const isPrivate = event.target.checked;
            void during(async () => {
              await onPrivate(isPrivate);
              toast.success(t(isPrivate ? 'collections:isPrivate' : 'collections:isShared'));
            });
          }}
        />
        {t('collections:private')}
      </label>
      <p className="mq-hint" id="mq-private-hint">
        {t('collections:privateHint')}
      </p>
      <WhoCanReach privacy={collection.private} />
    </Sheet>
  );
}
