import {
  type Consent,
  type ConsentPurpose,
  consentCookie,
  type ErrorResponse,
  isOptedOut,
  readConsent,
} from '@stoa/contract'
import type { ThreadPartName } from '../first-view/fragment-state.ts'
import {
  addressOf,
  attributeOf,
  type ElementEvents,
  type ElementOptions,
  languageOf,
  optionNames as names,
} from '../options.ts'
import { articleOf, onPageChange, type PageArticle } from './article.ts'
import { clearFragments, type FragmentQuery, type FragmentResponse, fetchFragment, queryOf } from './fetch-fragments.ts'
import { retryWords } from './retry-words.ts'

/** An element's options, completed with data from the page. */
export interface MountOptions extends ElementOptions {
  forumUrl: string
  /** Empty: neither the element nor the page names a language, so the domain's counts. */
  locale: string
  article: PageArticle
}

/** An element's component code, mounted. */
export interface Mounted {
  /** Resolves when the server's HTML is hydrated. Default: there was none. */
  hydration?: Promise<void>
  /** Applies options, which may be unchanged. */
  update(options: MountOptions): void
  unmount(): void
}

/** Mounts an element's component code. `onError` is called if a part of the code fails to load. */
export type Mount = (host: HTMLElement, options: MountOptions, onError: (error: unknown) => void) => Mounted

/** The server's HTML in an element, used until the component code takes over. */
export interface ServerView {
  /** Resolves when the reader does more than read, or something has changed. Each call waits for the next time. */
  untilNeeded(): Promise<void>
  /** Applies changed options; returns false if they need other HTML. */
  update(options: MountOptions): boolean
  /** Transfers the nodes to the component code. What the reader did before `hydration` resolves is replayed then. */
  transfer(hydration: Promise<void> | undefined): void
  /** Shows that the component code didn't load, with a retry button. */
  fail(): void
  remove(): void
}

/** The content of an element, until it leaves the page or is shown again. */
export interface ElementContent {
  /** Applies changed options; returns false if it must be shown again. */
  update(options: MountOptions): boolean
  remove(): void
}

/** Elements start to load at this distance from the viewport. */
const NEAR_PX = 800
const TIMEOUT_MS = 10_000

/** How an element loads and shows its content. `attempt` counts failures to load its code. */
export interface ElementParts {
  /** Origin of the forum. */
  forumUrl: string
  /** Logs problems with the element's attributes. With `failure`, it also shows why there is no content. */
  report: (host: HTMLElement, attempt: number, failure?: Failure) => Promise<void>
  /** The part of a thread that the server renders for it. False: none, and the element shows no messages either. */
  part: ThreadPartName | false
  /** Loads the code and shows the element, unless `isOver` by then. */
  show: (host: HTMLElement, options: MountOptions, about: Showing) => Promise<ElementContent | undefined>
}

/** One attempt to show an element. */
export interface Showing {
  /** The server's HTML; undefined: the page contains it, or there is none. */
  fragment: FragmentResponse | undefined
  attempt: number
  isOver(): boolean
  /** Reports that something didn't load. `isShown`: there is still content to read. Default false. */
  fail(error: unknown, isShown?: boolean): void
}

/** Why an element shows nothing, and how to try again. */
export interface Failure extends ElementFailure {
  /** What the forum refused, by field. */
  details?: ErrorResponse['details']
  options: MountOptions
  retry: () => void
}

/** The elements on the page: each one's query, and its handler for a possible change to another article. */
const elements = new Map<() => FragmentQuery, () => void>()

onPageChange(() => {
  for (const pageChanged of elements.values()) pageChanged()
})

/**
 * Defines a custom element that loads its content lazily. A second copy of the script on a page changes nothing.
 * Elements may be inserted late, moved (they keep their state), removed (they free their resources), and given
 * properties before the script has loaded.
 */
export function defineElement(tag: string, about: ElementParts): void {
  if (customElements.get(tag)) return

  class StoaElement extends HTMLElement {
    static readonly observedAttributes = names.map(attributeOf)
    readonly #content = createElement(this, about)

    static {
      for (const name of names) {
        Object.defineProperty(StoaElement.prototype, name, {
          get(this: StoaElement) {
            return this.#content.option(name)
          },
          // Kept as the attribute, so that what a framework set in one way it can change in the other. `''` is true.
          set(this: StoaElement, value: unknown) {
            if (value == null || value === false) this.removeAttribute(attributeOf(name))
            else this.setAttribute(attributeOf(name), value === true ? '' : String(value))
          },
        })
      }
    }

    /** What the page's visitor allows; before a choice nothing. */
    get consent(): Consent {
      return readConsent({ cookies: document.cookie, isOptedOut: isOptedOut(navigator) }, true)
    }

    set consent(allowed: Readonly<Record<ConsentPurpose, boolean>>) {
      document.cookie = consentCookie(allowed, { isSecure: location.protocol === 'https:' })
      this.dispatchEvent(new CustomEvent('stoa-consent', { bubbles: true, composed: true, detail: this.consent }))
    }

    connectedCallback(): void {
      // Properties set before the definition would hide the accessors.
      for (const name of [...names, 'sso', 'consent'] as (keyof this)[]) {
        if (!Object.hasOwn(this, name)) continue
        const value = this[name]
        delete this[name]
        this[name] = value
      }
      this.#content.queue()
    }

    // Moving an element removes and inserts it in one task, so the decision waits for a microtask.
    disconnectedCallback(): void {
      this.#content.queue()
    }

    attributeChangedCallback(): void {
      this.#content.queue()
    }
  }

  customElements.define(tag, StoaElement)
}

