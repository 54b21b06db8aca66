// Where the review queue is, for mails.
import { panelUrl } from '../core/panel-address.ts';
import type { Service } from '../core/service.ts';

/** @param query of the queue's address, such as `?waitingFor=me`. */
export function queueUrl(service: Service, query = ''): string {
  // The review queue is part of the agents plugin; without it, link to the panel's start page.
  return panelUrl(service, service.payload.config.admin.custom?.marqueAgents ? `/review${query}` : '');
}
