import { tell } from './page-messages.ts'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** The parts of the app's router that say which page is shown. */
interface Router {
  readonly state: RouterState
  subscribe(listener: (state: RouterState) => void): () => void
}

interface RouterState {
  location: { pathname: string }
  navigation: { state: string }
  errors: object | null
  matches: { route: { handle?: unknown } }[]
}

const WORKER = '/sw.js'
/** The screens whose pages are kept for reading offline. */
const KEPT_SCREENS = ['post/post-screen.tsx']
/** Who leaves sooner hasn't read it. */
const READ_AFTER_MS = 3000
const UPDATE_AFTER_MS = 60 * 60_000

const container = typeof navigator === 'undefined' ? undefined : (navigator as Partial<Navigator>).serviceWorker
let settle: (registration: ServiceWorkerRegistration | null) => void
const ready = new Promise<ServiceWorkerRegistration | null>((resolve) => {
  settle = resolve
  if (!container || !import.meta.env.PROD) resolve(null)
})

/** The registration of the running worker; null where there is none. */
export function serviceWorkerReady(): Promise<ServiceWorkerRegistration | null> {
  return ready
}

/** Registers the worker and tells it what is read. Call once, after the page has loaded; `isOn`: the server's setting. */
export async function registerServiceWorker(about: { isOn: boolean; router: Router }): Promise<void> {
  if (!container || !import.meta.env.PROD) return
  if (!about.isOn) {
    settle(null)
    // The server sends one that unregisters itself.
    await (await container.getRegistration('/'))?.update().catch(() => {})
    return
  }
  const registration = await start(container).catch(() => null)
  settle(registration)
  if (!registration) return
  tellWhatIsRead(about.router)
  keepUpToDate(registration)
}

async function start(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  const registration = await container.register(workerAddress(), { scope: '/', updateViaCache: 'none' })
  if (registration.active) return registration
  const worker = registration.installing ?? registration.waiting
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker?.state === 'activated') resolve(registration)
      if (worker?.state === 'redundant') reject(new Error('The worker could not be installed.'))
    }
    worker?.addEventListener('statechange', look)
    look()
  })
}

function tellWhatIsRead({ state, subscribe }: Router): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  const told = new Set<string>()
  let shown = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = ({ location: { pathname }, navigation, errors, matches }: RouterState) => {
    if (navigation.state !== 'idle' || pathname === shown) return
    shown = pathname
    clearTimeout(timer)
    const file = (matches.at(-1)?.route.handle as { file?: string } | undefined)?.file ?? ''
    if (errors || told.has(pathname) || !KEPT_SCREENS.includes(file)) return
    timer = setTimeout(() => {
      told.add(pathname)
      tell({ do: 'remember', path: pathname })
    }, READ_AFTER_MS)
  }
  look(state)
  subscribe(look)
}

/** Pages of an app may stay open for days. */
function keepUpToDate(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < UPDATE_AFTER_MS) return
    lookedAt = Date.now()
    registration.update().catch(() => {})
  })
}

/** Pages accept addresses of scripts from a policy only. */
function workerAddress(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  return types ? types.createPolicy('stoa-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER) : WORKER
}
