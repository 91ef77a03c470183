import { useEffect } from 'react'
import { shortcutOf } from '../shortcuts/shortcut-switch.ts'

/** The search field of the header, or in narrower windows of the page. */
export function searchFieldInSight(): HTMLInputElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('.stoa-app-search > input')
  return Array.from(fields).find((one) => one.offsetParent !== null)
}

/** `/` goes to the search field in sight. Not part of the other shortcuts, whose code loads with the first key. */
export function useSearchKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (shortcutOf(event) !== '/') return
      const field = searchFieldInSight()
      if (!field) return document.querySelector<HTMLElement>('.stoa-app-search-link')?.click()
      event.preventDefault()
      field.focus()
      field.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
