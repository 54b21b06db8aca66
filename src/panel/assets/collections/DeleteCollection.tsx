'use client';
// Asks before a collection is deleted, and says what that does.
import { toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { call } from '../../client/operations.ts';
import { useLeaving } from '../../client/useLeaving.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { collectionsPath } from './paths.ts';
import { useWords } from '../../words/useWords.ts';

export function DeleteCollection({
  collection: { id, name, count },
  onClose,
}: {
  collection: Collection;
  onClose: () => void;
}) {
  const { t } = useWords();
  const router = useRouter();
  const route = useAdminRoute();
  const { busy, problem, leave } = useLeaving();
  return (
    <Sheet title={t('sharing:deleteNamed', { name })} onClose={onClose}>
      <p>{count === 0 ? t('collections:deleteHint') : t('collections:deleteHintWith', { count })}</p>
      <Alert problem={problem} />
      <div className="mq-row mq-form__foot">
        <button
          type="button"
          className="mq-button mq-button--stop"
          disabled={busy}
          onClick={() =>
            void leave(async () => {
              await call('delete_collection', { id });
              toast.success(t('sharing:deleted', { name }));
              router.push(route(collectionsPath));
            })
          }
        >
          {t('collections:delete')}
        </button>
        <button type="button" className="mq-link" onClick={onClose}>
          {t('ui:cancel')}
        </button>
      </div>
    </Sheet>
  );
}
