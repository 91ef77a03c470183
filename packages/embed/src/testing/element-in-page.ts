import type { ElementParts, Mount } from '../loader/define-element.ts'
import type { ElementOptions } from '../options.ts'

/** Everything observed is in view. */
export class SeenAtOnce {
  readonly #hear: (entries: object[]) => void
  constructor(hear: (entries: object[]) => void) {
    this.#hear = hear
  }
  observe(target?: Element): void {
    this.#hear([{ isIntersecting: true, target }])
  }
  disconnect(): void {}
}

/** Inserts an element with attributes into the page. */
export function insertElement(
  tag: string,
  attributes: Record<string, string> = { community: 'FORUM' },
): HTMLElement & ElementOptions {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  return element as HTMLElement & ElementOptions
}

/** Waits for queued work, including imports. */
export const settled = () => new Promise((resolve) => setTimeout(resolve))

/** An element without server rendering, whose code is loaded at once. */
export function partsOf(load: () => Promise<Mount>, report: ElementParts['report'] = async () => {}): ElementParts {
  return {
    forumUrl: 'https://forum.example',
    part: false,
    report,
    async show(host, options, { fail, isOver }) {
      const mount = await load()
      if (isOver()) return
      const { update, unmount } = mount(host, options, fail)
      return {
        update(next) {
          update(next)
          return true
        },
        remove: unmount,
      }
    },
  }
}
