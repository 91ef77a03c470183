import { matchRoutes, type RouteObject } from 'react-router'

/** Loads the code of the screens at an address, so that they can be hydrated or opened without delay. */
export async function loadMatched(routes: RouteObject[], pathname: string): Promise<void> {
  const matched = matchRoutes(routes, pathname) ?? []
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy !== 'object' || !route.lazy.Component) return
      // The router reports code that fails to load.
      const Component = await route.lazy.Component().catch(() => null)
      if (!Component) return
      route.Component = Component
      delete route.lazy
    }),
  )
}
