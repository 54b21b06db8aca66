'use client';
// Wraps every page of the panel: branding, the signed-in person, and uploads that continue across pages. Payload's own upload
// forms use the same uploads.
import { toast, useModal, useUploadHandlers } from '@payloadcms/ui';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { wordsOf } from '../client/api.ts';
import { BrandingProvider } from './branding.tsx';
import { MeProvider } from '../client/me.tsx';
import { useCollectionSlug } from './routes.ts';
import { ShortcutsProvider } from './shortcuts/shortcuts.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { useWayBack } from './useWayBack.ts';
import { UploadsProvider, useUploads } from '../assets/uploads.tsx';
import { UploadTray } from '../assets/UploadTray.tsx';
import { useWords } from '../words/useWords.ts';
import { speak } from '../client/spoken.ts';
import '../ui/look/look.ts';
import './frame.css';

/** Toasts and errors speak the person's language, too. */
function Speech() {
  const words = useWords();
  useEffect(() => speak(words), [words]);
  return null;
}

function FormUploads() {
  const { setUploadHandler } = useUploadHandlers();
  const { send } = useUploads();
  const { modalState } = useModal();

  const handle = useEffectEvent(async (file: File): Promise<{ token: string | null }> => {
    try {
      return { token: await send(file) };
    } catch (error) {
      // Payload's bulk upload swallows errors thrown here and counts the file as saved. Without a token the server refuses it.
      const inBulk = Object.values(modalState).some(
        (modal) => modal?.isOpen && modal.slug.includes('bulk-upload'),
      );
      if (!inBulk) throw error;
      toast.error(`${file.name}: ${wordsOf(error)}`);
      return { token: null };
    }
  });

  const collectionSlug = useCollectionSlug('assets');
  useEffect(() => {
    setUploadHandler({ collectionSlug, handler: ({ file }) => handle(file) });
  }, [setUploadHandler, collectionSlug]);
  return null;
}

export function PanelProviders({ children }: { children?: ReactNode }) {
  useWayBack();
  return (
    <BrandingProvider>
      <Speech />
      <MeProvider>
        <UploadsProvider>
          <FormUploads />
          <ShortcutsProvider>{children}</ShortcutsProvider>
          <UploadTray />
          <SignInAgain />
        </UploadsProvider>
      </MeProvider>
    </BrandingProvider>
  );
}
