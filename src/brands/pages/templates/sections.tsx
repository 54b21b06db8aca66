// The sections of a page for its readers. Those with a template of another module are loaded and rendered one by one: if that fails,
// readers see the section's own words, and the log and `/api/health` name the module.
import type { ReactElement } from 'react';
import { isId } from '../../../core/access/ids.ts';
import { ownerOf } from '../../../core/contributions.ts';
import { reportFailure } from '../../../core/failures.ts';
import type { Service } from '../../../core/service.ts';
import type { SectionState } from '../../publishing/state.ts';
import type { RulesOfSection } from '../../rules/contexts.ts';
import type { Rule } from '../../rules/schemas.ts';
import type { Loaded, LoadPlace } from './contract.ts';
import { isOwnTemplate, templateOf } from './index.ts';
import { Section, sectionContent, sectionFrame, SectionWords, type SectionProps } from './section.tsx';

/** What the sections of a page loaded, by section; null for one whose template failed. */
export type LoadedSections = ReadonlyMap<string, Loaded<unknown> | null>;

const visible = ({ hidden }: SectionState): boolean => !hidden;

const whatOf = (name: string) => {
  const template = templateOf(name);
  return { module: template ? ownerOf(template) : '', during: 'page', name } as const;
};

async function loadSection(
  service: Service,
  { template: name, props }: SectionState,
  place: LoadPlace,
): Promise<Loaded<unknown> | null | undefined> {
  const template = templateOf(name);
  if (!template?.load) return undefined;
  try {
    const parsed = template.props.safeParse(props);
    return parsed.success ? await template.load(parsed.data as never, place) : undefined;
  } catch (error) {
    reportFailure(service, whatOf(name), error);
    return null;
  }
}

/** Runs the `load` of the sections' templates. */
export async function loadSections(
  service: Service,
  workspaceId: string,
  sections: readonly SectionState[],
): Promise<LoadedSections> {
  const place = { db: service.db, workspaceId };
  const loaded = await Promise.all(
    sections
      .filter(visible)
      .map(async (section) => [section.id, await loadSection(service, section, place)] as const),
  );
  return new Map(loaded.flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const])));
}

/** The files that loaded sections want to show. */
export const loadedAssets = (loaded: LoadedSections): string[] =>
  [...loaded.values()].flatMap((one) => (one?.assets ?? []).filter(isId).map((id) => id.toLowerCase()));

/** Rendered at once, because elements of a module could also fail later, when the whole page is rendered. */
async function moduleSection(
  service: Service,
  props: SectionProps,
  loaded: Loaded<unknown> | null | undefined,
): Promise<ReactElement> {
  const { section } = props;
  const { renderToStaticMarkup } = await import('react-dom/server');
  const words = (): string => renderToStaticMarkup(<SectionWords section={section} around={props.around} />);
  const content = (): string => {
    if (loaded === null) return words();
    const what = whatOf(section.template);
    try {
      const html = renderToStaticMarkup(sectionContent(props, loaded?.data));
      service.failures.recovered(what);
      return html;
    } catch (error) {
      reportFailure(service, what, error);
      return words();
    }
  };
  return (
    <section
      key={section.id}
      {...sectionFrame(section, props.around)}
      dangerouslySetInnerHTML={{ __html: content() }}
    />
  );
}

/** The sections of a page, hidden ones only for its editor. Which of them this reader may see was checked before. */
export async function renderSections(
  service: Service,
  {
    sections,
    rules,
    around,
  }: Pick<SectionProps, 'around'> & {
    sections: readonly SectionState[];
    rules: RulesOfSection<Rule>;
  },
  loaded: LoadedSections,
): Promise<ReactElement[]> {
  return Promise.all(
    sections
      .filter((section) => around.isEdited === true || visible(section))
      .map((section): SectionProps => ({ section, rules: rules(section), around }))
      .map(async (props) =>
        isOwnTemplate(props.section.template) ? (
          <Section key={props.section.id} {...props} />
        ) : (
          moduleSection(service, props, loaded.get(props.section.id))
        ),
      ),
  );
}
