/** The parts of a service worker's scope that are used here. TypeScript's own types of them exclude those of pages. */

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  /** The browser's own request for the page, if it began with one. */
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(response: Promise<Response> | Response): void
}

export interface MessageFromPage extends ExtendableEvent {
  readonly data: unknown
}

export interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null
}

export interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
  readonly action: string
}

export interface SubscriptionChange extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null
  readonly oldSubscription?: PushSubscription | null
}

export interface WindowClient {
  readonly url: string
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<WindowClient>
  navigate(url: string): Promise<WindowClient | null>
  postMessage(message: unknown): void
}

interface Events {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: MessageFromPage
  push: PushEvent
  notificationclick: NotificationEvent
  notificationclose: NotificationEvent
  pushsubscriptionchange: SubscriptionChange
}

/** A build of the forum, as the server describes it at the beginning of the worker's script. */
export interface WorkerBuild {
  version: string
  /** Paths of the files that the offline page and posts need, and of the offline page itself. */
  files: readonly string[]
}

export interface WorkerScope {
  readonly stoaBuild: WorkerBuild
  readonly location: { readonly origin: string }
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
  readonly caches: CacheStorage
  readonly navigator: { readonly onLine: boolean }
  fetch(input: Request | string, init?: RequestInit): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}

/** The running worker's scope. */
export const scope = globalThis as unknown as WorkerScope
