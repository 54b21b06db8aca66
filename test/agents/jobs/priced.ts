// An agent that counts what its work costs: calls, and tokens as a model would pay for them.
import { writeFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect } from '@jest/globals';
import sharp from 'sharp';
import { connect, waysToCall, type Agent } from '../client.ts';

export interface Cost {
  calls: number;
  /** Characters of arguments and text / 4, and width × height / 750 for each picture. */
  tokens: number;
}

export interface PricedAgent extends Omit<Agent, 'client'> {
  cost: Cost;
}

async function tokensOf(args: unknown, { content }: CallToolResult): Promise<number> {
  let tokens = JSON.stringify(args ?? {}).length / 4;
  for (const part of content) {
    if (part.type === 'text') tokens += part.text.length / 4;
    if (part.type !== 'image') continue;
    const { width, height } = await sharp(Buffer.from(part.data, 'base64')).metadata();
    tokens += (width * height) / 750;
  }
  return tokens;
}

/** Connects an agent whose calls are counted from here on. */
export async function connectPriced(url: string, key: string): Promise<PricedAgent> {
  const agent = await connect(url, key);
  const cost: Cost = { calls: 0, tokens: 0 };
  const call: Agent['call'] = async (tool, args) => {
    const result = await agent.call(tool, args);
    cost.calls += 1;
    cost.tokens += await tokensOf(args, result);
    return result;
  };
  return { cost, ...waysToCall(call), close: agent.close };
}

/** A folder where each job leaves what it cost, if this variable names one. */
const costsFolder = process.env.JOB_COSTS;

/** Fails if a job costs more than it should. */
export async function expectCost(job: string, { cost }: PricedAgent, most: Cost): Promise<void> {
  if (costsFolder) {
    await mkdir(costsFolder, { recursive: true });
    await writeFile(
      path.join(costsFolder, `${job}.json`),
      JSON.stringify({ job, calls: cost.calls, tokens: Math.round(cost.tokens) }),
    );
  }
  expect(cost.calls).toBeLessThanOrEqual(most.calls);
  expect(cost.tokens).toBeLessThanOrEqual(most.tokens);
}
