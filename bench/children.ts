// Servers that run beside the service, each in its own process, which ends with this one.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ChildServer {
  origin: string;
  stop(): Promise<void>;
}

/** Starts a script of this folder and waits for the port it listens on. */
export async function startChild(
  script: string,
  options: { env?: Record<string, string>; message?: object },
): Promise<ChildServer> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...options.env },
  });
  if (options.message) child.send(options.message);
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${script} ended before it listened.`);
    }),
  ])) as [{ port: number }];
  return {
    origin: `http://127.0.0.1:${message.port}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
