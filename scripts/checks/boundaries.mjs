/**
 * Checks imports. `node scripts/checks/boundaries.mjs [folder]` checks another copy of the repository. Fails if it
 * found too few modules: a cruiser that can't read TypeScript finds no violations either.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { filesUnder } from '../build/fingerprint.mjs'

/** Minimum numbers, raised as the tree grows; files are also compared one by one. */
const LEAST = { modules: 750, imports: 2800 }
/** An import that only resolves to sources through a workspace's exports map. */
const ACROSS = { from: /^server\//, to: /^packages\/contract\/src\/index\.ts$/ }

const root = resolve(process.argv[2] ?? '.')
process.chdir(root)
/** @type {import('dependency-cruiser').IConfiguration} */
const { forbidden = [], options = {} } = createRequire(import.meta.url)(`${root}/.dependency-cruiser.cjs`)
const folders = ['packages', 'server', 'hosted-app'].filter((folder) => existsSync(folder))
const { output } = await cruise(
  folders,
  { ...options, ruleSet: { forbidden }, validate: true },
  options.enhancedResolveOptions,
)
if (typeof output === 'string') throw new Error('the cruiser returned a report instead of violations')

const { modules, summary } = output
const sources = new Set(modules.map(({ source }) => source))
const unseen = filesUnder(folders).filter((file) => /\.tsx?$/.test(file) && !sources.has(file))
const imports = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0)
const crosses = modules.some(
  ({ source, dependencies }) =>
    ACROSS.from.test(source) && dependencies.some(({ resolved }) => ACROSS.to.test(resolved)),
)
const problems = [
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...unseen.map((file) => `not looked at: ${file}`),
  ...(sources.size < LEAST.modules
    ? [`only ${sources.size} modules were seen, at least ${LEAST.modules} are there`]
    : []),
  ...(imports < LEAST.imports ? [`only ${imports} imports were seen, at least ${LEAST.imports} are there`] : []),
  ...(crosses ? [] : ['no import across workspaces was resolved to a source']),
]
for (const problem of problems) console.log(problem)
console.log(`${sources.size} modules, ${imports} imports, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
