import { useEffect } from 'react'
import { isTyping } from '../shortcuts/is-typing.ts'

/** The search field of the header, or in narrower windows of the page. */
export function searchFieldInSight(): HTMLInputElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('.stoa-app-search > input')
  return Array.from(fields).find((one) => one.offsetParent !== null)
}

/** `/` goes to the search field in sight. Not part of the other shortcuts, whose code loads with the first key. */
export function useSearchKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target)) return
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
