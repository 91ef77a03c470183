/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[][]} programs Node programs with arguments, run one after another. A stage with a report has one,
 *   and `REPORT` stands for the report's file.
 * @property {'vitest' | 'playwright'} [report]
 * @property {string[]} [again] Additional arguments when some files run again.
 * @property {number} cores How many cores it keeps busy.
 * @property {string} [after] The stage that must have ended before it starts.
 * @property {'redis' | 'mariadb' | 'chromium'} [needs] `mariadb` includes Redis.
 */

/** Stages run at once as long as they don't need more cores than these and the spare one. */
export const CORES = 2
/** Tests wait now and then, for timers, processes and the last of their files: a stage of one core uses that time. */
export const SPARE = 1

const VITEST = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=REPORT',
  '--reporter=./scripts/testing/open-tests-reporter.mjs',
]
const TSX = ['--import', 'tsx', '--conditions=source']
/** For machines too slow to run two files at a time. */
const ALONE = ['--no-file-parallelism']

/** @param {string[]} projects Of `vitest.config.ts`. */
const vitestOf = (projects) => [...VITEST, ...projects.map((project) => `--project=${project}`)]

/**
 * All stages of a full run, cheapest first. The build is early, for stages of one core to run beside others.
 * @type {Stage[]}
 */
export const stages = [
  {
    // The compiler's errors as well: the linter reads all files with their types anyway.
    name: 'lint',
    cores: 1,
    programs: [
      ['node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--report-unused-disable-directives'],
      ['node_modules/@biomejs/biome/bin/biome', 'check', '--colors=off'],
    ],
  },
  { name: 'boundaries', cores: 1, programs: [['scripts/checks/boundaries.mjs'], ['scripts/checks/tables.mjs']] },
  { name: 'styles', cores: 1, programs: [['scripts/checks/styles.mjs']] },
  { name: 'languages', cores: 1, programs: [['scripts/checks/languages.mjs']] },
  { name: 'storied', cores: 1, programs: [['scripts/checks/stories.mjs']] },
  { name: 'unused', cores: 1, programs: [['node_modules/knip/bin/knip.js', '--no-progress']] },
  // Not while others look through the folders that it replaces.
  { name: 'build', cores: 2, after: 'unused', programs: [['scripts/build.mjs']] },
  {
    name: 'unit',
    cores: 2,
    report: 'vitest',
    again: ALONE,
    programs: [vitestOf(['packages', 'packages-mocked', 'hosted-app', 'hosted-app-mocked', 'scripts'])],
  },
  {
    name: 'preact',
    cores: 2,
    report: 'vitest',
    again: ALONE,
    programs: [vitestOf(['packages-preact', 'packages-preact-mocked'])],
  },
  { name: 'checks', cores: 2, report: 'vitest', again: ALONE, needs: 'chromium', programs: [vitestOf(['checks'])] },
  { name: 'server-sqlite', cores: 2, report: 'vitest', again: ALONE, needs: 'redis', programs: [vitestOf(['server'])] },
  {
    name: 'server-mariadb',
    cores: 2,
    report: 'vitest',
    again: ALONE,
    needs: 'mariadb',
    programs: [vitestOf(['server'])],
  },
  { name: 'packages', cores: 1, after: 'build', programs: [['scripts/checks/packages.mjs']] },
  {
    name: 'sizes',
    cores: 1,
    after: 'build',
    needs: 'chromium',
    programs: [['scripts/checks/size.mjs'], ['scripts/checks/import-size.mjs'], ['scripts/checks/received-sizes.mjs']],
  },
  {
    name: 'stories',
    cores: 2,
    report: 'vitest',
    again: ALONE,
    needs: 'chromium',
    programs: [[...VITEST, '--config=vitest.stories.config.ts']],
  },
  {
    // In browsers other than Chromium, which the program finds or installs itself.
    name: 'other-browsers',
    cores: 1,
    after: 'build',
    programs: ['firefox', 'webkit'].map((name) => [...TSX, 'e2e/browsers/run.ts', name]),
  },
  {
    name: 'journeys',
    cores: 2,
    after: 'build',
    report: 'playwright',
    needs: 'chromium',
    programs: [['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts']],
    // One worker, for busy machines, with a separate output folder for its screenshots.
    again: ['--output=test-results/again', '--trace=on', '--workers=1'],
  },
]
