/** Generates the route table that browsers load, from the calls of the contract. `npm run generate`. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { routeTables } from '../packages/contract/src/calls/route-tables.ts'
import type { Route } from '../packages/contract/src/route.ts'

const FILE = 'packages/contract/src/routes.ts'

const { siteRoutes, siteModerationRoutes, otherRoutes } = routeTables()
const entries = (routes: Record<string, Route>) =>
  Object.entries(routes)
    .map(([name, route]) => `${name}: ${JSON.stringify(route)},\n`)
    .join('')

writeFileSync(
  FILE,
  `// Written by \`npm run generate\` from the calls in calls/, without what browsers don't need.
import type { Route } from './route.ts'

/** The only routes that a widget on a partner's page loads. */
export const siteRoutes = {
${entries(siteRoutes)}} as const satisfies Record<string, Route>

/** Additional routes for a moderator's widget, loaded with the code that calls them. */
export const siteModerationRoutes = {
${entries(siteModerationRoutes)}} as const satisfies Record<string, Route>

/** All calls with JSON responses. */
export const routes = {
...siteRoutes,
...siteModerationRoutes,
${entries(otherRoutes)}} as const satisfies Record<string, Route>
`,
)
spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', FILE], { stdio: 'inherit' })
