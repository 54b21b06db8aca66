// Agents: the MCP door. A Payload plugin beside Marque's, which an app can leave out and everything else still works.
import type { Config, Plugin } from 'payload';
import { extend } from '../../src/extend.ts';
import { mcpDoor } from './mcp.ts';

/** Installs the way in for agents. Marque must be installed too, before or behind it. */
export function agents(): Plugin {
  return (incoming: Config): Config => extend(incoming, { doors: [mcpDoor] });
}
