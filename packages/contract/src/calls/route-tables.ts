import type { Route } from '../route.ts'
import type { Call } from './call.ts'
import { calls } from './index.ts'

/** What `../routes.ts` has to contain: the calls with JSON responses, with what a browser needs of each. */
export function routeTables() {
  const all = Object.entries<Call>(calls).filter(([, { responseFormat }]) => responseFormat === undefined)
  const tableOf = (widget: Call['widget']): Record<string, Route> =>
    Object.fromEntries(all.filter(([, call]) => call.widget === widget).map(([name, call]) => [name, routeOf(call)]))
  return { siteRoutes: tableOf('all'), siteModerationRoutes: tableOf('moderators'), otherRoutes: tableOf(undefined) }
}

function routeOf(call: Call): Route {
  const { method, path, access } = call
  return {
    method,
    path,
    access,
    ...(method === 'POST' && (call.rate === 'read' || call.rate === 'listTest') ? { rate: call.rate } : {}),
  }
}
