import '@stoa/comments/moderation.css'
import '@stoa/comments/styles.css'
import '@stoa/login/styles.css'
import '@stoa/poll/styles.css'
import '@stoa/post-feed/styles.css'
import '@stoa/post-view/styles.css'
import '@stoa/reactions/styles.css'
import '@stoa/ui/styles.css'
import './styles.css'
import { createClient, createSession, randomId, readVisitorId, saveReferral } from '@stoa/client'
import { createKyTransport } from '@stoa/client/ky'
import { followUrlMapping, type ShownPage } from '@stoa/contract'
import { createStoa, type DehydratedState, loadViewer, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { createToasts, createTranslator, I18nProvider } from '@stoa/ui'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createHistoryCache } from './history-cache.ts'
import { type DomainConfig, type HostedApp, HostedAppProvider, promotionsOf } from './hosted-app.ts'
import { keepInstallOffer } from './install-offer.ts'
import { createLazyAppCheck } from './lazy-app-check.ts'
import { dataLoader } from './load-data.ts'
import { messages } from './messages.ts'
import { loadAhead, loadMatched, whenIdle } from './preload.ts'
import { prepareContent } from './prepare-content.ts'
import { rememberViewer } from './remember-viewer.ts'
import { createRoutes } from './routes.tsx'
import { forgetWithSession } from './service-worker/forget.ts'
import { memberParts } from './shell/layout.tsx'
import { tellingArrivals } from './shell/navigation.ts'
import { createRenewal } from './shell/stale-build.ts'
import { createTranslations, loadTexts, type TextAddresses, withErrorTexts } from './translations.ts'
import { asRole, viewedRole } from './view-as.ts'

interface PageState {
  now: number
  config: DomainConfig
  menu: HostedApp['menu']
  translations: TextAddresses
  router: HydrationState
  stoa: DehydratedState
}

const {
  now,
  config,
  menu,
  translations: addresses,
  router: hydrationData,
  stoa: state,
} = JSON.parse(document.getElementById('stoa-state')?.textContent ?? '') as PageState
const translations = createTranslations(addresses)
// Must match the server's texts, or hydration would fail.
await loadTexts('reader')
followUrlMapping(() => config.urlMapping)
const visitorId = readVisitorId()
saveReferral(location.search)
const forum = { baseUrl: '', transport: withErrorTexts(createKyTransport()) }
const session = createSession({ client: createClient(forum) })
const appCheck = createLazyAppCheck(createClient({ ...forum, visitorId }))
// An admin may view the forum as somebody else, without changing anything. Visitors have no session.
const role = viewedRole()
const ownSession = role === 'visitor' ? undefined : session
const client = createClient({
  ...forum,
  transport: asRole(forum.transport, role),
  visitorId,
  appCheck,
  ...(ownSession && { session: ownSession }),
})
const realtime = async () => {
  const { createRealtime } = await import('@stoa/client/realtime')
  return createRealtime({ url: '', visitorId, getToken: session.getAccessToken })
}
const outbox: StoaOptions['outbox'] = async (stoa) => (await import('./outbox/outbox.ts')).createOutbox(stoa)
const stoa = createStoa({
  client,
  state,
  language: config.language,
  ...promotionsOf(config),
  ...(ownSession && { session: ownSession }),
  // Nothing is sent, and what arrives is for the admin.
  ...(role === null && { realtime, outbox }),
})
rememberViewer(stoa)
keepInstallOffer()
const history = createHistoryCache()
// One person's pages must not be shown to the next.
session.onChange(history.clear)
forgetWithSession(session)
const toasts = createToasts()
const t = createTranslator({ locale: config.language, messages, translations })
const renewal = createRenewal({
  entry: import.meta.url,
  onStale() {
    const action = { label: t('renewal.reload'), onAction: () => window.location.reload() }
    toasts.show({ text: t('renewal.text'), tone: 'danger', action })
  },
})
// Dispatched for every script that fails to load; the code that requested it shows the error.
window.addEventListener('vite:preloadError', () => void renewal.look())
const app: HostedApp = {
  stoa,
  config,
  origin: window.location.origin,
  menu,
  history,
  toasts,
  session: role === null ? session : null,
  renewal,
  t,
  viewAs: role,
}
// The router gives the first entry of every document the same key, so the next one would overwrite its scroll position.
const entry = window.history.state as { key?: string } | null
if (!entry?.key) window.history.replaceState({ ...entry, key: randomId() }, '')
const routes = createRoutes(app)
// Somebody seems to be signed in, so load the member tools early. If that fails, the header shows it.
if ('stoaExpected' in document.documentElement.dataset) memberParts.preload()
// The server rendering is hydrated at once, so the code of its blocks must be loaded.
const contents = [
  ...Object.values(stoa.state.getState().posts).map((post) => post?.postContent),
  ...Object.values(hydrationData.loaderData ?? {}).map((data: { page?: ShownPage } | null) => data?.page?.postContent),
]
await Promise.all([loadMatched(routes, window.location.pathname), prepareContent(...contents)])
const router = createBrowserRouter(routes, { hydrationData })

hydrateRoot(
  document.getElementById('stoa-app') as HTMLElement,
  <HostedAppProvider value={app}>
    <StoaProvider stoa={stoa}>
      <I18nProvider locale={config.language} translations={translations} now={now}>
        <RouterProvider router={tellingArrivals(router)} />
      </I18nProvider>
    </StoaProvider>
  </HostedAppProvider>,
)
loadAhead(routes, dataLoader(app, routes))
// After everything that the reader waits for.
const addWorker = () =>
  whenIdle(() => {
    import('./service-worker/register.ts').then(
      (worker) => worker.registerServiceWorker({ isOn: !config.withoutWorker, router }),
      () => {},
    )
  })
if (document.readyState === 'complete') addWorker()
else addEventListener('load', addWorker, { once: true })
// What an admin views as somebody else is no visit.
const countVisits = () =>
  import('./shown-pages.ts').then(
    ({ startBeacon }) =>
      startBeacon({
        path: () => window.location.pathname,
        onChange: (listener) => router.subscribe(listener),
        viewer: () => stoa.state.getState().viewer,
        isConsentRequired: config.consent === 'required',
      }),
    () => {},
  )
if (role === null) whenIdle(() => void countVisits())
loadViewer(stoa).catch(() => {
  // The viewer can't be loaded: the page becomes a visitor's, and every action retries.
  delete document.documentElement.dataset.stoaExpected
})
