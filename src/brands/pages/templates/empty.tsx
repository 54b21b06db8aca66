// Sections that have nothing to show yet, and what an editor sees in their place.
import type { ReactElement } from 'react';
import type { SectionState } from '../../publishing/state.ts';
import type { AnyTemplate } from './contract.ts';

/** True if readers see nothing of a section but its heading. */
export function isOnlyHeading(section: SectionState, template: AnyTemplate | undefined): boolean {
  const says = section.body !== null || section.keys.length > 0 || (section.items ?? []).length > 0;
  return !says && !template?.standsAlone && !(template?.ownHeading && section.title);
}

/** True if the template can't show anything before something is chosen or written. */
export function isWaiting(section: SectionState, template: AnyTemplate | undefined): boolean {
  if (!template) return false;
  if (!template.props.safeParse(section.props).success || isOnlyHeading(section, template)) return true;
  return template.ownHeading === true && !section.title && section.body === null && section.keys.length === 0;
}

function nextStep({ keys, items, props }: AnyTemplate): string {
  if (keys) return keys.files ? 'Choose rules with files.' : 'Choose the rules it shows, or write a text.';
  if (items) return 'Add its entries.';
  return props.safeParse({}).success ? 'Write its heading.' : 'Choose what it shows.';
}

export function Placeholder({ template }: { template: AnyTemplate }): ReactElement {
  return (
    <div className="mqb-waiting">
      <strong>{template.title}</strong>
      <p>{template.description}</p>
      <p>{nextStep(template)}</p>
    </div>
  );
}

/** The style sheet of pages that are edited, beside that of their readers. */
export const editingStyles = `.mqb-waiting{display:grid;gap:.35rem;padding:1.5rem 1.75rem;border:2px dashed var(--line);border-radius:var(--radius);color:var(--soft)}.mqb-waiting strong{color:var(--ink)}.mqb-section[data-hidden]>*{opacity:.4}`;
