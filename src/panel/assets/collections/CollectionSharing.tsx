'use client';
// Who can see a collection: private or not, people and groups, and links.
import { toast } from '@payloadcms/ui';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { WhoCanReach } from '../../access-report/WhoCanReach.tsx';
import { useBusy } from '../../client/useBusy.ts';
import { Sheet } from '../../ui/overlays/Sheet.tsx';

interface Props {
  collection: Collection;
  mayWrite: boolean;
  onPrivate: (isPrivate: boolean) => Promise<void>;
  onClose: () => void;
}

export function CollectionSharing({ collection, mayWrite, onPrivate, onClose }: Props) {
  const [busy, during] = useBusy();
  return (
    <Sheet title={`Share “${collection.name}”`} onClose={onClose}>
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
              toast.success(isPrivate ? 'The collection is private' : 'Everyone in the workspace can see it');
            });
          }}
        />
        Private
      </label>
      <p className="mq-hint" id="mq-private-hint">
        Only admins and people with access can see a private collection and the assets that are in no other
        collection.
      </p>
      {/* Read again when that changes. */}
      <WhoCanReach key={String(collection.private)} />
    </Sheet>
  );
}
