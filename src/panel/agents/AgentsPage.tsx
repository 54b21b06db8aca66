// The agents page. The API decides whose keys a person sees.
import { Agents } from '../views.ts';
import { pageOf } from '../shell/page.tsx';

export const AgentsPage = pageOf(Agents, '/agents');
