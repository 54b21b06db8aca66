'use client';
// An error message, announced to screen readers when it appears.

/** Renders nothing while there is no error. */
export function Alert({ words }: { words: string | null }) {
  if (!words) return null;
  return (
    <p role="alert" className="mq-alert">
      {words}
    </p>
  );
}
