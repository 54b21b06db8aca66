#!/usr/bin/env node
// `marque`: the commands of this package in an app that installs it. Each is a module that runs when it's imported.
const commands: Record<string, { does: string; load: () => Promise<unknown> }> = {
  init: { does: 'Install Marque in this Payload app', load: () => import('./init.ts') },
  doctor: { does: 'Check this installation, and say what to fix', load: () => import('./doctor.ts') },
  start: { does: "Serve this app with Marque's server", load: () => import('./serve-app.ts') },
  key: { does: 'Create a service key', load: () => import('./key.ts') },
  password: { does: "Set a person's password", load: () => import('./password.ts') },
  mcp: { does: 'Connect an MCP client that only speaks stdio to a server', load: () => import('./mcp.ts') },
  verify: { does: 'Check every stored file', load: () => import('./verify.ts') },
};

const [, , name = '', ...args] = process.argv;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  process.argv = [...process.argv.slice(0, 2), ...args];
  await command.load();
} else {
  const isHelp = ['', 'help', '--help', '-h'].includes(name);
  if (!isHelp) console.error(`There is no command "${name}".\n`);
  const rows = Object.entries(commands).map(([one, { does }]) => `  ${one.padEnd(10)}${does}`);
  console.log(`Usage: marque <command>\n\n${rows.join('\n')}`);
  process.exitCode = isHelp ? 0 : 1;
}
