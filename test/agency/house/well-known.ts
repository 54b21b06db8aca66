import { Answer, defineModule } from 'marque/extend';

export const wellKnown = defineModule({
  name: 'well-known',
  routes: [
    {
      route: 'GET /.well-known/agency.json',
      answer: () => Promise.resolve(Answer.json(200, { agency: 'Northlight' })),
    },
  ],
});
