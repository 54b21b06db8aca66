'use client';
// Asks before a portal or a site is deleted, and says what stops working.
import { toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useLeaving } from '../client/useLeaving.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { Alert } from '../ui/Alert.tsx';
import { Sheet } from '../ui/Sheet.tsx';

interface Props {
  noun: 'portal' | 'site';
  name: string;
  /** What breaks. */
  words: string;
  onDelete: () => Promise<unknown>;
  onClose: () => void;
}

export function DeleteRecord({ noun, name, words, onDelete, onClose }: Props) {
  const router = useRouter();
  const route = useAdminRoute();
  const { busy, problem, leave } = useLeaving();
  return (
    <Sheet title={`Delete “${name}”?`} onClose={onClose}>
      <p>{words} This can’t be undone.</p>
      <Alert problem={problem} />
      <div className="mq-row mq-form__foot">
        <button
          type="button"
          className="mq-button mq-button--stop"
          disabled={busy}
          onClick={() =>
            void leave(async () => {
              await onDelete();
              toast.success(`“${name}” deleted`);
              router.push(route(`/collections/${noun}s`));
            })
          }
        >
          Delete {noun}
        </button>
        <button type="button" className="mq-link" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Sheet>
  );
}
