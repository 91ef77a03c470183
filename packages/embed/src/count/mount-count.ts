import type { MountOptions, Shown } from '../loader/define-element.ts'
import { fetchCount } from './fetch-counts.ts'
import { type Count, countChanged, watchCount } from './live-counts.ts'

/** Its own attributes and global ones. */
const KNOWN = /^(?:community|article-id|url|forum-url|locale|load|words|class|id|style|data-.*)$/

/**
 * `<stoa-count>`: an article's number of comments as text of the page. All counts of a page share one request per
 * community and load none of the widget's other code.
 */
export function show(host: HTMLElement, first: MountOptions): Shown {
  let asked = 0
  let shown = -1
  const count: Count = { options: first, postId: null, show: (number) => void write(number) }
  const leave = watchCount(count)

  async function write(number: number): Promise<void> {
    const turn = ++asked
    shown = number
    try {
      const text = await textOf(number, count.options)
      if (turn === asked && host.textContent !== text) host.textContent = text
    } catch (error) {
      console.error('<stoa-count>:', error)
    }
  }

  async function ask(options: MountOptions): Promise<void> {
    const turn = ++asked
    try {
      const result = await fetchCount(options)
      if (turn !== asked) return
      count.postId = result.postId
      countChanged(count)
      await write(result.count)
    } catch (error) {
      console.error('<stoa-count>:', error instanceof Error ? error.message : error)
    }
  }

  void ask(first)
  // Not `reportUnknownAttributes`, which would load the first view.
  if (host.getAttributeNames().some((name) => !KNOWN.test(name))) {
    import('../first-view/report-problems.ts').then(({ reportMisspelled }) => reportMisspelled(host)).catch(() => {})
  }
  return {
    update(next) {
      if (JSON.stringify(next) === JSON.stringify(count.options)) return true
      const isSame = articleOf(next) === articleOf(count.options)
      count.options = next
      if (isSame && shown >= 0) void write(shown)
      else void ask(next)
      return true
    },
    remove() {
      asked += 1
      leave()
    },
  }
}

const articleOf = ({ forumUrl, community, article }: MountOptions) => JSON.stringify([forumUrl, community, article])

async function textOf(count: number, { locale, words }: MountOptions): Promise<string> {
  if (!words) return new Intl.NumberFormat(locale).format(count)
  const { countInWords } = await import('./count-in-words.ts')
  return countInWords(count, locale)
}
