import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../hosted-app.ts'

/** Paths of this origin that aren't screens of the forum. */
const OUTSIDE = /^\/(api|embed|media|socket\.io)(\/|$)|\.atom$/

/**
 * Navigates within the app for plain links of any component. Modified clicks, other targets, downloads and anchors on
 * the same page are left to the browser.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate()
  const { renewal } = useHostedApp()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = ownPath(event)
      // Left to the browser if the server has a newer build.
      if (path === null || renewal?.take()) return
      event.preventDefault()
      void navigate(path)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, renewal])
}

/** Target of a plain click on a link of the forum; null for every other click. */
function ownPath(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (event.defaultPrevented || !isPlain) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return null
  const { origin, pathname, search, hash } = new URL(link.href)
  const isSamePage = pathname === window.location.pathname && search === window.location.search && hash !== ''
  if (origin !== window.location.origin || OUTSIDE.test(pathname) || isSamePage) return null
  return pathname + search + hash
}
