import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { filesUnder } from './scripts/build/fingerprint.mjs'
import { preactAlias } from './scripts/preact-alias.mjs'
import { scratchFolder } from './scripts/services/scratch.mjs'
import { styleSources } from './scripts/style-sources.mjs'
import { Sequencer } from './scripts/testing/sequencer.ts'

process.env.TMPDIR = scratchFolder()

const require = createRequire(import.meta.url)

/** Tests resolve our packages to their sources: nothing has to be built first. */
const source = {
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
}

/** A test that fails by its time alone says only how busy the machine is. */
const patient = {
  testTimeout: 60_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 15_000 } },
  setupFiles: ['scripts/testing/patient-setup.ts'],
}

const components = {
  ...patient,
  environment: './scripts/testing/jsdom-environment.ts',
  setupFiles: [...patient.setupFiles, 'scripts/testing/component-setup.ts'],
  // Only `x.css?inline` is read; plain style sheets don't matter to jsdom.
  css: { include: [/\?inline/] },
  // Through vite, which takes its build for browsers. Node would take the one that only renders to strings.
  server: { deps: { inline: [/@lit\/react/] } },
}

/** The same with React replaced, as the embed and the hosted forum are built. */
const onPreact = {
  ...source,
  resolve: {
    ...source.resolve,
    alias: [
      ...styleSources,
      ...preactAlias,
      // The ES module build, so that its imports of React meet the alias too.
      {
        find: '@testing-library/react',
        replacement: require.resolve('@testing-library/react').replace('index.js', '@testing-library/react.esm.js'),
      },
      {
        find: /^@dnd-kit\/(\w+)$/,
        replacement: require.resolve('@dnd-kit/core').replace('core/dist/index.js', '$1/dist/$1.esm.js'),
      },
    ],
  },
}

const preactComponents = {
  ...components,
  setupFiles: [...components.setupFiles, 'scripts/testing/preact-setup.ts'],
  // Libraries that import React have to go through vite to be aliased.
  server: { deps: { inline: [/@testing-library\/react/, /zustand/, /react-router/, /preact/, /@dnd-kit/] } },
}

/**
 * Server tests that no database changes: of files, processes and connections, of signing in, and those that go through
 * all calls with input or people who are refused before a query. `repeated-writes.test.ts`, `concurrent-writes.test.ts`
 * and `named-communities.test.ts` make every call on both.
 */
const ON_SQLITE_ONLY = [
  'server/src/{backup,data-folder,stop-on-signal}.test.ts',
  'server/src/cli/*.test.ts',
  'server/src/domains/content/checks/word-filter.test.ts',
  'server/src/domains/content/posts/publication/transcripts.test.ts',
  'server/src/domains/people/auth/{email-link,providers,second-factor}/*.test.ts',
  'server/src/domains/people/media/*.test.ts',
  'server/src/http/{bodies,foreign-pages,http,listen-on,origins,pages,pipeline,response-headers}.test.ts',
  'server/src/http/{sign-in-methods,single-community,slow-bodies,stop,unsubscribe}.test.ts',
  'server/src/http/cache/{render-budget,rendered-reads}.test.ts',
  'server/src/http/{discovery,install,openapi}/*.test.ts',
  'server/src/platform/{cache,fetcher,redis,security,storage,validation}/*.test.ts',
  'server/src/realtime/*.test.ts',
  'server/test/matrices/{right-changes,fuzz,hostile-bodies,live-channels,permissions,reading-channels}.test.ts',
  'server/test/matrices/swapped-ids.test.ts',
]

/**
 * Server tests of what both databases do alike: their statements are of one table, or other files make them on MariaDB
 * as well. `scripts/testing/statements.mjs` finds such files. None of them is about what happens at the same time.
 */
