import type { ElementContent, MountOptions } from '../loader/define-element.ts'
import { fetchCount } from './fetch-counts.ts'
import { type Count, countChanged, watchCount } from './live-counts.ts'

/** Its own attributes and global ones. */
const COUNT_ATTRIBUTES = /^(?:community|article-id|url|forum-url|locale|load|words|class|id|style|data-.*)$/

/**
 * `<stoa-count>`: an article's number of comments as text of the page. All counts of a page share one request per
 * community and load none of the widget's other code.
 */
export function show(host: HTMLElement, first: MountOptions): ElementContent {
  let lastTurn = 0
  let currentNumber = -1
  const count: Count = { options: first, postId: null, show: (number) => void write(number) }
  const leave = watchCount(count)

  async function write(number: number): Promise<void> {
    const turn = ++lastTurn
    currentNumber = number
    try {
      const { text, lang } = await textOf(number, count.options)
      if (turn !== lastTurn || host.textContent === text) return
      const isOfPage = lang === undefined || lang === host.closest<HTMLElement>('[lang]')?.lang
      if (isOfPage) host.textContent = text
      else host.replaceChildren(Object.assign(document.createElement('span'), { lang, textContent: text }))
    } catch (error) {
      console.error('<stoa-count>:', error)
    }
  }

  async function ask(options: MountOptions): Promise<void> {
    const turn = ++lastTurn
    try {
      const result = await fetchCount(options)
      if (turn !== lastTurn) return
      count.postId = result.postId
      countChanged(count)
      await write(result.count)
    } catch (error) {
      console.error('<stoa-count>:', error instanceof Error ? error.message : error)
    }
  }

  void ask(first)
  // Not `reportOversights`, which would load the first view.
  if (host.getAttributeNames().some((name) => !COUNT_ATTRIBUTES.test(name))) {
    import('../first-view/report-problems.ts').then(({ reportMisspelled }) => reportMisspelled(host)).catch(() => {})
  }
  return {
    update(next) {
      if (JSON.stringify(next) === JSON.stringify(count.options)) return true
      const isSame = articleOf(next) === articleOf(count.options)
      count.options = next
      if (isSame && currentNumber >= 0) void write(currentNumber)
      else void ask(next)
      return true
    },
    remove() {
      lastTurn += 1
      leave()
    },
  }
}

const articleOf = ({ forumUrl, community, article }: MountOptions) => JSON.stringify([forumUrl, community, article])

/** The text, and the language of words. */
async function textOf(count: number, options: MountOptions): Promise<{ text: string; lang?: string }> {
  const { locale, words } = options
  // A page without a language has the browser's.
  if (!words) return { text: new Intl.NumberFormat(locale || undefined).format(count) }
  const { countInWords } = await import('./count-in-words.ts')
  return countInWords(count, options)
}
