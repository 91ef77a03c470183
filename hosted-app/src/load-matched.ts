import { matchRoutes, type RouteObject } from 'react-router'

/** Fetches the code of the screens at an address, so that they can be taken over or opened without waiting for it. */
export async function loadMatched(routes: RouteObject[], pathname: string): Promise<void> {
  const matched = matchRoutes(routes, pathname) ?? []
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
