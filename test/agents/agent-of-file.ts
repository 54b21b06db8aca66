// The agent of a test file: it and the service are closed after the file's tests.
import { afterAll } from '@jest/globals';
import { connect, type Agent } from './client.ts';

export async function agentOfFile(
  service: { url: string; close: () => Promise<void> },
  key: string,
): Promise<Agent> {
  const agent = await connect(service.url, key);
  afterAll(async () => {
    await agent.close();
    await service.close();
  });
  return agent;
}
