import { StoaProvider } from '@stoa/store/react'
import { directionOf, I18nProvider } from '@stoa/ui'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { adopt, followTextSize } from './adopt-styles.ts'
import type { MountOptions } from './define-element.ts'
import type { Forum } from './forum.ts'
import { CONTAINER } from './rendered.ts'

/** Draws into the shadow root of an element. */
export interface MountedRoot {
  /** Draws with the element's present options; `now` is the time of the server's rendering. */
  render(options: MountOptions, content: ReactNode, now?: number): void
  /** All of the server's rendering is taken over: times are written anew from now on. */
  settle(): void
  unmount(): void
}

const USE = ['pointerdown', 'keydown', 'focusin', 'click'] as const
const APPROACH = ['pointerenter', 'focusin', 'touchstart', 'click'] as const

/**
 * Opens the element's shadow root, or takes over the one that came with the page: then the nodes in it are kept, and the
 * first `render` only brings them to life.
 */
export function mountRoot(host: HTMLElement, about: { forum: Forum; styles: string }): MountedRoot {
  const { forum, styles } = about
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  if (shadow.adoptedStyleSheets.length === 0) followTextSize(shadow)
  adopt(shadow, styles)
  const forgetApproach = adoptOnInteraction(host, shadow)
  const noteUse = () => {
    forum.activeHost = host
  }
  for (const event of USE) host.addEventListener(event, noteUse, { capture: true, passive: true })
  const rendered = shadow.querySelector<HTMLElement>(`.${CONTAINER}`)
  const container = rendered ?? document.createElement('div')
  // Words that stood there, of what was wrong until now, go.
  if (!rendered) shadow.replaceChildren(container)
  container.className = CONTAINER
  let root: Root | null = null
  let renderedAt: number | undefined
  const shownTimes = rendered ? timesIn(rendered) : undefined

  return {
    render(options, content, now) {
      renderedAt ??= now
      const { locale } = options
      container.lang = locale
      container.dir = directionOf(locale)
      if (options.theme === 'light' || options.theme === 'dark') host.dataset.stoaTheme = options.theme
      else delete host.dataset.stoaTheme
      const tree = (
        <StoaProvider stoa={forum.stoa}>
          <I18nProvider locale={locale} now={renderedAt} shownTimes={shownTimes}>
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
    settle: () => shownTimes?.clear(),
    unmount() {
      for (const event of USE) host.removeEventListener(event, noteUse, { capture: true })
      forgetApproach()
      // An element that has left the page is not held by what the others share.
      if (forum.activeHost === host) forum.activeHost = null
      root?.unmount()
      container.remove()
    },
  }
}

/** Times as they stand there. */
function timesIn(container: Element): Map<number, string> {
  const times = container.querySelectorAll<HTMLTimeElement>('time.stoa-time')
  return new Map(Array.from(times, ({ dateTime, textContent }) => [Date.parse(dateTime), textContent]))
}

/** Styles and words of what appears only when somebody takes part come when they are about to. */
function adoptOnInteraction(host: HTMLElement, shadow: ShadowRoot): () => void {
  const forget = () => {
    for (const event of APPROACH) host.removeEventListener(event, load)
  }
  const load = () => {
    forget()
    import('./taking-part.ts')
      .then(({ interactionStyles }) => adopt(shadow, interactionStyles))
      // The error names the file.
      .catch(console.error)
  }
  for (const event of APPROACH) host.addEventListener(event, load, { passive: true })
  if (host.matches(':hover') || shadow.activeElement) load()
  return forget
}
