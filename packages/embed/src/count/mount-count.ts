import type { Mount, MountOptions } from '../define-element.ts'
import { askCount } from './ask-counts.ts'
import { type Count, countChanged, keepCount } from './keep-counts.ts'

/** Its attributes, and those that pages give to any element. */
const KNOWN = /^(?:community|article-id|url|forum-url|locale|load|words|class|id|style|data-.*)$/

/**
 * `<stoa-count>`: how many comments an article has, as text of the page. All counts of a page are asked for in one
 * request per community, and without the widget's own parts: a list of articles loads next to nothing.
 */
export const mountCount: Mount = (host, first) => {
  let asked = 0
  let shown = -1
  const count: Count = { options: first, postId: null, show: (number) => void show(number) }
  const leave = keepCount(count)

  async function show(number: number): Promise<void> {
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
      const answer = await askCount(options)
      if (turn !== asked) return
      count.postId = answer.postId
      countChanged(count)
      await show(answer.count)
    } catch (error) {
      console.error('<stoa-count>:', error instanceof Error ? error.message : error)
    }
  }

  void ask(first)
  // Not as other elements have theirs looked at: that would bring all that the reader of a thread loads.
  if (host.getAttributeNames().some((name) => !KNOWN.test(name))) {
    import('../complaints.ts').then(({ tellMisspelt }) => tellMisspelt(host)).catch(() => {})
  }
  return {
    update(next) {
      const isSame = articleOf(next) === articleOf(count.options)
      count.options = next
      if (isSame && shown >= 0) void show(shown)
      else void ask(next)
    },
    unmount() {
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
