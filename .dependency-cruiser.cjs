/** The rooms and who may enter them: design decision, checked by tests/boundaries.ts. */
const only = (room, allowed) => ({
  name: `${room}-imports`,
  comment: `${room} may import only: ${[room, ...allowed].join(', ')}`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: '^(web|api|worker|events|db|tests)/', pathNot: `^(${[room, ...allowed].join('|')})/` },
});

/** The folders of events, the lowest first. history/ and the files beside the folders are above all of them. */
const LAYERS = ['shared', 'ai', 'accounts', 'partners', 'privacy', 'campaigns', 'messages', 'sending', 'conversations'];
const below = (layer, at) => ({
  name: `events-${layer}-imports`,
  comment: `events/${layer} may import only folders below it, even types (events/decisions/0009).`,
  severity: 'error',
  from: { path: `^events/${layer}/` },
  to: { path: '^events/', pathNot: `^events/(${LAYERS.slice(0, at + 1).join('|')})/` },
});

module.exports = {
  forbidden: [
    ...LAYERS.map(below),
    only('events', []),
    only('db', ['events']),
    only('api', ['events', 'db']),
    only('worker', ['events', 'db']),
    only('web', ['events', 'api']),
    {
      name: 'web-takes-types-only-from-api',
      comment: 'The browser learns the shape of the API from its types; its code never reaches the browser.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'events-are-pure',
      comment: 'No I/O in events: no Node built-ins and no driver.',
      severity: 'error',
      from: { path: '^events/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-circle',
      comment: 'What import() fetches later makes no circle: a screen may read the table of routes that loads it.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    { name: 'nothing-imports-tests', severity: 'error', from: { pathNot: '^tests/' }, to: { path: '^tests/' } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\.css$|^virtual:' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
