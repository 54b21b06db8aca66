'use client';
// Asks before a collection is deleted, and says what that does.
import { toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { call } from '../../client/operations.ts';
import { useLeaving } from '../../client/useLeaving.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { counted } from '../../ui/format.ts';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { collectionsPath } from './paths.ts';

export function DeleteCollection({
  collection: { id, name, count },
  onClose,
}: {
  collection: Collection;
  onClose: () => void;
}) {
  const router = useRouter();
  const route = useAdminRoute();
  const { busy, problem, leave } = useLeaving();
  return (
    <Sheet title={`Delete “${name}”?`} onClose={onClose}>
      <p>
        {count === 0 ? 'It has no assets.' : `Its ${counted(count, 'asset')} stay in the library.`} Links to
        the collection stop working, portals and pages no longer show it, and people lose the access that it
        gave them. This can’t be undone.
      </p>
      <Alert problem={problem} />
      <div className="mq-row mq-form__foot">
        <button
          type="button"
          className="mq-button mq-button--stop"
          disabled={busy}
          onClick={() =>
            void leave(async () => {
              await call('delete_collection', { id });
              toast.success(`“${name}” deleted`);
              router.push(route(collectionsPath));
            })
          }
        >
          Delete collection
        </button>
        <button type="button" className="mq-link" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Sheet>
  );
}
