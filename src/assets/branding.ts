// An organization's branding, as shown in the panel's header and on the sign-in page, with temporary public URLs of its images.
import { z } from 'zod';
import { statement, type Db } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';
import type { SettingCheck } from '../core/settings/checks.ts';
import { branding } from '../core/settings/definitions.ts';
import { settingIn } from '../core/settings/read.ts';
import { isTransformable } from './metadata/kinds.ts';
import { availabilitySql } from './queries.ts';
import { servedTo, utcDay, type Availability } from './rules.ts';
import { signedAddress } from './delivery/signed-media.ts';
import { canonical, parseTransform } from './delivery/parse-transform.ts';
import { publicPath } from '../core/public-paths.ts';

export const Branding = z
  .object({
    product: z.string().nullable().describe('Name of the service; null for Marque'),
    tagline: z.string().nullable(),
    accent: z.string().nullable().describe('#rrggbb'),
    logo: z.string().nullable().describe('URL of an image, valid for a day'),
    icon: z.string().nullable().describe('URL of a square image, valid for a day'),
  })
  .meta({ id: 'Branding' });
export type Branding = z.infer<typeof Branding>;

/** Standard widths, rendered for anyone. */
const widths = { logo: 480, icon: 96 } as const;

const onlyOrganization = statement(
  'branding:only-organization',
  'select id from payload.organizations limit 2',
);

const pictures = statement(
  'branding:pictures',
  `select a.id, a.sha256, a.mime_type, ${availabilitySql('a')} from payload.assets a join payload.workspaces w on w.id = a.workspace_id
   where w.organization_id = $1 and a.id = any($2::uuid[])`,
);

type Picture = Availability & {
  id: string;
  sha256: string;
  mime_type: string;
  public: boolean;
  private: boolean;
};

/**
 * The branding of an organization.
 * @param organizationId null if unknown: then the only organization there is; if there are several, none.
 * @param signed true to sign URLs of public pictures too: custom domains serve no file without a signature.
 */
export async function brandingOf(
  service: Service,
  db: Db,
  organizationId: string | null,
  { signed = false }: { signed?: boolean } = {},
): Promise<Branding> {
  const whose = organizationId ?? (await theOnlyOne(db));
  const { product, tagline, accent, logo, icon } = await settingIn(service, db, branding, {
    organizationId: whose,
    workspaceId: null,
  });
  const ids = [logo, icon].filter((id) => id !== null);
  const found = ids.length > 0 ? await db.query<Picture>(pictures, [whose, ids]) : [];
  const addressOf = (id: string | null, width: number): string | null => {
    const picture = found.find((one) => one.id === id);
    return picture ? publicAddress(service, picture, width, signed) : null;
  };
  return { product, tagline, accent, logo: addressOf(logo, widths.logo), icon: addressOf(icon, widths.icon) };
}

async function theOnlyOne(db: Db): Promise<string | null> {
  const [only, another] = await db.query<{ id: string }>(onlyOrganization);
  return another ? null : (only?.id ?? null);
}

/** A logo is shown to everyone, so its URL is signed at least if it isn't public. Null for an asset that isn't active. */
function publicAddress(service: Service, picture: Picture, width: number, signed: boolean): string | null {
  const now = new Date();
  const served = servedTo(picture, utcDay(now));
  if (served !== 'world' && served !== 'known') return null;
  const transform = `w_${width}`;
  if (signed || served === 'known') return signedAddress(service, picture, transform);
  const { id, mime_type: mime } = picture;
  return `${service.env.serverUrl}${publicPath('a')}/${id}${isTransformable(mime) ? `/${canonical(parseTransform(transform), { mime })}` : ''}`;
}

const picturesHere = statement(
  'branding:pictures-here',
  `select a.id from payload.assets a join payload.workspaces w on w.id = a.workspace_id
   where w.organization_id = $1 and a.id = any($2::uuid[]) and a.status = 'active' and a.deleted_at is null and a.mime_type like 'image/%'`,
);

/** Problems with the pictures that an organization chose. */
export const checkBranding: SettingCheck = async (db, { organizationId }, { set }) => {
  const chosen = (['logo', 'icon'] as const).filter((property) => set[property] !== undefined);
  if (chosen.length === 0) return [];
  const rows = await db.query<{ id: string }>(picturesHere, [
    organizationId,
    chosen.map((property) => set[property]),
  ]);
  const there = new Set(rows.map(({ id }) => id));
  return chosen
    .filter((property) => !there.has(String(set[property]).toLowerCase()))
    .map((path) => ({
      path,
      message: 'Use the ID of an active image in one of the organization’s workspaces.',
    }));
};
