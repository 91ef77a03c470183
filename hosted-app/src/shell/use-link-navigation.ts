import { afterPaint } from '@stoa/ui'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../hosted-app.ts'

/** Paths of this origin that aren't screens of the forum. */
const OUTSIDE = /^\/(api|embed|media|s|socket\.io)(\/|$)|\.atom$/

/**
 * Navigates within the app for plain links of any component, and for forms that say `method="get"`. Modified clicks,
 * other targets, downloads and anchors on the same page are left to the browser.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate()
  const { renewal } = useHostedApp()
  useEffect(() => {
    const goTo = (event: Event, path: string | null) => {
      // Left to the browser if the server has a newer build.
      if (path === null || renewal?.take()) return
      event.preventDefault()
      afterPaint(() => void navigate(path))
    }
    const follow = (event: MouseEvent) => goTo(event, ownPath(event))
    const submit = (event: SubmitEvent) => goTo(event, formPath(event))
    document.addEventListener('click', follow)
    document.addEventListener('submit', submit)
    return () => {
      document.removeEventListener('click', follow)
      document.removeEventListener('submit', submit)
    }
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

/** The page that a form leads to, without empty fields; null for other forms. */
function formPath({ target: form, defaultPrevented }: SubmitEvent): string | null {
  if (defaultPrevented || !(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'get') return null
  const { origin, pathname } = new URL(form.action)
  if (origin !== window.location.origin || OUTSIDE.test(pathname)) return null
  const fields = Array.from(new FormData(form)).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1].trim() !== '',
  )
  return fields.length === 0 ? pathname : `${pathname}?${new URLSearchParams(fields)}`
}
