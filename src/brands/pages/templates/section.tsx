// A section as a reader meets it: its heading, and what its template makes of the rest. And all sections of a page, one after another.
import type { ReactElement } from 'react';
import type { Rule } from '../../schemas.ts';
import type { SectionState } from '../../publishing/state.ts';
import type { Surroundings } from './contract.ts';
import { templateOf } from './index.ts';
import { Prose } from './parts.tsx';

export interface SectionProps {
  section: SectionState;
  /** By key, in the context that is read. */
  rules: ReadonlyMap<string, Rule>;
  around: Surroundings;
}

/** A section whose template nobody knows (its plugin was taken out) still shows its words. */
export function Section({ section, rules, around }: SectionProps): ReactElement {
  const template = templateOf(section.template);
  const props = template?.props.safeParse(section.props);
  const Renderer = template?.Renderer;
  const { eyebrow, title, lede, body } = section;
  return (
    <section
      id={section.id}
      className="mqb-section"
      data-template={section.template}
      data-width={section.width}
      data-tone={section.tone}
    >
      {template?.ownHeading ? null : (
        <>
          {eyebrow ? <p className="mqb-eyebrow">{eyebrow}</p> : null}
          {title ? <h2>{title}</h2> : null}
          {lede ? <p className="mqb-lede">{lede}</p> : null}
          <Prose text={body} around={around} />
        </>
      )}
      {Renderer && props?.success
        ? Renderer({
            section,
            props: props.data as never,
            rules: section.keys.flatMap((key) => rules.get(key) ?? []),
            known: rules,
            items: section.items ?? [],
            around,
          })
        : null}
    </section>
  );
}

/** The sections of a page that are not hidden. Which of them this reader may see was asked before. */
export function Sections({
  sections,
  ...rest
}: Omit<SectionProps, 'section'> & { sections: readonly SectionState[] }): ReactElement {
  return (
    <>
      {sections
        .filter(({ hidden }) => !hidden)
        .map((section) => (
          <Section key={section.id} section={section} {...rest} />
        ))}
    </>
  );
}
