import { matchRoutes, type RouteObject } from 'react-router'
import type { HostedApp } from './hosted-app.ts'
import type { LoadData } from './preload.ts'

const POST_FILE = 'post/post-screen.tsx'

/** Loads posts before they are opened. Other screens need less, or would change what is shown. */
export function dataLoader(app: HostedApp, routes: RouteObject[]): LoadData {
  return (link, signal) => {
    const { route, params } = matchRoutes(routes, link.pathname)?.at(-1) ?? {}
    const isPost = (route?.handle as { file?: string } | undefined)?.file === POST_FILE
    if (!isPost || params?.commentId || link.pathname === window.location.pathname) return
    // Without the hash, as the router names it.
    const request = new Request(link.origin + link.pathname + link.search)
    // The router reports code that fails to load.
    import('./screens/post/post-screen.tsx').then(
      ({ loadPostAhead }) => loadPostAhead(app, { params: params ?? {}, request }, signal),
      () => {},
    )
  }
}
