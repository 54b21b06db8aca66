// Where a server's MCP is, from what a person types.

const path = '/api/v1/mcp';

/**
 * The address of MCP on a server: what was typed, or where Marque has it if that is only a host.
 * @throws Error for the person who typed it
 */
export function mcpAddress(typed: string): URL {
  let url: URL;
  try {
    url = new URL(typed);
  } catch (error) {
    throw new Error(`"${typed}" isn't a URL. Use the address of your server, such as https://dam.example.`, {
      cause: error,
    });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`"${typed}" must begin with https:// or http://.`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error(`"${typed}" must have no user name, password, query or fragment.`);
  if (url.pathname === '/') url.pathname = path;
  return url;
}
