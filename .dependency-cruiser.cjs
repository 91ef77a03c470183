/**
 * The directions of the house. Each rule has a plant in scripts/checks/boundaries.test.ts that sees it go red.
 * @type {import('dependency-cruiser').IConfiguration}
 */

/** The server's domains. Each may import only those before it. */
const DOMAINS = [
  'media',
  'communities',
  'tenants',
  'app-check',
  'notification-triggers',
  'accounts',
  'reputation',
  'memberships',
  'auth',
  'activity-log',
  'polls',
  'checks',
  'posts',
  'comments',
  'marks',
  'follows',
  'reactions',
  'articles',
  'moderation',
  'reports',
  'moderation-queue',
  'notifications',
  'merges',
  'personal-data',
  'integrity',
  'viewer',
]

/** What each workspace may import besides itself. */
const ALLOWED = {
  contract: [],
  client: ['contract'],
  ui: [],
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
const TESTS = '\\.(test|stories|e2e)\\.tsx?$'

const directions = Object.entries(ALLOWED).flatMap(([name, allowed]) => [
  {
    name: `${name}-direction`,
    comment: `${name} may import ${allowed.join(', ') || 'no package of ours'}`,
    severity: 'error',
    from: { path: `^packages/${name}/` },
    to: { path: `^packages/(?!(${[name, ...allowed].join('|')})/)` },
  },
])

const domainOrder = DOMAINS.map((name, index) => ({
  name: `domain-order-${name}`,
  comment: `${name} may import only the domains before it: ${DOMAINS.slice(0, index).join(', ') || 'none'}`,
  severity: 'error',
  from: { path: `^server/src/domains/${name}/`, pathNot: TESTS },
  to: { path: `^server/src/domains/(?!(${DOMAINS.slice(0, index + 1).join('|')})/)` },
}))

module.exports = {
  forbidden: [
    ...directions,
    ...domainOrder,
    {
      name: 'unknown-domain',
      comment: 'a new domain gets its place in .dependency-cruiser.cjs',
      severity: 'error',
      from: { path: `^server/src/domains/(?!(${DOMAINS.join('|')})/)` },
      to: {},
    },
    {
      name: 'platform-knows-no-forum',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: TESTS },
      to: { path: '^server/src/(?!platform/)' },
    },
    {
      name: 'domains-below-http',
      severity: 'error',
      from: { path: '^server/src/domains/', pathNot: TESTS },
      to: { path: '^server/src/(?!domains/|platform/)' },
    },
    {
      name: 'http-names-no-domain',
      comment: 'what HTTP needs of a domain it declares as an interface, which app.ts fills',
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
      comment: 'on the server type imports count too',
      severity: 'error',
      from: { path: '^server/src/', pathNot: TESTS },
      to: { circular: true },
    },
    {
      name: 'unknown-package',
      comment: 'a new package gets its directions in .dependency-cruiser.cjs',
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
      comment: 'not installed, or not in the exports map of what it imports from',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?inline$' },
    },
    {
      name: 'declared',
      comment: 'an installed package is declared by the workspace that imports it; ours are looked at by knip',
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
      from: { path: '^packages/contract/src/', pathNot: ['^packages/contract/src/schemas/', TESTS] },
      to: { path: ['node_modules/', '^packages/contract/src/schemas/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-zod-in-browsers',
      comment: 'browsers import schemas as types only',
      severity: 'error',
      from: { path: '^(packages/(?!contract/)|hosted-app/)', pathNot: TESTS },
      to: { path: ['^packages/contract/src/schemas/', 'node_modules/zod/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browsers-without-node',
      severity: 'error',
      from: { path: '^(packages|hosted-app)/', pathNot: [TESTS, '^hosted-app/vite\\.config\\.ts$'] },
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
      name: 'domains-through-services',
      comment: "a domain reaches another one's tables and routes only through its service",
      severity: 'error',
      from: { path: '^server/src/domains/([^/]+)/', pathNot: TESTS },
      to: { path: '^server/src/domains/[^/]+/.*(repository|routes)\\.ts$', pathNot: '^server/src/domains/$1/' },
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