const SAME_ON_BOTH = [
  'server/src/{config,start-failure,start-warnings}.test.ts',
  'server/src/demo/start-demo.test.ts',
  'server/src/domains/account/merges/{merge-after-sign-out,password-proofs,sign-in-methods,undo}.test.ts',
  'server/src/domains/account/messages/reported-messages.test.ts',
  'server/src/domains/account/notifications/{decisions-on-comments,digests,mark-replied,moderators-told}.test.ts',
  'server/src/domains/account/notifications/{notifications,post-notifications,watched-posts}.test.ts',
  'server/src/domains/account/personal-data/tables.test.ts',
  'server/src/domains/content/articles/{canonical-url,page-articles,resolver,site-moderation}.test.ts',
  'server/src/domains/content/checks/{anonymous-slow-mode,check-order,content-checks,word-matcher}.test.ts',
  'server/src/domains/content/comments/{hider,public-comments,reader}.test.ts',
  'server/src/domains/content/marks/reminders.test.ts',
  'server/src/domains/content/posts/{link-cards,reading-time,revisions,slugs}.test.ts',
  'server/src/domains/content/posts/drafts/draft.test.ts',
  'server/src/domains/content/posts/publication/{anonymous-posts,checked-text}.test.ts',
  'server/src/domains/content/search/text/{languages,mark,query-terms,tokens,typos}.test.ts',
  'server/src/domains/moderation/moderation/{ban-times,hidden-content,settings-log}.test.ts',
  'server/src/domains/moderation/moderation-queue/{queue-notifications,site-queue,undo}.test.ts',
  'server/src/domains/people/accounts/{accounts,display-name,own-account,referral,reserved-names,usernames}.test.ts',
  'server/src/domains/people/app-check/app-check.test.ts',
  'server/src/domains/people/auth/sessions/{access-tokens,cookies,credential-stuffing-guard,passwords}.test.ts',
  'server/src/domains/people/auth/sessions/{refresh-tokens,session-list,shared-sources,sign-ins}.test.ts',
  'server/src/domains/people/communities/{communities,post-types}.test.ts',
  'server/src/domains/people/memberships/joined-communities.test.ts',
  'server/src/domains/people/tenants/{domains,provider-config,several-domains}.test.ts',
  'server/src/http/{proxy-warning,quota,sign-up-quota}.test.ts',
  'server/src/http/cache/{fresh-reads,read-cache}.test.ts',
  'server/src/http/files/{assets,picture-proxy}.test.ts',
  'server/src/platform/ids.test.ts',
  'server/src/platform/database/{availability,maintenance}.test.ts',
  'server/src/platform/jobs/background.test.ts',
  'server/src/platform/limits/rate-limits.test.ts',
  'server/src/platform/logging/logger.test.ts',
  'server/src/platform/mail/letter.test.ts',
  'server/test/matrices/{image-requests,reserved-words}.test.ts',
]

/** With servers in separate processes or a connection that breaks, which SQLite doesn't support. */
const ON_MARIADB_ONLY = [
  'server/src/http/database-away.test.ts',
  'server/test/matrices/right-changes-across-processes.test.ts',
]

/** Test files that put something in the place of a module: all that imports it has to be loaded anew. */
const ofComponents = filesUnder(['packages', 'hosted-app', 'examples']).filter((file) => /\.test\.tsx?$/.test(file))
const isMocking = (file: string) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'))
const mocking = ofComponents.filter(isMocking)
const plain = ofComponents.filter((file) => !mocking.includes(file))

/**
 * The project, whose files share a page and their modules, which takes a fifth of the time; `component-setup.ts` clears
 * what a file leaves behind. Files that mock modules are the project `<name>-mocked`, where each has its own.
 */
function sharing({ test, ...project }: TestProjectInlineConfiguration): TestProjectInlineConfiguration[] {
  const excluding = (files: string[]) => ({ ...test, exclude: [...(test?.exclude ?? []), ...files] })
  return [
    { ...project, test: { ...excluding(mocking), isolate: false } },
    { ...project, test: { ...excluding(plain), name: `${String(test?.name)}-mocked` } },
  ]
}

export default defineConfig({
  test: {
    // Two cores. Server tests wait a quarter of their time on SQLite and a third on MariaDB, for timers and other processes.
    maxWorkers: process.env.STOA_TEST_REDIS_URL ? 3 : 2,
    sequence: { sequencer: Sequencer },
    projects: [
      ...sharing({
        ...source,
        test: {
          ...components,
          name: 'packages',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'examples/*/src/**/*.test.tsx'],
          // The embed runs on Preact only; its `./react` wrapper is for React pages.
          exclude: ['packages/embed/src/**/!(react)*.test.{ts,tsx}'],
        },
      }),
      ...sharing({
        ...onPreact,
        test: {
          ...preactComponents,
          name: 'packages-preact',
          include: ['packages/*/src/**/*.test.tsx', 'packages/embed/src/**/*.test.ts'],
          exclude: ['packages/{contract,client}/**', 'packages/embed/src/react*.test.tsx'],
        },
      }),
      {
        ...source,
        // As Node resolves it: the library of S3 has modules that only bundlers can read.
        ssr: { resolve: { conditions: ['source', 'node', 'development|production'] } },
        test: {
          name: 'server',
          environment: 'node',
          // Loading the application anew for every file takes half of all their time, and nothing of it is changed by a test:
          // each starts its own, on a database of its own.
          isolate: false,
          include: ['server/{src,test}/**/*.test.ts'],
          exclude: process.env.STOA_TEST_DATABASE_URL ? [...ON_SQLITE_ONLY, ...SAME_ON_BOTH] : ON_MARIADB_ONLY,
          ...patient,
          setupFiles: [...patient.setupFiles, 'server/test/setup.ts'],
          globalSetup: 'server/test/databases/drop-left-schemas.ts',
        },
      },
      ...sharing({
        ...onPreact,
        test: { ...preactComponents, name: 'hosted-app', include: ['hosted-app/src/**/*.test.{ts,tsx}'] },
      }),
      {
        ...source,
        test: {
          name: 'scripts',
          environment: 'node',
          ...patient,
          include: ['scripts/**/*.test.ts'],
          exclude: ['scripts/checks/**'],
        },
      },
      {
        ...source,
        test: {
          name: 'checks',
          environment: 'node',
          include: ['scripts/checks/**/*.test.ts'],
          ...patient,
        },
      },
    ],
  },
})
