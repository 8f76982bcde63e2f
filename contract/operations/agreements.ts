import type { FixtureName } from '../types.js';
import { answers, list, path, read, SAM } from './parts.js';

const collection = [200, 400, 403, 500];
const byId = [200, 400, 403, 404, 500];

interface Kind {
  /** `Agreement` or `Contract`: the two have the same five operations under their own names. */
  readonly name: 'Agreement' | 'Contract';
  readonly fixture: FixtureName;
  readonly typeFixture: FixtureName;
}

function operationsOf({ name, fixture, typeFixture }: Kind) {
  const word = name.toLowerCase();
  return [
    list('agreements', 'period', [], {
      id: `get${name}Periods`,
      title: `Get ${word} periods`,
      path: `${SAM}/${word}s/{id}/periods`,
      parameters: [path('id', fixture)],
      statuses: byId,
    }),
    list('agreements', word, ['filter'], {
      id: `get${name}s`,
      title: `Get ${word}s`,
      path: `${SAM}/${word}s`,
      statuses: collection,
    }),
    read('agreements', answers(`${word}-detail`), {
      id: `get${name}`,
      title: `Get ${word}`,
      path: `${SAM}/${word}s/{id}`,
      parameters: [path('id', fixture)],
      statuses: byId,
    }),
    list('agreements', `${word}-type`, [], {
      id: `get${name}Types`,
      title: `Get ${word} types`,
      path: `${SAM}/${word}-types`,
      statuses: collection,
    }),
    read('agreements', answers(`${word}-type-detail`), {
      id: `get${name}Type`,
      title: `Get ${word} type`,
      path: `${SAM}/${word}-types/{id}`,
      parameters: [path('id', typeFixture)],
      statuses: byId,
    }),
  ];
}

/** The ten operations of "Endpoints / Agreements and contracts area". */
export const agreements = [
  ...operationsOf({ name: 'Agreement', fixture: 'agreementId', typeFixture: 'agreementTypeId' }),
  ...operationsOf({ name: 'Contract', fixture: 'contractId', typeFixture: 'contractTypeId' }),
];
