// A small button that shows only an icon.
import type { ComponentProps } from 'react';

/** @param label its accessible name */
export function IconButton({ label, ...button }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" className="mq-icon-button" aria-label={label} {...button} />;
}
