import type { LoaderFunction, RouteObject } from 'react-router'

/**
 * The routes, shared by requests: each loader uses the request's own routes from its context. This way a server
 * ranks the paths and loads a screen's code once, not for every page.
 */
export function sharedRoutes(
  routes: RouteObject[],
  requestRoutes = (request: RouteObject[]) => request,
): RouteObject[] {
  return routes.map((route, index) => {
    const loader: LoaderFunction = (about, context) => {
      const { loader: ownLoader } = requestRoutes(about.context as RouteObject[])[index] as { loader: LoaderFunction }
      return ownLoader(about, context)
    }
    const shared = route.loader ? { ...route, loader } : { ...route }
    if (!route.children) return shared
    return {
      ...shared,
      children: sharedRoutes(route.children, (request) => requestRoutes(request)[index]?.children ?? []),
    } as RouteObject
  })
}
