// Sections as readers see them: the heading, and the template's content.
import type { ReactElement } from 'react';
import type { Rule } from '../../rules/schemas.ts';
import type { SectionState } from '../../publishing/state.ts';
import type { Surroundings } from './contract.ts';
import { templateOf } from './index.ts';
import { Prose } from './parts.tsx';

export interface SectionProps {
  section: SectionState;
  /** By key, as they apply in the context. */
  rules: ReadonlyMap<string, Rule>;
  around: Surroundings;
}

/** A section with an unknown template (its plugin was removed) still shows its text. */
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

/** The visible sections of a page. Which of them this reader may see was checked before. */
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
