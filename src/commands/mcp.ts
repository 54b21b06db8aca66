// npx marque mcp https://dam.example [--key-env NAME] [--no-browser] [--sign-in]
// Connects an MCP client that starts programs and speaks to them on stdio, to a server's MCP over HTTP. Standard output belongs to the
// protocol; everything for people goes to standard error.
import { parseArgs } from 'node:util';
import type { AuthProvider } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isLoopbackName } from '../env.ts';
import { reasonOf } from '../log.ts';
import { commandLine } from './called.ts';
import { mcpAddress } from './mcp/address.ts';
import { runBridge } from './mcp/bridge.ts';
import { SignInFailed } from './mcp/callback.ts';
import { BrowserSignIn, withKey } from './mcp/sign-in.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: ${commandLine('mcp', true)} https://dam.example [--key-env NAME] [--no-browser] [--sign-in]

  --key-env NAME   Send the API key in this environment variable; MARQUE_KEY is used if it's set
  --no-browser     Print the page to sign in at, and don't open it
  --sign-in        Only sign in, before the client is started

Without a key you sign in with your browser, and choose what the agent may do.`;

interface Asked {
  server: URL;
  key: string | null;
  /** The environment variable that the key is in. */
  keyName: string;
  opensBrowser: boolean;
  onlySignsIn: boolean;
}

function readArguments(): Asked {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'key-env': { type: 'string' },
        'no-browser': { type: 'boolean' },
        'sign-in': { type: 'boolean' },
      },
    });
    const [address, ...more] = positionals;
    if (address === undefined || more.length > 0) throw new Error('Give the address of one server.');
    const keyName = values['key-env'] ?? 'MARQUE_KEY';
    const key = process.env[keyName]?.trim() || null;
    if (values['key-env'] !== undefined && key === null)
      throw new Error(`The environment variable ${keyName} isn't set. It must have the API key.`);
    const onlySignsIn = values['sign-in'] ?? false;
    if (onlySignsIn && key !== null)
      throw new Error(`There is nothing to sign in to: the API key in ${keyName} is used.`);
    const opensBrowser = !values['no-browser'];
    return { server: mcpAddress(address), key, keyName, opensBrowser, onlySignsIn };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`, { cause: error });
  }
}

const tell = (text: string): void => console.error(text);

await runCommand(async () => {
  const { server, key, keyName, opensBrowser, onlySignsIn } = readArguments();
  const signIn = new BrowserSignIn(server, { tell, opensBrowser });
  if (onlySignsIn) {
    await signIn.renew().catch((error: unknown) => {
      if (error instanceof SignInFailed) throw error;
      throw new Error(`Could not reach ${server.href}: ${reasonOf(error)}`, { cause: error });
    });
    tell(`Connected to ${server.href}. The tokens are in ${signIn.file}.`);
    return;
  }
  if (server.protocol === 'http:' && !isLoopbackName(server.hostname))
    tell(`${server.origin} isn't encrypted: others on the network can read what is sent. Use https.`);
  const credentials: AuthProvider = key === null ? signIn : withKey(key);
  const onRefused =
    key === null
      ? 'Try again to sign in.'
      : `Check the API key in ${keyName}, or create another one under Agents.`;
  await runBridge({ client: new StdioServerTransport(), server, credentials, onRefused, tell });
  // Whatever still waits for the server or a person waits for nobody.
  process.exit();
});