/** The state of an element. A closure needs fewer bytes than private fields. */
function createElement(host: HTMLElement, about: ElementParts) {
  /** Identifies the current attempt to show the element. */
  let showing: object | undefined
  let content: ElementContent | undefined | void
  let observer: IntersectionObserver | undefined
  let isQueued = false
  let attempt = 0

  const question = () => queryOf(about.part, options())

  function option(name: keyof ElementOptions): unknown {
    const text = host.getAttribute(attributeOf(name))
    if (name === 'words') return text !== null && text !== 'false'
    return (name === 'pageSize' ? Number(text) : text) || undefined
  }

  function options(): MountOptions {
    const usable = Object.fromEntries(names.map((name) => [name, option(name)])) as unknown as ElementOptions
    return {
      ...usable,
      forumUrl: addressOf(usable.forumUrl ?? about.forumUrl)?.origin ?? about.forumUrl,
      locale: languageOf(usable.locale ?? host.closest<HTMLElement>('[lang]')?.lang ?? '') ?? '',
      article: articleOf(usable),
    }
  }

  function queue(): void {
    // A single-page application may navigate around an element that stays.
    elements.set(question, () => showing && queue())
    if (isQueued) return
    isQueued = true
    queueMicrotask(() => {
      isQueued = false
      const { isConnected } = host
      if (!isConnected || !option('community')) {
        elements.delete(question)
        stop()
        if (isConnected) about.report(host, attempt).catch(() => {})
        return
      }
      if (showing) change()
      // A linked comment may be far below.
      else if (option('load') === 'now' || location.hash.startsWith('#comment-') || !('IntersectionObserver' in window))
        void show()
      else if (!observer) {
        observer = new IntersectionObserver(
          (entries) => {
            if (entries.some((entry) => entry.isIntersecting)) void show()
          },
          { rootMargin: `${NEAR_PX}px` },
        )
        observer.observe(host)
      }
    })
  }

  async function show(): Promise<void> {
    stop()
    const current = {}
    showing = current
    const isOver = () => showing !== current
    const now = options()
    let fragment: FragmentResponse | undefined
    if (about.part && !host.shadowRoot?.querySelector('.stoa-embed')) {
      showText()
      fragment = fetchFragment(question(), elements.keys())
    }
    // A late response is still shown.
    const timer = setTimeout(() => reportError({ code: 'TIMEOUT' }), TIMEOUT_MS)
    const fail = (error: unknown, isShown?: boolean) => {
      if (isOver()) return
      if (!isShown) stop()
      reportError(error, isShown)
    }
    const next = await about.show(host, now, { fragment, attempt, isOver, fail }).catch(fail)
    clearTimeout(timer)
    if (isOver()) {
      next?.remove()
      return
    }
    content = next
    // The options may have changed since.
    change()
  }

  /**
   * Reports what didn't load to the page and console and, where nothing is shown, to the reader with a retry button. A
   * count keeps its text.
   */
  function reportError(error: unknown, isShown = false): void {
    const { code = 'NETWORK', message = code } = error as Partial<ElementFailure>
    const detail = { code, message, shown: isShown }
    host.dispatchEvent(new CustomEvent('stoa-error', { bubbles: true, composed: true, detail }))
    const log = () => console.error(host.localName, message)
    if (isShown || !about.part) return log()
    const retry = () => {
      attempt += 1
      void show()
    }
    showText(retry)
    about.report(host, attempt, { ...(error as object), ...detail, retry, options: options() }).catch(log)
  }

  /** Shows that it loads, in no language, or a retry button, without loading more code. */
  function showText(onclick?: () => void): void {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    // After a failed retry the button keeps the focus.
    if (root.querySelector('button')) return
    const words = document.createElement(onclick ? 'button' : 'div')
    root.replaceChildren(words)
    const [page = ''] = options().locale.split('-')
    const lang = retryWords[page] ? page : 'en'
    Object.assign(words, { lang, textContent: onclick ? retryWords[lang] : '…', onclick })
  }

  function change(): void {
    if (content?.update(options()) === false) void show()
  }

  function stop(): void {
    if (showing) clearFragments()
    observer?.disconnect()
    content?.remove()
    showing = observer = content = undefined
  }

  return { option, queue }
}

/** Why something could not be shown. */
type ElementFailure = ElementEvents['stoa-error']['detail']
