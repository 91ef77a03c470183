import { articleOf, type PageArticle } from './article.ts'
import { type ElementOptions, isUsable, languageOf, optionAttributes } from './options.ts'
import { onPageChange } from './page-changes.ts'

/** An element's options with what follows from the page around it. */
export interface MountOptions extends ElementOptions {
  forumUrl: string
  locale: string
  article: PageArticle
}

/** An element that shows something: changed when its options change, ended when it leaves the page. */
export interface Mounted {
  /** Comes when it has taken the server's rendering over, where there is one. Default: it has at once. */
  shown?: Promise<void>
  /** Takes options, which may be what they were: the page has changed, or what was set is nothing new. */
  update(options: MountOptions): void
  unmount(): void
}

/** Shows something in an element. Loaded when the first element of its kind needs it. `onLost`: a part of its code could not be had. */
export type Mount = (host: HTMLElement, options: MountOptions, onLost: (error: unknown) => void) => Mounted

/** What stands in an element before its own code does: the thread as the server rendered it. */
export interface Rendered {
  /** Comes when more than reading is wanted, or there is news; each call waits for the next time. */
  untilWanted(): Promise<void>
  /** Takes changed options; false when it is the rendering of others. */
  update(options: MountOptions): boolean
  /** The element's own code takes the nodes, and has them when the promise comes: what the reader has done until then is done again. */
  handOver(shown: Promise<void> | undefined): void
  /** The element has left the page, or is made anew. */
  remove(): void
}

/** Elements begin to load this far outside the view. */
const NEAR_PX = 800

const names = Object.keys(optionAttributes) as (keyof ElementOptions)[]

/** What an element is made of. */
export interface ElementParts {
  /** An address of the forum. */
  forumUrl: string
  load: () => Promise<Mount>
  /**
   * Shows the server's rendering, which the element's own code takes over, unless the showing is over by then; what fails
   * is left to that code to tell. Default: nothing.
   */
  render?: (host: HTMLElement, options: MountOptions, isOver: () => boolean) => Promise<Rendered | null>
}

/**
 * Defines a custom element that loads its content lazily. A second copy of the script on a page changes nothing.
 * Elements may be inserted late, moved (they keep their state), removed (they free what they held), and given
 * properties before the script has come.
 */
