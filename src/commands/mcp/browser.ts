// Opens a page in the person's browser, where there is one.
import { spawn } from 'node:child_process';

/** The program that opens addresses: the one that `BROWSER` names, or the system's. */
function opener(url: string): [command: string, args: string[]] {
  if (process.env.BROWSER) return [process.env.BROWSER, [url]];
  if (process.platform === 'darwin') return ['open', [url]];
  // No shell: `&` in an address would end a command of cmd.
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}

/** Tries to open a page. A computer without a browser isn't an error: the address is printed as well. */
export function openBrowser(url: string): void {
  const [command, args] = opener(url);
  // Nothing of it may reach stdout, which belongs to the protocol.
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
