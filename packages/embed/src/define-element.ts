import { articleOf, type PageArticle } from './article.ts'
import { addressOf, type ElementOptions, isUsable, languageOf, optionAttributes } from './options.ts'
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
  update(options: MountOptions): void
  unmount(): void
}

/** Shows something in an element. Loaded when the first element of its kind needs it. */
export type Mount = (host: HTMLElement, options: MountOptions) => Mounted

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
  forumUrl: string
  load: () => Promise<Mount>
  /** Shows the server's rendering, which the element's own code takes over; what fails is left to that code to tell. Default: nothing. */
  render?: (host: HTMLElement, options: MountOptions) => Promise<Rendered | null>
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
    #rendered: Rendered | null = null
    #mounted: Mounted | null = null
    #observer: IntersectionObserver | null = null
    #isQueued = false
    #article = ''
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
        const value = this[name as keyof this]
        delete this[name as keyof this]
        Object.assign(this, { [name]: value })
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
      return text === null || text === '' ? undefined : kind === 'number' ? Number(text) : text
    }

    #set(): Omit<MountOptions, 'article'> {
      const given = names.map((name) => [name, this.#option(name)] as const).filter(([, value]) => value !== undefined)
      const usable = given.filter(([name, value]) => isUsable(optionAttributes[name], value))
      const set = Object.fromEntries(usable) as unknown as ElementOptions
      if (usable.length < given.length) this.#complain()
      return {
        ...set,
        forumUrl: (set.forumUrl && addressOf(set.forumUrl)?.origin) || about.forumUrl,
        locale: languageOf(set.locale ?? this.closest<HTMLElement>('[lang]')?.lang ?? '') || 'en',
      }
    }

    /** Tells the integrator what is wrong with the element; nothing depends on it. */
    #complain(): void {
      import('./complaints.ts').then(
        ({ complain }) => complain(this, { optionAttributes, isUsable }),
        () => {},
      )
    }

    #options(): MountOptions {
      const options = this.#set()
      const article = articleOf(options)
      this.#article = JSON.stringify(article)
      return { ...options, article }
    }

    #queue(): void {
      if (this.#isQueued) return
      this.#isQueued = true
      queueMicrotask(() => {
        this.#isQueued = false
        if (!this.isConnected) {
          this.#unwatch?.()
          this.#unwatch = null
          this.#stop()
          return
        }
        // An application may go to its next article around an element that stays.
        this.#unwatch ??= onPageChange(() => {
          if (this.#showing && JSON.stringify(articleOf(this.#set())) !== this.#article) this.#queue()
        })
        if (this.#showing) this.#change()
        else this.#start()
      })
    }

    #start(): void {
      if (this.#observer) return
      if (!this.#option('community')) {
        this.#complain()
        return
      }
      if (this.#option('load') === 'now' || typeof IntersectionObserver === 'undefined') {
        void this.#show()
        return
      }
      this.#observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) void this.#show()
        },
        { rootMargin: `${NEAR_PX}px` },
      )
      this.#observer.observe(this)
    }

    async #show(): Promise<void> {
      this.#observer?.disconnect()
      this.#observer = null
      const showing = {}
      this.#showing = showing
      const isOver = () => this.#showing !== showing
      const rendered = (await about.render?.(this, this.#options()).catch(() => null)) ?? null
      if (isOver()) {
        rendered?.remove()
        return
      }
      this.#rendered = rendered
      // They may have changed since it was asked for.
      this.#change()
      if (isOver()) return
      const mount = await this.#load(rendered, isOver)
      if (isOver() || !mount) return
      this.#mounted = mount(this, this.#options())
      rendered?.handOver(this.#mounted.shown)
    }

    /** The element's own code; null when it can't be had and nothing is shown that somebody might want it for. */
    async #load(rendered: Rendered | null, isOver: () => boolean): Promise<Mount | null> {
      for (;;) {
        await rendered?.untilWanted()
        if (isOver()) return null
        try {
          const mount = await about.load()
          // A task of its own for what the code does first.
          if (rendered) await new Promise((resolve) => setTimeout(resolve))
          return mount
        } catch (error) {
          if (isOver()) return null
          console.error(`<${tag}> could not be loaded.`, error)
          if (rendered) continue
          this.#showing = null
          return null
        }
      }
    }

    #change(): void {
      const options = this.#options()
      const isShown = this.#rendered?.update(options)
      if (this.#mounted) this.#mounted.update(options)
      else if (isShown === false) {
        this.#stop()
        void this.#show()
      }
    }

    #stop(): void {
      this.#observer?.disconnect()
      this.#observer = null
      this.#showing = null
      // First what still serves parts that are not alive: it keeps what is typed in them.
      this.#rendered?.remove()
      this.#rendered = null
      this.#mounted?.unmount()
      this.#mounted = null
    }
  }

  customElements.define(tag, StoaElement)
}
