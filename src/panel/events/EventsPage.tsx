// The activity page.
import { Events } from '../views.ts';
import { pageOf } from '../shell/page.tsx';

export const EventsPage = pageOf(Events, '/activity');
