// What sections on a portal show around themselves: pictures at display size, downloads in every format and context, and nothing from
// other hosts.
import { hasRenditions } from '../../assets/metadata/kinds.ts';
import { signedAddress, signedSrcset } from '../../assets/delivery/signed-media.ts';
import type { SectionState } from '../../brands/publishing/state.ts';
import type { AssetView, Surroundings } from '../../brands/pages/templates/contract.ts';
import { templateOf } from '../../brands/pages/templates/index.ts';
import type { Service } from '../../core/service.ts';
import type { EnteredPortal } from '../visibility.ts';
import { offeredBy, versionsOn } from '../downloads.ts';
import { downloadsOf } from '../media.ts';
import { surroundingsOf, type ReadPage } from '../page.ts';
import { portalUpdates } from '../updates.ts';
import { colorsOfContexts } from './look.ts';
import { downloadOf } from './paths.ts';
import { toUpdateView } from './words.ts';

const shownForm = 'w_960,f_webp';
export const coverForm = 'w_1920,f_webp';
/** What templates ask for by default: these are shown in as many pixels as they need. */
const plainForms = new Set<string | null>([null, coverForm, 'w_960,f_auto', 'w_1920,f_auto']);

/** Fewer can be downloaded one by one. */
const leastForZip = 2;

/** How many files a section offers, as far as the page has read them. */
function offeredFiles(read: ReadPage, section: SectionState): number {
  const { assets, collections } = offeredBy(read.view.state, section);
  const inCollections = collections.flatMap((id) => read.collections.get(id) ?? []);
  return new Set([...assets.filter((id) => read.media.has(id)), ...inCollections.map(({ id }) => id)]).size;
}

export interface SectionsAround {
  around: Surroundings;
  /** Where everything that the page offers is downloaded; null if one section offers all of it. */
  downloadAll: string | null;
}

/** @param read of a page that isn't printed, with the files that it offers */
export async function aroundSections(
  service: Service,
  portal: EnteredPortal,
  read: ReadPage,
  { isPrinted = false }: { isPrinted?: boolean } = {},
): Promise<SectionsAround> {
  const { brand, page } = read;
  const showsUpdates = page.sections.some(({ template }) => template === 'updates');
  // On paper, nothing is downloaded.
  const offersFiles = !isPrinted && page.sections.some(({ template }) => templateOf(template)?.downloads);
  const updates = showsUpdates ? await portalUpdates(service, portal, brand.slug) : null;
  const versions = offersFiles ? versionsOn(read) : null;
  const plain = surroundingsOf(service, read, (updates?.data ?? []).map(toUpdateView));
  const shown = (asset: AssetView, inWidths: boolean): AssetView => {
    const row = read.media.get(asset.id);
    if (!row) return asset;
    return {
      ...asset,
      ...(isPrinted && { eager: true }),
      ...(offersFiles && { downloads: downloadsOf(service, row, portal.presets, portal.renditionRules) }),
      ...(inWidths &&
        hasRenditions(row.mime_type, row.width) && {
          picture: signedAddress(service, row, shownForm),
          srcset: signedSrcset(service, row, 'page'),
        }),
    };
  };
  const address = (section?: string): string =>
    downloadOf(portal, { brand: brand.slug, page: page.slug, ...(section !== undefined && { section }) });
  const counts = new Map(
    offersFiles ? page.sections.map((section) => [section.id, offeredFiles(read, section)]) : [],
  );
  const offering = [...counts.values()].filter((count) => count > 0).length;
  return {
    around: {
      ...plain,
      colorsIn: colorsOfContexts(portal, read.view.state),
      linksOnly: true,
      isPrinted,
      asset: (id, rendition) => {
        const asset = plain.asset(id, rendition);
        return asset && shown(asset, plainForms.has(rendition));
      },
      collection: (id) => plain.collection(id).map((asset) => shown(asset, true)),
      versions: (key) => versions?.get(key) ?? [],
      downloadAll: ({ id }) => ((counts.get(id) ?? 0) >= leastForZip ? address(id) : null),
    },
    downloadAll: offering > 1 ? address() : null,
  };
}
