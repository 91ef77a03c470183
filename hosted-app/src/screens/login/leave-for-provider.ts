import { providerPath } from '../../paths.ts'

/** Navigates to a provider in this window; returns only if the reader goes back without having signed in. */
export function leaveForProvider(id: string, next: string): Promise<void> {
  window.location.assign(providerPath(id, next))
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}
