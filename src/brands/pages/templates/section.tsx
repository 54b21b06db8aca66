// Sections as readers see them: the heading, and the template's content.
import type { CSSProperties, ReactElement } from 'react';
import type { Rule } from '../../rules/schemas.ts';
import type { SectionState } from '../../publishing/state.ts';
import type { ContextColors, Surroundings } from './contract.ts';
import { isWaiting, Placeholder } from './empty.tsx';
import { templateOf } from './index.ts';
import { Prose } from './parts.tsx';

export interface SectionProps {
  section: SectionState;
  /** By key, as they apply in the section's context or the page's. */
  rules: ReadonlyMap<string, Rule>;
  around: Surroundings;
}

/** What readers see of a section whatever its template: its own words. */
export function SectionWords({ section, around }: Pick<SectionProps, 'section' | 'around'>): ReactElement {
  const { eyebrow, title, lede, body } = section;
  return (
    <>
      {eyebrow ? <p className="mqb-eyebrow">{eyebrow}</p> : null}
      {title ? <h2>{title}</h2> : null}
      {lede ? <p className="mqb-lede">{lede}</p> : null}
      <Prose text={body} around={around} />
    </>
  );
}

/** One download of all files of a section. */
function DownloadAll({ section, around }: Pick<SectionProps, 'section' | 'around'>): ReactElement | null {
  const address = around.downloadAll?.(section) ?? null;
  if (address === null) return null;
  const name = section.title;
  return (
    <p className="noprint">
      <a className="button plain" href={address} {...(name && { 'aria-label': `Download all: ${name}` })}>
        Download all
      </a>
    </p>
  );
}

/**
 * The content of a section, without its frame. One with an unknown template (its plugin was removed) still shows its text.
 *
 * @param data what the template's `load` returned.
 */
export function sectionContent({ section, rules, around }: SectionProps, data?: unknown): ReactElement {
  const template = templateOf(section.template);
  const props = template?.props.safeParse(section.props);
  const Renderer = template?.Renderer;
  return (
    <>
      {template?.ownHeading ? null : <SectionWords section={section} around={around} />}
      {Renderer && props?.success
        ? Renderer({
            section,
            props: props.data as never,
            data: data as never,
            rules: section.keys.flatMap((key) => rules.get(key) ?? []),
            known: rules,
            items: section.items ?? [],
            around,
          })
        : null}
      {template?.downloads ? <DownloadAll section={section} around={around} /> : null}
      {around.isEdited && template && isWaiting(section, template) ? (
        <Placeholder template={template} />
      ) : null}
    </>
  );
}

/** The colors of the section's own context, as custom properties of the style sheet. */
function contextStyle(
  { surface, ink, accent, onAccent, link, mark, soft, raised }: ContextColors,
  tone: string,
): CSSProperties {
  const accents = { '--accent': accent, '--on-accent': onAccent };
  // On its accent, the style sheet makes all the others of these two.
  return (
    tone === 'accent'
      ? accents
      : {
          ...accents,
          '--surface': surface,
          '--ink': ink,
          '--link': link,
          '--mark': mark,
          '--soft': soft,
          '--raised': raised,
        }
  ) as CSSProperties;
}

/** The attributes of the element around a section. */
export function sectionFrame(section: SectionState, { colorsIn }: Surroundings) {
  const { context, tone } = section;
  const colors = context === undefined ? null : (colorsIn?.(context) ?? null);
  return {
    id: section.id,
    className: 'mqb-section',
    'data-template': section.template,
    'data-width': section.width,
    // A context decides itself whether it's dark.
    'data-tone': colors && tone === 'dark' ? 'plain' : tone,
    ...(colors && { 'data-context': context, style: contextStyle(colors, tone) }),
    // Only its editor gets to see it.
    ...(section.hidden ? { 'data-hidden': '' } : {}),
  };
}

/** A section of one of Marque's own templates. */
export const Section = (props: SectionProps): ReactElement => (
  <section {...sectionFrame(props.section, props.around)}>{sectionContent(props)}</section>
);
