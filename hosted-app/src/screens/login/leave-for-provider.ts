import { providerPath } from '../../paths.ts'

/** Goes to a provider in this window; ends only when the reader comes back by the browser's own way, without having signed in. */
export function leaveForProvider(id: string, next: string): Promise<void> {
  window.location.assign(providerPath(id, next))
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}
