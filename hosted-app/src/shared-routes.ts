import type { LoaderFunction, RouteObject } from 'react-router'

/**
 * The route table as many requests share it: each loader is that of the request, whose own routes are its context. So a
 * server ranks the paths once and fetches the code of a screen once, not for every page.
 */
export function sharedRoutes(routes: RouteObject[], own = (request: RouteObject[]) => request): RouteObject[] {
  return routes.map((route, index) => {
    const loader: LoaderFunction = (about, context) => {
      const { loader: ownLoader } = own(about.context as RouteObject[])[index] as { loader: LoaderFunction }
      return ownLoader(about, context)
    }
    const shared = route.loader ? { ...route, loader } : { ...route }
    if (!route.children) return shared
    return {
      ...shared,
      children: sharedRoutes(route.children, (request) => own(request)[index]?.children ?? []),
    } as RouteObject
  })
}
