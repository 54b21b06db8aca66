// The language that a visitor asked for, in forms: what they send replaces the query of their address.
import type { ReactElement } from 'react';
import type { EnteredPortal } from '../visibility.ts';

export const LangInput = ({ portal: { lang } }: { portal: EnteredPortal }): ReactElement | null =>
  lang === null ? null : <input type="hidden" name="lang" value={lang} />;
