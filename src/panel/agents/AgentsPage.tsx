// The page of the agents. Whose keys a person sees the API decides.
import { Agents } from './Agents.tsx';
import { pageOf } from '../shell/page.tsx';

export const AgentsPage = pageOf(Agents, '/agents');
