// Inputs of the operations on organizations and workspaces.
import { z } from 'zod';
import { PlaceName } from '../../src/core/access/schemas.ts';

export const placePath = z.object({ id: z.uuid() });
export const placeBody = z.strictObject({ name: PlaceName });
type Raw = { path: Record<string, string> };

export const onOrganization = ({ path }: Raw): { organization: string } => ({ organization: path.id ?? '' });
export const onWorkspace = ({ path }: Raw): { workspace: string } => ({ workspace: path.id ?? '' });
