/**
 * Which modules may import which. `scripts/checks/boundaries.test.ts` plants a violation of each rule.
 * @type {import('dependency-cruiser').IConfiguration}
 */

/** The layers of `server/src/domains`. Each may import itself and those before it. */
const LAYERS = ['people', 'content', 'moderation', 'account']

/** What each workspace may import besides itself. */
const ALLOWED = {
  contract: [],
  client: ['contract'],
  ui: [],
  languages: [],
  store: ['contract', 'client'],
  reactions: ['contract', 'client', 'store', 'ui'],
  poll: ['contract', 'client', 'store', 'ui'],
  login: ['contract', 'client', 'store', 'ui'],
  editor: ['contract', 'client', 'store', 'ui', 'post-view'],
  comments: ['contract', 'client', 'store', 'ui', 'reactions'],
  'post-feed': ['contract', 'client', 'store', 'ui', 'poll', 'reactions'],
  'post-view': ['contract', 'client', 'store', 'ui', 'comments', 'poll', 'reactions'],
  embed: ['contract', 'client', 'store', 'ui', 'comments', 'poll', 'post-view', 'reactions', 'login'],
}
const WORKSPACES = '^(server|hosted-app|e2e|bench|examples)/'
const TESTS = '\\.(test|stories|e2e|samples)\\.tsx?$'

const directions = Object.entries(ALLOWED).flatMap(([name, allowed]) => [
  {
    name: `${name}-direction`,
    comment: `${name} may import ${allowed.join(', ') || 'no package of ours'}`,
    severity: 'error',
    from: { path: `^packages/${name}/` },
    to: { path: `^packages/(?!(${[name, ...allowed].join('|')})/)` },
  },
])

const layerOrder = LAYERS.map((name, index) => ({
  name: `${name}-layer`,
  comment: `${name} may import only the layers ${LAYERS.slice(0, index + 1).join(', ')}`,
  severity: 'error',
  from: { path: `^server/src/domains/${name}/`, pathNot: TESTS },
  to: { path: `^server/src/domains/(?!(${LAYERS.slice(0, index + 1).join('|')})/)` },
}))

