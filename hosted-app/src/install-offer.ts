/** The browser's offer to install the forum as an app. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

function change(next: InstallOffer | null): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Keeps the offer for the account menu. Browsers make it once, soon after the page has loaded. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Some would show a banner of their own.
    event.preventDefault()
    change(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => change(null))
}

export function installOffer(): InstallOffer | null {
  return offer
}

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the browser's question. It can be asked once. */
export async function acceptInstallOffer(): Promise<void> {
  const taken = offer
  change(null)
  await taken?.prompt()
}
