/**
 * Checks that every component that a package exports, and every screen in the forum's routes, has a story. `Connected…`
 * and `Stored…` components are covered by the plain ones that they wrap; one story shows all icons. `node
 * scripts/checks/stories.mjs [folder]` checks another copy.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { filesUnder } from '../build/fingerprint.mjs'

const ROUTES = 'hosted-app/src/routes.tsx'

const root = process.argv[2]
if (root) process.chdir(root)

/** @typedef {{ name: string, from: string }} Shown */

/**
 * Components that a package exports.
 * @param {string} index @returns {Shown[]}
 */
function exportedBy(index) {
  const exports = readFileSync(index, 'utf8').matchAll(/^export \{([^}]*)\} from '(?!\.\/icons\/)[^']+\.tsx'/gm)
  return [...exports]
    .flatMap(({ 1: names = '' }) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => /^[A-Z]/.test(name) && !/^(?:Connected|Stored)[A-Z]/.test(name))
    .map((name) => ({ name, from: index }))
}

/**
 * Screens of the routes, including lazily loaded ones.
 * @returns {Shown[]}
 */
function screens() {
  const routes = readFileSync(ROUTES, 'utf8')
  const names = routes.matchAll(/(?:\b(?:Component|ErrorBoundary): |\bscreen\('[^']*', ')([A-Z]\w*)/g)
  return [...new Set([...names].map(({ 1: name = '' }) => name))].map((name) => ({ name, from: ROUTES }))
}

const stories = filesUnder(['packages', 'hosted-app', '.storybook'])
  .filter((file) => /\.stories\.tsx$|^\.storybook\/preview\.tsx$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const indexes = readdirSync('packages').map((name) => `packages/${name}/src/index.ts`)
const all = [...indexes.filter((index) => existsSync(index)).flatMap(exportedBy), ...screens()]
const withoutStory = all.filter(
  ({ name }) =>
    !new RegExp(`<${name}[\\s/>]|\\bcomponent: ${name}\\b|subcomponents: \\{[^}]*\\b${name}\\b`).test(stories),
)
for (const { name, from } of withoutStory) console.log(`${from}: ${name} has no story`)
console.log(`${all.length} components and screens, ${withoutStory.length} without a story`)
process.exitCode = withoutStory.length === 0 && all.length > 0 ? 0 : 1