module.exports = {
  forbidden: [
    ...directions,
    ...layerOrder,
    {
      name: 'unknown-layer',
      comment: 'a domain is a folder in one of the layers',
      severity: 'error',
      from: { path: `^server/src/domains/(?!(${LAYERS.join('|')})/[^/]+/)` },
      to: {},
    },
    {
      name: 'platform-knows-no-forum',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: TESTS },
      to: { path: '^server/src/(?!platform/)' },
    },
    {
      name: 'domains-below-calls',
      comment: 'a domain knows neither the calls that use its services nor HTTP',
      severity: 'error',
      from: { path: '^server/src/domains/', pathNot: TESTS },
      to: { path: '^server/src/(?!domains/|platform/)' },
    },
    {
      name: 'calls-below-app',
      comment: 'calls adapt their context to services; app.ts passes their handlers to the router',
      severity: 'error',
      from: { path: '^server/src/calls/', pathNot: TESTS },
      to: { path: '^server/src/(?!calls/|domains/|platform/|services\\.ts$)' },
    },
    {
      name: 'http-names-no-domain',
      comment: 'HTTP declares what it needs from domains as interfaces; app.ts passes the services',
      severity: 'error',
      from: { path: '^server/src/http/', pathNot: TESTS },
      to: { path: '^server/src/(?!platform/|http/)' },
    },
    {
      name: 'realtime-below-app',
      severity: 'error',
      from: { path: '^server/src/realtime/', pathNot: TESTS },
      to: { path: '^server/src/(?!domains/|platform/|http/|realtime/)' },
    },
    {
      name: 'no-circular-types',
      comment: 'on the server, type imports count',
      severity: 'error',
      from: { path: '^server/src/', pathNot: TESTS },
      to: { circular: true },
    },
    {
      name: 'unknown-package',
      comment: 'add a new package to ALLOWED',
      severity: 'error',
      from: { path: `^packages/(?!(${Object.keys(ALLOWED).join('|')})/)` },
      to: { path: '^packages/' },
    },
    {
      name: 'packages-without-applications',
      comment: 'packages know neither the server nor the forum',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: WORKSPACES },
    },
    {
      name: 'server-imports-contract-only',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: ['^packages/(?!contract/)', '^hosted-app/'] },
    },
    {
      name: 'hosted-app-without-server-and-embed',
      severity: 'error',
      from: { path: '^hosted-app/' },
      to: { path: ['^server/', '^packages/embed/'] },
    },
    {
      name: 'through-the-exports-map',
      comment: 'another workspace is imported by its name, never by a path into it',
      severity: 'error',
      from: { path: '^(packages/[^/]+|server|hosted-app)/' },
      to: { path: '^(packages|server|hosted-app)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'resolvable',
      comment: "not installed, or not in the package's exports map",
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?inline$' },
    },
    {
      name: 'declared',
      comment: 'each workspace declares the packages it imports; knip checks this for our own packages',
      severity: 'error',
      from: { pathNot: [TESTS, '/src/testing/', '^server/test/', '\\.config\\.ts$'] },
      // An optional peer counts as both.
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-is-a-leaf',
      comment: 'the main entry of the contract is plain data without a dependency',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: ['^packages/contract/src/(calls|fixtures|schemas)/', TESTS] },
      to: { path: ['node_modules/', '^packages/contract/src/(calls|schemas)/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-zod-in-browsers',
      comment: 'browsers import calls and schemas as types only',
      severity: 'error',
      from: { path: '^(packages/(?!contract/)|hosted-app/)', pathNot: TESTS },
      to: { path: ['^packages/contract/src/(calls|schemas)/', 'node_modules/zod/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browsers-without-node',
      severity: 'error',
      from: {
        path: '^(packages|hosted-app)/',
        pathNot: [TESTS, '^hosted-app/(vite\\.config|src/entry-server)\\.tsx?$'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'stores-without-react',
      comment: 'hooks live in the ./react entry',
      severity: 'error',
      from: {
        path: '^packages/(contract|client|store)/src/',
        pathNot: ['^packages/store/src/react(/|\\.tsx?$)', TESTS],
      },
      to: { path: 'node_modules/(@types/)?(react|react-dom|preact)/' },
    },
    {
      name: 'socket-client-in-client',
      severity: 'error',
      from: { path: '^(packages/(?!client/)|hosted-app/)' },
      to: { path: 'node_modules/socket\\.io-client/' },
    },
    {
      name: 'knex-in-repositories',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/platform/database/', 'repository\\.ts$', TESTS] },
      to: { path: 'node_modules/knex/' },
    },
    {
      name: 'drivers-in-db',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/platform/database/', TESTS] },
      to: { path: 'node_modules/(mysql2|libsql)/' },
    },
    {
      name: 'domains-through-index',
      comment: "other modules import a domain's index.ts only, never its tables, queries or other files",
      severity: 'error',
      from: { path: '^server/src/(domains/[^/]+/[^/]+/|[^/]+)', pathNot: TESTS },
      to: { path: '^server/src/domains/[^/]+/[^/]+/(?!index\\.ts$)', pathNot: '^server/src/$1' },
    },
    {
      name: 'emitting-in-realtime',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/realtime/', TESTS] },
      to: { path: 'node_modules/(socket\\.io|@socket\\.io)/' },
    },
    {
      name: 'fixtures-for-tests',
      comment: 'made-up rows and connections are for stories and tests',
      severity: 'error',
      from: {
        pathNot: [
          TESTS,
          '^packages/[^/]+/src/fixtures/',
          '^(packages/(comments|store|embed)|hosted-app)/src/testing/',
          '^(scripts/docs|server/test/matrices)/permission',
        ],
      },
      to: { path: '^packages/[^/]+/src/fixtures/' },
    },
    {
      name: 'no-tests-in-products',
      severity: 'error',
      from: { path: '^(packages|server/src|hosted-app)/', pathNot: [TESTS, '/src/testing/'] },
      to: { path: [TESTS, '^server/test/', '^(packages/[^/]+|hosted-app)/src/testing/'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    preserveSymlinks: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages/[^/]+|server|hosted-app)/dist(-ssr)?/' },
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
    skipAnalysisNotInRules: false,
  },
}