export function defineElement(tag: string, about: ElementParts): void {
  if (customElements.get(tag)) return

  class StoaElement extends HTMLElement {
    static readonly observedAttributes = names.map((name) => optionAttributes[name].attribute)
    readonly #given: Record<string, unknown> = {}
    /** Stands for one showing, until the element leaves or its rendering is that of other options. */
    #showing: object | null = null
    #rendered: Rendered | null | undefined
    #mounted: Mounted | null = null
    #observer: IntersectionObserver | null = null
    #isQueued = false
    #unwatch: (() => void) | null = null

    static {
      for (const name of names) {
        Object.defineProperty(StoaElement.prototype, name, {
          enumerable: true,
          get(this: StoaElement) {
            return this.#option(name)
          },
          set(this: StoaElement, value: unknown) {
            this.#given[name] = value
            this.#queue()
          },
        })
      }
    }

    connectedCallback(): void {
      // Properties set before the definition would hide the accessors for good.
      for (const name of names) {
        if (!Object.hasOwn(this, name)) continue
        this.#given[name] = this[name as keyof this]
        delete this[name as keyof this]
      }
      this.#queue()
    }

    // Moving an element takes it out and puts it back in one go: what follows is decided afterwards.
    disconnectedCallback(): void {
      this.#queue()
    }

    attributeChangedCallback(): void {
      this.#queue()
    }

    #option(name: keyof ElementOptions): unknown {
      if (this.#given[name] !== undefined) return this.#given[name]
      const { attribute, kind } = optionAttributes[name]
      const text = this.getAttribute(attribute)
      if (kind === 'flag') return text !== null && text !== 'false'
      return text ? (kind === 'number' ? Number(text) : text) : undefined
    }

    #set(): Omit<MountOptions, 'article'> {
      const set: { [name: string]: unknown } = {}
      for (const name of names) {
        const value = this.#option(name)
        if (value === undefined) continue
        if (isUsable(optionAttributes[name], value)) set[name] = value
        else this.#complain()
      }
      const options = set as unknown as ElementOptions
      return {
        ...options,
        forumUrl: new URL(options.forumUrl ?? about.forumUrl, document.baseURI).origin,
        locale: languageOf(options.locale ?? this.closest<HTMLElement>('[lang]')?.lang ?? '') || 'en',
      }
    }

    /** Tells the integrator what is wrong with the element; nothing depends on it. */
    #complain(): void {
      import('./complaints.ts').then(
        ({ complain }) => complain(this, optionAttributes, isUsable),
        () => {},
      )
    }

    #options(): MountOptions {
      const options = this.#set()
      return { ...options, article: articleOf(options) }
    }

    #queue(): void {
      if (this.#isQueued) return
      this.#isQueued = true
      queueMicrotask(() => {
        this.#isQueued = false
        const { isConnected } = this
        if (!isConnected || !this.#option('community')) {
          this.#unwatch?.()
          this.#unwatch = null
          this.#stop()
          if (isConnected) this.#complain()
          return
        }
        // An application may go to its next article around an element that stays.
        this.#unwatch ??= onPageChange(() => {
          if (this.#showing) this.#queue()
        })
        if (this.#showing) this.#change()
        else if (this.#option('load') === 'now') void this.#show()
        else if (!this.#observer) this.#wait()
      })
    }

    #wait(): void {
      this.#observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) void this.#show()
        },
        { rootMargin: `${NEAR_PX}px` },
      )
      this.#observer.observe(this)
    }

    async #show(): Promise<void> {
      this.#stop()
      const showing = {}
      this.#showing = showing
      const isOver = () => this.#showing !== showing
      const rendered = await about.render?.(this, this.#options(), isOver).catch(() => null)
      if (isOver()) {
        rendered?.remove()
        return
      }
      this.#rendered = rendered
      // They may have changed since it was asked for.
      this.#change()
      if (isOver()) return
      for (;;) {
        await rendered?.untilWanted()
        if (isOver()) return
        try {
          const mount = await about.load()
          if (isOver()) return
          this.#mounted = mount(this, this.#options(), (error) => this.#fail(error))
          rendered?.handOver(this.#mounted.shown)
          return
        } catch (error) {
          if (isOver()) return
          console.error(`<${tag}> could not be loaded.`, error)
          // Where the rendering stands, somebody may want it later.
          if (!rendered) return this.#fail(error)
        }
      }
    }

    /** Says without any code of its own that code could not be had, and offers another try; a count leaves what stands in it. */
    #fail(error: unknown): void {
      this.#stop()
      this.dispatchEvent(
        new CustomEvent('stoa-error', {
          bubbles: true,
          composed: true,
          detail: { code: 'NETWORK', message: String(error) },
        }),
      )
      if (tag === 'stoa-count') return
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
      // Tried again in vain: what was pressed keeps the focus.
      if (root.firstChild) return
      const button = document.createElement('button')
      button.lang = 'en'
      button.textContent = 'This could not be loaded. Try again'
      button.onclick = () => this.#queue()
      root.append(button)
    }

    #change(): void {
      const options = this.#options()
      const isShown = this.#rendered?.update(options)
      if (this.#mounted) this.#mounted.update(options)
      else if (isShown === false) void this.#show()
    }

    #stop(): void {
      this.#observer?.disconnect()
      this.#observer = null
      this.#showing = null
      // First what still serves parts that are not alive: it keeps what is typed in them.
      this.#rendered?.remove()
      this.#rendered = undefined
      this.#mounted?.unmount()
      this.#mounted = null
    }
  }

  customElements.define(tag, StoaElement)
}
