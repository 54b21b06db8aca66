// The activity page.
import { Events } from './Events.tsx';
import { pageOf } from '../shell/page.tsx';

export const EventsPage = pageOf(Events, '/activity');
