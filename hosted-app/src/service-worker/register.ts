interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

const WORKER = '/sw.js'

let ready: Promise<ServiceWorkerRegistration | null> = Promise.resolve(null)

/** Registers the worker; `isOn`: the server's setting. Call once, after the page has loaded. */
export function registerServiceWorker({ isOn }: { isOn: boolean }): void {
  const container = (navigator as Partial<Navigator>).serviceWorker
  if (!container || !import.meta.env.PROD) return
  if (isOn) ready = container.register(workerAddress(), { scope: '/', updateViaCache: 'none' }).catch(() => null)
  // The server sends one that unregisters itself.
  else void container.getRegistration('/').then((registration) => registration?.update().catch(() => {}))
}

/** The registration; null where there is no worker. */
export function serviceWorkerReady(): Promise<ServiceWorkerRegistration | null> {
  return ready
}

/** Pages accept addresses of scripts from a policy only. */
function workerAddress(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  return types ? types.createPolicy('stoa-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER) : WORKER
}
