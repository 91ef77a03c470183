import { type RefObject, useContext, useEffect, useSyncExternalStore } from 'react'
import { createBrowserRouter, UNSAFE_DataRouterContext } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

/** The whole routers of those that tell arrivals only. */
const wholes = new WeakMap<object, Router>()

/**
 * The router as `RouterProvider` gets it: doesn't tell when a navigation begins, because every screen that reads its
 * data would be rendered again. `useNavigating` knows.
 */
export function tellingArrivals(router: Router): Router {
  const quiet: Router = Object.create(router, {
    subscribe: {
      value: (listener: Parameters<Router['subscribe']>[0]) => {
        let told = router.state
        return router.subscribe((state, about) => {
          const { navigation: before, ...rest } = told
          const isSame = Object.entries(rest).every(([name, value]) => state[name as keyof typeof rest] === value)
          if (isSame && before.state === 'idle') return
          if (told.location.pathname !== state.location.pathname) leaveFocus()
          told = state
          listener(state, about)
        })
      },
    },
  })
  wholes.set(quiet, router)
  return quiet
}

/**
 * The focused element goes with its screen, and the next one takes the focus. Browsers lay the page out when they remove
 * an element with the focus.
 */
function leaveFocus(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.closest('main')) activeElement.blur()
}

function useRouter(): Router | undefined {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  return router && (wholes.get(router) ?? router)
}

const isLoading = (router: Router | undefined) => router?.state.navigation.state === 'loading'
const atRest = () => false
const unheard = () => () => {}

/** Whether another screen is loading. Renders the component again when that begins and ends. */
export function useNavigating(): boolean {
  const router = useRouter()
  return useSyncExternalStore(router?.subscribe ?? unheard, () => isLoading(router), atRest)
}

/** Marks the frame and its main part while another screen is loading, without rendering them. */
export function useLoadingMarks(app: RefObject<HTMLElement | null>, main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(() => {
    const mark = () => {
      app.current?.toggleAttribute('data-loading', isLoading(router))
      main.current?.setAttribute('aria-busy', String(isLoading(router)))
    }
    mark()
    return router?.subscribe(mark)
  }, [router, app, main])
}
