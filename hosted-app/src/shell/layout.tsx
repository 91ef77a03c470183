import type { CallOutput } from '@stoa/contract'
import { ConnectedLogin, type ProviderUrls } from '@stoa/login'
import { useStoaState, useViewer } from '@stoa/store/react'
import { Button, lazy, ToastRegion, useLazy, useTranslate } from '@stoa/ui'
import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useParams } from 'react-router'
import { reviseConsent } from '../consent/consent.ts'
import { ConsentQuestion } from '../consent/consent-question.tsx'
import { signInMethods, useHostedApp } from '../hosted-app.ts'
import { SCROLL_KEY } from '../list-length.ts'
import { messages } from '../messages.ts'
import { useUnsentQuestion } from '../outbox/use-unsent-question.tsx'
import { passkeys } from '../passkeys.ts'
import { arrivalPath, providerPath, windowArrivalPath } from '../paths.ts'
import type { ScreenData } from '../screen-data.ts'
import { searchAt } from '../search-paths.ts'
import { Side } from '../side/side.tsx'
import { DemoChoice } from './demo-choice.tsx'
import { Header } from './header.tsx'
import { JoinNotice } from './join-notice.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { MainMenu, MainMenuPopup } from './main-menu/main-menu.tsx'
import { useMainMenu } from './main-menu/use-main-menu.ts'
import { SuggestName } from './name-suggestion/suggest-name.tsx'
import { useLoadingMarks } from './navigation.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { PreviewNotice } from './preview-notice.tsx'
import { ProfileCards } from './profile-card/profile-cards.tsx'
import { VisitorRail } from './rail/visitor-rail.tsx'
import { SavedIntent } from './saved-intent.ts'
import { searchFieldInSight, useSearchKey } from './search/use-search-key.ts'
import { openShortcutSheet } from './shortcuts/shortcut-switch.ts'
import { Shortcuts } from './shortcuts/shortcuts.tsx'
import { shownCount } from './shown-count.ts'
import { useAccent } from './use-accent.ts'
import { useCurrentCommunity } from './use-current-community.ts'
import { useErrorToast } from './use-error-toast.ts'
import { useLinkNavigation } from './use-link-navigation.ts'
import { useOneTap } from './use-one-tap.ts'

/** The parts of the frame that only members see; visitors don't load them. */
export const memberParts = lazy(async () => (await import('./member-tools/member-parts.tsx')).memberParts)

/** Only admins load it. */
const viewAsBanner = lazy(() => import('./view-as/view-as-banner.tsx'))

const LINKS = [
  { field: 'faqLink', label: 'app.faq' },
  { field: 'termsLink', label: 'app.terms' },
  { field: 'privacyLink', label: 'app.privacy' },
] as const

const PROVIDERS: ProviderUrls = {
  inWindow: (id, name) => providerPath(id, windowArrivalPath(name)),
  here: (id) => providerPath(id, arrivalPath(window.location.pathname + window.location.search)),
}

/** The composer and a response in the whole window have no rail. */
const WITHOUT_RAIL = /\/posts\/create(\/|$)|^\/bbs\/response\//

const NONE: CallOutput<'joinedList'>['items'] = []

declare global {
  interface Window {
    /** Handles earlier presses (`before-paint.js`). */
    stoaAlive?: () => void
  }
}

