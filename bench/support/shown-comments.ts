import type { Page } from 'playwright'

/** A comment as shown on a page. */
export interface ShownComment {
  id: string
  author: string
  text: string
  /** Id of the top-level comment above a reply; null for a top-level comment. */
  parentId: string | null
}

/**
 * All comments on the page or in its widgets, in document order. Quotes start with `> `; empty lines, which aren't
 * rendered around quotes, are left out (`asRendered` converts a stored text likewise).
 */
export function shownComments(page: Page): Promise<ShownComment[]> {
  return page.evaluate(() => {
    function linesOf(parent: Node): string[] {
      const lines: string[] = []
      let line: string | null = null
      for (const node of parent.childNodes) {
        if (node.nodeName === 'BR') {
          lines.push(line ?? '')
          line = ''
        } else if (node.nodeName === 'BLOCKQUOTE') {
          if (line !== null) lines.push(line)
          lines.push(...linesOf(node).map((quoted) => `> ${quoted}`))
          line = null
        } else line = (line ?? '') + (node.textContent ?? '')
      }
      if (line !== null) lines.push(line)
      return lines
    }
    const widgets = [...document.querySelectorAll('stoa-comments')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    return [document, ...widgets].flatMap((root) =>
      [...root.querySelectorAll<HTMLElement>('.stoa-comment[data-comment]')].map((item) => {
        const text = item.querySelector('.stoa-comment-text')
        const branch = item.closest('.stoa-comments-replies')?.closest('.stoa-comments-branch')
        return {
          id: item.dataset.comment ?? '',
          author: item.querySelector('.stoa-comment-author')?.textContent ?? '',
          text: text
            ? linesOf(text)
                .filter((line) => line !== '')
                .join('\n')
            : '',
          parentId: branch?.querySelector<HTMLElement>('.stoa-comment[data-comment]')?.dataset.comment ?? null,
        }
      }),
    )
  })
}

/** Converts a stored text to the form that `shownComments` returns. Quote marks without text start no quote. */
export function asRendered(text: string): string {
  let isQuote = false
  return text
    .split('\n')
    .map((line) => {
      const words = line.replace(/^>+ ?/, '')
      isQuote = words !== line && (isQuote || /[^\s>]/.test(words))
      return isQuote ? `> ${words}` : line
    })
    .filter((line) => line !== '')
    .join('\n')
}

/**
 * Presses every "more" button of the thread until none is left, top-level comments first. Returns the number of
 * presses.
 */
export async function openWholeThread(page: Page): Promise<number> {
  let presses = 0
  for (;;) {
    const button = page.locator('.stoa-comments-more').first()
    if ((await button.count()) === 0) return presses
    const before = await page.locator('.stoa-comment').count()
    await button.click()
    presses += 1
    await page.waitForFunction(
      (count) => {
        const roots = [document, ...[...document.querySelectorAll('stoa-comments')].map(({ shadowRoot }) => shadowRoot)]
        const visibleCount = roots.reduce((sum, root) => sum + (root?.querySelectorAll('.stoa-comment').length ?? 0), 0)
        return visibleCount > count
      },
      before,
      { timeout: 20_000 },
    )
  }
}
