import { existsSync } from 'node:fs'
import { filesUnder } from '../build/fingerprint.mjs'

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[][]} steps Node programs with arguments, run one after another; `REPORT` is the file for JSON
 *   results.
 * @property {string[]} [again] Additional arguments of the last program when it runs some files a second time.
 * @property {boolean} [light] Leaves a core free, so that two of these run at once.
 * @property {'vitest' | 'playwright'} [report]
 * @property {'redis' | 'mariadb' | 'chromium'} [needs] `mariadb` includes Redis.
 * @property {() => boolean} [isThere] Whether the repository has anything for this stage. Default: it has.
 */

const VITEST = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=REPORT',
  '--reporter=./scripts/testing/open-tests-reporter.mjs',
]
/** For machines too slow to run two files at a time. */
const ALONE = ['--no-file-parallelism']

/** @param {string[]} projects Of `vitest.config.ts`. */
const vitestOf = (projects) => [...VITEST, ...projects.map((project) => `--project=${project}`)]

/** @param {string} folder @param {RegExp} name */
const has = (folder, name) => filesUnder([folder]).some((file) => name.test(file))

/**
 * All stages of a full run, cheapest first.
 * @type {Stage[]}
 */
export const stages = [
  {
    name: 'types',
    light: true,
    steps: [['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', 'tsconfig.json']],
  },
  {
    name: 'lint',
    light: true,
    steps: [
      ['node_modules/oxlint/bin/oxlint', '--type-aware', '--report-unused-disable-directives'],
      ['node_modules/@biomejs/biome/bin/biome', 'check', '--colors=off'],
    ],
  },
  { name: 'boundaries', light: true, steps: [['scripts/checks/boundaries.mjs'], ['scripts/checks/tables.mjs']] },
  { name: 'styles', light: true, steps: [['scripts/checks/styles.mjs']] },
  { name: 'storied', light: true, steps: [['scripts/checks/stories.mjs']] },
  { name: 'unused', light: true, steps: [['node_modules/knip/bin/knip.js', '--no-progress']] },
  {
    name: 'unit',
    report: 'vitest',
    again: ALONE,
    steps: [vitestOf(['packages', 'packages-mocked', 'hosted-app', 'hosted-app-mocked', 'scripts'])],
  },
  {
    name: 'preact',
    report: 'vitest',
    again: ALONE,
    isThere: () => has('packages', /\.test\.tsx$/),
    steps: [vitestOf(['packages-preact', 'packages-preact-mocked'])],
  },
  { name: 'checks', report: 'vitest', again: ALONE, needs: 'chromium', steps: [vitestOf(['checks'])] },
  { name: 'server-sqlite', report: 'vitest', again: ALONE, needs: 'redis', steps: [vitestOf(['server'])] },
  { name: 'server-mariadb', report: 'vitest', again: ALONE, needs: 'mariadb', steps: [vitestOf(['server'])] },
  { name: 'build', steps: [['scripts/build.mjs']] },
  { name: 'packages', light: true, steps: [['scripts/checks/packages.mjs']] },
  {
    name: 'sizes',
    // It mostly waits for idle pages.
    light: true,
    needs: 'chromium',
    steps: [['scripts/checks/size.mjs'], ['scripts/checks/import-size.mjs'], ['scripts/checks/received-sizes.mjs']],
  },
  {
    name: 'stories',
    report: 'vitest',
    again: ALONE,
    needs: 'chromium',
    isThere: () => existsSync('vitest.stories.config.ts'),
    steps: [[...VITEST, '--config=vitest.stories.config.ts']],
  },
  {
    // In browsers other than Chromium, which the program finds or installs itself.
    name: 'other-browsers',
    steps: [['--import', 'tsx', '--conditions=source', 'e2e/browsers/run.ts']],
  },
  {
    name: 'journeys',
    report: 'playwright',
    needs: 'chromium',
    isThere: () => has('e2e', /\.e2e\.ts$/),
    steps: [['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts']],
    // One worker, for busy machines, with a separate output folder for its screenshots.
    again: ['--output=test-results/again', '--trace=on', '--workers=1'],
  },
]
