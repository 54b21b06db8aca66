// What the server warns about: in one section, or on the page as a whole.
import type { Warnings } from './page-draft.ts';

interface Props {
  warnings: Warnings;
  /** Null: only warnings about the whole page. */
  section: string | null;
}

export function PageWarnings({ warnings, section }: Props) {
  return warnings
    .filter((warning) => warning.section === section)
    .map(({ message }) => (
      <p key={message} className="mq-warning">
        {message}
      </p>
    ));
}
