import { articleOf, type PageArticle } from './article.ts'
import { type ElementOptions, optionAttributes } from './options.ts'

/** An element's options with what follows from the page around it. */
export interface MountOptions extends ElementOptions {
  forumUrl: string
  article: PageArticle
}

/** An element that shows something: changed when its options change, ended when it leaves the page. */
export interface Mounted {
  update(options: MountOptions): void
  unmount(): void
}

/** Shows something in an element. Loaded when the first element of its kind needs it. */
export type Mount = (host: HTMLElement, options: MountOptions) => Mounted

/** Elements begin to load this far outside the view. */
const NEAR_PX = 800

const names = Object.keys(optionAttributes) as (keyof ElementOptions)[]

/** What an element is made of. */
export interface ElementParts {
  forumUrl: string
  load: () => Promise<Mount>
  /** Runs before the element's own code is loaded; its failure is left to that code to tell. Default: nothing. */
  before?: (host: HTMLElement, options: MountOptions) => Promise<void>
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
    #mounted: Mounted | Promise<Mounted | null> | null = null
    #observer: IntersectionObserver | null = null
    #isQueued = false

    static {
      for (const name of names) {
        Object.defineProperty(StoaElement.prototype, name, {
          configurable: true,
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

    #options(): MountOptions {
      const set = names.map((name) => [name, this.#option(name)]).filter(([, value]) => value !== undefined)
      const options: ElementOptions & { forumUrl: string } = { forumUrl: about.forumUrl, ...Object.fromEntries(set) }
      return { ...options, article: articleOf(options) }
    }

    #queue(): void {
      if (this.#isQueued) return
      this.#isQueued = true
      queueMicrotask(() => {
        this.#isQueued = false
        if (!this.isConnected) this.#stop()
        else if (this.#mounted) void this.#change()
        else this.#start()
      })
    }

    #start(): void {
      if (this.#observer || !this.#option('community')) return
      if (this.#option('load') === 'now' || typeof IntersectionObserver === 'undefined') {
        this.#show()
        return
      }
      this.#observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) this.#show()
        },
        { rootMargin: `${NEAR_PX}px` },
      )
      this.#observer.observe(this)
    }

    #show(): void {
      this.#observer?.disconnect()
      this.#observer = null
      const before = about.before?.(this, this.#options()).catch(() => {}) ?? Promise.resolve()
      const loading: Promise<Mounted | null> = before.then(about.load).then(
        (mount) => {
          if (this.#mounted !== loading) return null
          return (this.#mounted = mount(this, this.#options()))
        },
        (error: unknown) => {
          if (this.#mounted === loading) this.#mounted = null
          console.error(`<${tag}> could not be loaded.`, error)
          return null
        },
      )
      this.#mounted = loading
    }

    async #change(): Promise<void> {
      const mounted = await this.#mounted
      mounted?.update(this.#options())
    }

    #stop(): void {
      this.#observer?.disconnect()
      this.#observer = null
      const mounted = this.#mounted
      this.#mounted = null
      if (mounted && 'unmount' in mounted) mounted.unmount()
    }
  }

  customElements.define(tag, StoaElement)
}
