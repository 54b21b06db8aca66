// Shapes shared by the operations on custom domains.
import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { Domain } from '../../src/domains/schemas.ts';
import { portalPath } from '../portals/schemas.ts';
import { sitePath } from '../sites/schemas.ts';

const domain = Id.describe("The domain's id");
export const siteDomainPath = sitePath.extend({ domain });
export const portalDomainPath = portalPath.extend({ domain });

export const OneDomain = z.object({ data: Domain });
export const SomeDomains = z.object({ data: z.array(Domain) });
