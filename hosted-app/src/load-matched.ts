import { matchRoutes, type RouteObject } from 'react-router'

/** Fetches the code of the screens at this address that are loaded only when they are wanted, so that they can be taken over. */
export async function loadMatched(routes: RouteObject[]): Promise<void> {
  const matched = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy !== 'object' || !route.lazy.Component) return
      // A screen whose code does not come is the router's business: it shows why.
      const Component = await route.lazy.Component().catch(() => null)
      if (!Component) return
      route.Component = Component
      delete route.lazy
    }),
  )
}
