import type { Page } from 'playwright'

const PHONE = { width: 360, height: 780 }

/** Effects of a text on the page around it: it makes the page wider than a phone, or reverses other words. */
export async function findLayoutDamage(page: Page): Promise<string[]> {
  const wide = page.viewportSize()
  const turned = await page.evaluate(reversedTexts)
  await page.setViewportSize(PHONE)
  const overflowing = await page.evaluate(overflows)
  if (wide) await page.setViewportSize(wide)
  const problems = [...overflowing, ...turned]
  return problems.map((problem) => `${problem} in ${page.url()}`)
}

/** Runs in a page: nothing if it fits its window, else the element that overflows. */
function overflows(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const all = [...document.querySelectorAll('*')].flatMap((one) => [
    one,
    ...(one.shadowRoot?.querySelectorAll('*') ?? []),
  ])
  const first = all.find((one) => {
    const { left, right } = one.getBoundingClientRect()
    return (
      right > clientWidth &&
      left < clientWidth &&
      one.parentElement &&
      one.parentElement.getBoundingClientRect().right <= clientWidth
    )
  })
  return [
    `${scrollWidth} px wide on a phone for <${first?.localName} class="${first?.className}"> ${first?.textContent?.slice(0, 100)}`,
  ]
}

/** Runs in a page: texts that change the direction of others on the same line, without isolation. */
function reversedTexts(): string[] {
  /** Blocks that contain one text, in parts. */
  const WHOLE = '.stoa-comment-text, .stoa-comment-text *, .stoa-post-paragraph'
  const TURNS = /[\u202A-\u202E\u2066-\u2068]/
  const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
  const problems: string[] = []
  for (const root of roots) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      if (
        !TURNS.test(text.nodeValue ?? '') ||
        /^(SCRIPT|STYLE|TITLE|TEXTAREA|OPTION)$/.test(text.parentNode?.nodeName ?? '')
      ) {
        continue
      }
      let at = text.parentElement
      while (at && getComputedStyle(at).display === 'inline' && !isApart(at)) at = at.parentElement
      // Whether the text is alone on the block's line: a block isolates it from other lines only. What follows at the
      // block's end isn't affected.
      const isAlone =
        !at ||
        getComputedStyle(at).display === 'inline' ||
        at.matches(WHOLE) ||
        at.textContent?.endsWith(text.nodeValue ?? '')
      if (!isAlone) problems.push(`${at?.className} ${at?.textContent}`)
    }
  }
  return problems
  function isApart(element: Element): boolean {
    return /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi)
  }
}