/** The frame of every screen. */
export function Layout() {
  const t = useTranslate(messages)
  const { config, session, toasts, viewAs = null } = useHostedApp()
  const { code: viewAsParts } = useLazy(viewAsBanner, viewAs !== null)
  const viewer = useViewer()
  const { code: parts, failures, retry } = useLazy(memberParts, Boolean(viewer))
  const alert = useErrorToast()
  const { token = config.defaultTokenName } = useParams()
  const { pathname, search } = useLocation()
  const app = useRef<HTMLDivElement>(null)
  const { main, side } = usePageChanges()
  useLoadingMarks(app, main)
  const community = useCurrentCommunity()
  const menu = useMainMenu()
  const communities = useStoaState(({ joined }) => joined) ?? NONE
  const hasRail = !WITHOUT_RAIL.test(pathname)
  const { mayLeave, question } = useUnsentQuestion()
  const leave = () => void session?.signOut().catch(alert)
  const signOut = () => void mayLeave().then((isLeaving) => isLeaving && leave())
  useLinkNavigation()
  useSearchKey()
  useOneTap()
  // Runs after the fields' own effects have read their values from the server-rendered form.
  useEffect(() => void setTimeout(() => window.stoaAlive?.()), [])
  return (
    <div ref={app} className="stoa-app" {...useAccent()}>
      <a className="stoa-app-skip" href="#main">
        {t('app.skip')}
      </a>
      <PreviewNotice />
      <ConsentQuestion />
      <Header
        title={config.domainDisplayName}
        logo={config.logoLink}
        showPicker={config.enableForumPicker}
        community={community}
        communities={communities}
        viewer={viewer}
        menu={
          viewer
            ? parts && <parts.Menu viewer={viewer} tokenName={token} hasRail={hasRail} onSignOut={signOut} />
            : menu.length > 0 && <MainMenuPopup items={menu} address={pathname + search} />
        }
        tools={
          viewer && parts ? (
            <parts.Tools viewer={viewer} tokenName={token} onSignOut={signOut} />
          ) : (
            failures > 0 && <Button onClick={retry}>{t('error.failed.retry')}</Button>
          )
        }
        path={pathname + search}
      />
      <p className="stoa-app-scriptless">{t('app.scriptless')}</p>
      <div className="stoa-app-columns">
        {hasRail && (
          <nav
            className="stoa-app-rail"
            aria-label={t('app.navigation')}
            data-known={viewer === null || Boolean(viewer && parts) || undefined}
          >
            {viewer && parts ? (
              <parts.Rail viewer={viewer} />
            ) : (
              <>
                <VisitorRail path={pathname} showsCommunities={config.enableForumPicker} />
                <MainMenu items={menu} address={pathname + search} />
              </>
            )}
          </nav>
        )}
        <main ref={main} id="main" className="stoa-app-main" tabIndex={-1}>
          <Outlet />
        </main>
        {side && <Side key={side} name={side} />}
      </div>
      <footer className="stoa-app-footer">
        {config.poweredBy && <span>{t('app.footer')}</span>}
        {LINKS.map(({ field, label }) => {
          const href = config[field]
          return (
            href && (
              <a key={field} href={href}>
                {t(label)}
              </a>
            )
          )
        })}
        <LanguageChoice className="stoa-app-footer-choice" />
        {config.consent === 'required' && (
          <button type="button" className="stoa-app-footer-choice" onClick={reviseConsent}>
            {t('app.consent')}
          </button>
        )}
        <button type="button" className="stoa-app-footer-keys" onClick={openShortcutSheet}>
          {t('settings.to.keyboard')}
        </button>
      </footer>
      {viewer && parts && <parts.BottomBar viewer={viewer} tokenName={token} onSignOut={signOut} />}
      <SavedIntent onFailure={alert} />
      {viewAs && viewAsParts && <viewAsParts.ViewAsBanner viewedAs={viewAs} />}
      <Shortcuts />
      <ProfileCards />
      <SuggestName />
      {viewer && parts && <parts.Invitation viewer={viewer} />}
      <JoinNotice />
      <OfflineNotice />
      {question}
      <ToastRegion toasts={toasts} />
      <ScrollRestoration storageKey={SCROLL_KEY} />
      {session && (
        <ConnectedLogin
          session={session}
          ways={signInMethods(config)}
          terms={config.termsLink}
          privacy={config.privacyLink}
          providers={PROVIDERS}
          passkeys={passkeys}
          below={config.demo && DemoChoice}
          onFailure={alert}
        />
      )}
    </div>
  )
}

/**
 * Updates title, history and focus with the screen: a new page is announced and starts at its top. Changing the order
 * or loading more keeps focus.
 */
function usePageChanges() {
  const { history } = useHostedApp()
  const { key, pathname, search, hash } = useLocation()
  const data = useMatches().at(-1)?.data as ScreenData | undefined
  const main = useRef<HTMLElement>(null)
  const lastPathname = useRef(pathname)
  const unseen = useStoaState(({ unread }) => unread?.unseen ?? 0)
  useEffect(() => {
    if (data !== undefined) document.title = unseen > 0 ? `(${shownCount(unseen)}) ${data.head.title}` : data.head.title
  }, [data, unseen])
  useEffect(() => {
    if (data === undefined) return
    history.keep(key, data)
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    if (hash !== '') return
    // A search without words waits for them.
    const field = searchAt(pathname + search)?.query === '' ? searchFieldInSight() : undefined
    const target = field ?? main.current
    target?.focus({ preventScroll: true })
  }, [data, hash, history, key, pathname, search])
  return { main, side: data?.side }
}
