'use client';
// Asks before a record is deleted, and says what goes with it.
import { toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useLeaving } from '../client/useLeaving.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { Alert } from '../ui/Alert.tsx';
import { StopOrCancel } from '../ui/form/StopOrCancel.tsx';
import { Sheet } from '../ui/overlays/Sheet.tsx';
import { useWords } from '../words/useWords.ts';

interface Props {
  name: string;
  /** What the button says. */
  action: string;
  /** What breaks, and that it can't be undone. */
  words: string;
  /** The view to go to once it's gone. */
  leadsTo: `/${string}`;
  onDelete: () => Promise<unknown>;
  onClose: () => void;
}

export function DeleteRecord({ name, action, words, leadsTo, onDelete, onClose }: Props) {
  const { t } = useWords();
  const router = useRouter();
  const route = useAdminRoute();
  const { busy, problem, leave } = useLeaving();
  return (
    <Sheet title={t('sharing:deleteNamed', { name })} onClose={onClose}>
      <p>{words}</p>
      <Alert problem={problem} />
      <div className="mq-row mq-form__foot">
        <StopOrCancel
          action={action}
          disabled={busy}
          onStop={() =>
            void leave(async () => {
              await onDelete();
              toast.success(t('sharing:deleted', { name }));
              router.push(route(leadsTo));
            })
          }
          onCancel={onClose}
        />
      </div>
    </Sheet>
  );
}
