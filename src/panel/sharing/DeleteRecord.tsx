'use client';
// Asks before a portal or a site is deleted, and says what stops working.
import { toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useLeaving } from '../client/useLeaving.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { Alert } from '../ui/Alert.tsx';
import { Sheet } from '../ui/overlays/Sheet.tsx';
import { useWords } from '../words/useWords.ts';
import { recordKeys, type RecordNoun } from './record-words.ts';

interface Props {
  noun: RecordNoun;
  name: string;
  /** What breaks, and that it can't be undone. */
  words: string;
  onDelete: () => Promise<unknown>;
  onClose: () => void;
}

export function DeleteRecord({ noun, name, words, onDelete, onClose }: Props) {
  const { t } = useWords();
  const router = useRouter();
  const route = useAdminRoute();
  const { busy, problem, leave } = useLeaving();
  return (
    <Sheet title={t('sharing:deleteNamed', { name })} onClose={onClose}>
      <p>{words}</p>
      <Alert problem={problem} />
      <div className="mq-row mq-form__foot">
        <button
          type="button"
          className="mq-button mq-button--stop"
          disabled={busy}
          onClick={() =>
            void leave(async () => {
              await onDelete();
              toast.success(t('sharing:deleted', { name }));
              router.push(route(`/collections/${noun}s`));
            })
          }
        >
          {t(recordKeys[noun].deleteOne)}
        </button>
        <button type="button" className="mq-link" onClick={onClose}>
          {t('ui:cancel')}
        </button>
      </div>
    </Sheet>
  );
}
