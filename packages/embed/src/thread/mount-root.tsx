import { StoaProvider } from '@stoa/store/react'
import { type Catalogue, I18nProvider } from '@stoa/ui'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { adopt, applyTextSize } from '../first-view/adopt-styles.ts'
import { CONTAINER } from '../first-view/fragment-state.ts'
import { collapseIfEmpty, sendEvent } from '../first-view/host-element.ts'
import { unwatchPageTheme, watchPageTheme } from '../first-view/page-theme.ts'
import type { MountOptions } from '../loader/define-element.ts'
import type { Forum } from '../session/forum.ts'
import { holdState } from './frozen-state.ts'

/** A root in an element's shadow root. */
export interface MountedRoot {
  /** Renders with the element's options and the locale to show; `now` is the time of the server's rendering, `texts` replace English ones. */
  render(
    options: MountOptions,
    content: ReactNode,
    about?: { now?: number | undefined; texts?: Catalogue | undefined },
  ): void
  /** Call when the server's HTML shows the same as the store. Until `settle` it renders the store's current state. */
  hold(): void
  /** Call when everything is hydrated. From then on it shows the store's changes, and formats times again. */
  settle(): void
  unmount(): void
}

const USE = ['pointerdown', 'keydown', 'focusin', 'click'] as const
const APPROACH = ['pointerenter', 'focusin', 'touchstart', 'click'] as const

/**
 * Creates a root in the element's shadow root. If it has the server's HTML, the first `render` hydrates it.
 */
export function mountRoot(host: HTMLElement, about: { forum: Forum; styles: string }): MountedRoot {
  const { forum, styles } = about
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  if (shadow.adoptedStyleSheets.length === 0) applyTextSize(shadow)
  adopt(shadow, styles)
  const forgetApproach = loadOnApproach(host, shadow)
  const noteUse = () => {
    forum.activeHost = host
  }
  for (const event of USE) host.addEventListener(event, noteUse, { capture: true, passive: true })
  const rendered = shadow.querySelector<HTMLElement>(`.${CONTAINER}`)
  const container = rendered ?? document.createElement('div')
  // Replaces earlier messages.
  if (!rendered) shadow.replaceChildren(container)
  container.className = CONTAINER
  let root: Root | null = null
  let renderedAt: number | undefined
  let heldState: ReturnType<typeof holdState> | undefined
  const collapse = () => collapseIfEmpty(host, container)
  const observer = new MutationObserver(collapse)
  const shownTimes = rendered ? timesIn(rendered) : undefined

  return {
    render(options, content, { now, texts } = {}) {
      renderedAt ??= now
      const { locale } = options
      container.lang = locale
      watchPageTheme(host, options)
      const tree = (
        <StoaProvider stoa={heldState?.stoa ?? forum.stoa}>
          <I18nProvider locale={locale} now={renderedAt} shownTimes={shownTimes} translations={texts}>
            {content}
          </I18nProvider>
        </StoaProvider>
      )
      if (root) root.render(tree)
      else if (rendered) root = hydrateRoot(container, tree)
      else {
        root = createRoot(container)
        root.render(tree)
      }
    },
    hold() {
      heldState ??= holdState(forum.stoa)
    },
    settle() {
      heldState?.release()
      collapse()
      observer.observe(container, { childList: true, subtree: true })
      shownTimes?.clear()
    },
    unmount() {
      for (const event of USE) host.removeEventListener(event, noteUse, { capture: true })
      observer.disconnect()
      host.removeAttribute('data-stoa-empty')
      forgetApproach()
      unwatchPageTheme(host)
      // The shared forum must not hold a removed element.
      if (forum.activeHost === host) forum.activeHost = null
      root?.unmount()
      container.remove()
    },
  }
}

/** The displayed times. */
function timesIn(container: Element): Map<number, string> {
  const times = container.querySelectorAll<HTMLTimeElement>('time.stoa-time')
  return new Map(Array.from(times, ({ dateTime, textContent }) => [Date.parse(dateTime), textContent]))
}

/** Loads the code for taking part in advance, as a pop-up may open only soon after the press. */
function loadOnApproach(host: HTMLElement, shadow: ShadowRoot): () => void {
  const forget = () => {
    for (const event of APPROACH) host.removeEventListener(event, load)
  }
  const load = () => {
    forget()
    Promise.all([import('@stoa/login/partner'), import('@stoa/client/partner-session')]).catch(() => {
      // It is loaded again, and failures are reported, when needed.
    })
    import('./interaction.tsx')
      .then(({ interactionStyles }) => adopt(shadow, interactionStyles))
      .catch((error: unknown) => {
        // The error names the file. The next approach tries again.
        console.error(error)
        sendEvent(host, 'stoa-error', { code: 'CODE_NOT_LOADED', message: String(error), shown: true })
        listen()
      })
  }
  const listen = () => {
    for (const event of APPROACH) host.addEventListener(event, load, { passive: true })
  }
  listen()
  if (host.matches(':hover') || shadow.activeElement) load()
  return forget
}
