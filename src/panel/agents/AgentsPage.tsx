// The agents page. The API decides whose keys a person sees.
import { Agents } from './Agents.tsx';
import { pageOf } from '../shell/page.tsx';

export const AgentsPage = pageOf(Agents, '/agents');
