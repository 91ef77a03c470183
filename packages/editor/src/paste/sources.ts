import { childrenOf, codeTextOf, find, rename, styleOf, unwrap } from './elements.ts'

/** An element that is an item of a list, but isn't in one of its level. */
interface LooseItem {
  element: HTMLElement
  level: number
  isOrdered: boolean
  /** First number, if it starts a list. */
  start: number
  /** Value of a list's `type`. */
  type: string
  /** Items of another group start a new list. */
  group: string
}

const MARK = /(?:^|[^\da-z])(\d{1,6}|[a-z]{1,7})[.)\]]*$/i
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }
const LEVELS_MAX = 8
const MONOSPACE = /mono|consolas|menlo|monaco|courier|cascadia|sf mono|fira code|source code/
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3#*\d])+$/u
const CODE_POINTS =
  /\/(?:emoji_)?u?([\da-f]{2,6}(?:[-_][\da-f]{2,6}){0,9})(?:@\dx)?(?:\/\d{2,3})?\.(?:png|svg|gif|webp)/i

/** Turns what each program writes into plain HTML: real lists, quotes and code. Changes the tree. */
export function normalize(body: HTMLElement): void {
  for (const source of [googleDocs, word, wordOnline, libreOffice, slack, codeEditors, spreadsheets, emoji])
    source(body)
}

/** A document is in a bold element that isn't bold. Items of check lists have a role and a picture. */
function googleDocs(body: HTMLElement): void {
  for (const wrapper of find(body, 'b[id^="docs-internal-guid"]')) unwrap(wrapper)
  for (const item of find(body, 'li[role="checkbox"]')) {
    item.setAttribute('data-checked', String(item.getAttribute('aria-checked') === 'true'))
    for (const picture of find(item, 'img[aria-roledescription]')) picture.remove()
  }
}

/** List items are paragraphs with a level, and their mark as text. */
function word(body: HTMLElement): void {
  if (!body.querySelector('[data-style*="mso-" i], [class^="Mso"]')) return
  for (const hidden of find(
    body,
    '[data-style*="mso-element:comment" i], .MsoCommentReference, [data-style*="mso-hide" i]',
  )) {
    hidden.remove()
  }
  for (const marked of find(body, 'span[data-style*="mso-highlight" i]')) {
    const color = styleOf(marked, 'mso-highlight')
    if (color !== '' && color !== 'none') rename(marked, 'mark')
  }
  for (const title of find(body, 'p.MsoTitle')) rename(title, 'h1')
  for (const quote of find(body, 'p.MsoQuote, p.MsoIntenseQuote')) rename(quote, 'blockquote')
  const runs: LooseItem[][] = []
  let former: Element | null = null
  for (const paragraph of find(
    body,
    'p[data-style*="mso-list" i], h1[data-style*="mso-list" i], h2[data-style*="mso-list" i]',
  )) {
    const item = wordItem(paragraph)
    if (!item) continue
    if (former && paragraph.previousElementSibling === former) runs.at(-1)?.push(item)
    else runs.push([item])
    former = paragraph
  }
  for (const run of runs) buildLists(run)
}

function wordItem(element: HTMLElement): LooseItem | null {
  const match = /^(\S+) level(\d{1,2})/.exec(styleOf(element, 'mso-list'))
  const mark = find(element, '[data-style*="mso-list" i]').find((one) => styleOf(one, 'mso-list') === 'ignore')
  // Numbered headings stay headings.
  if (!match || element.localName !== 'p') {
    mark?.remove()
    return null
  }
  const text = (mark?.textContent ?? '').replace(/[\s\u00a0]+/g, '')
  mark?.remove()
  return { element, level: Number(match[2]), group: match[1] ?? '', ...numberOf(text) }
}

/** What a mark such as `3.`, `(b)` or `iv.` says. A letter alone is a picture of a bullet. */
function numberOf(mark: string): Pick<LooseItem, 'isOrdered' | 'start' | 'type'> {
  const text = MARK.exec(mark)?.[1]
  if (text === undefined || !/\d|[.)\]]$/.test(mark)) return { isOrdered: false, start: 1, type: '' }
  if (/^\d/.test(text)) return { isOrdered: true, start: Number(text), type: '' }
  const lower = text.toLowerCase()
  const isUpper = text !== lower
  const roman = romanOf(lower)
  if (roman !== null && (lower.length > 1 || lower === 'i')) {
    return { isOrdered: true, start: roman, type: isUpper ? 'I' : 'i' }
  }
  return { isOrdered: true, start: Math.max(1, lower.charCodeAt(0) - 96), type: isUpper ? 'A' : 'a' }
}

function romanOf(text: string): number | null {
  if (!/^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/.test(text)) return null
  const values = [...text].map((char) => ROMAN[char] ?? 0)
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0)
}

/** Each item is a list of its own, with its level as an attribute. */
function wordOnline(body: HTMLElement): void {
  if (!body.querySelector('li[data-aria-level]')) return
  for (const wrapper of find(body, 'div.ListContainerWrapper')) unwrap(wrapper)
  joinLevels(body, 'ul, ol', (_list, item) => Number(item.getAttribute('data-aria-level') ?? Number.NaN))
}

/** Footnotes are anchors without text or address, and struck lists have empty items. */
function libreOffice(body: HTMLElement): void {
  for (const anchor of find(body, 'a[name]:not([href]), a.sdfootnotesym')) unwrap(anchor)
  for (const item of find(body, 'ul > p, ol > p')) {
    const before = item.previousElementSibling
    if (before?.localName === 'li' && before.textContent.trim() === '') before.append(...item.childNodes)
    else rename(item, 'li')
    item.remove()
  }
}

/** Nested lists are lists of their own with an indent; empty elements separate paragraphs. */
function slack(body: HTMLElement): void {
  for (const gap of find(body, '.c-mrkdwn__br, [data-stringify-type="paragraph-break"]')) rename(gap, 'p')
  joinLevels(body, 'ul[data-indent], ol[data-indent]', (list) => Number(list.getAttribute('data-indent')) + 1)
}

/** Joins lists next to each other into one with the levels of its items. */
function joinLevels(body: HTMLElement, selector: string, levelOf: (list: Element, item: Element) => number): void {
  let run: LooseItem[] = []
  let former: Element | null = null
  const end = () => {
    if (run.length > 0) buildLists(run)
    run = []
  }
  for (const list of find(body, selector)) {
    if (!former || list.previousElementSibling !== former) end()
    const items = childrenOf(list).filter(({ localName }) => localName === 'li')
    const isOrdered = list.localName === 'ol'
    const level = (item: Element) => levelOf(list, item)
    former = list
    if (!items.every((item) => Number.isInteger(level(item)))) {
      end()
      continue
    }
    const start = Number(list.getAttribute('start') ?? 1)
    const type = list.getAttribute('type') ?? ''
    run.push(...items.map((element) => ({ element, level: level(element), isOrdered, start, type, group: '' })))
  }
  end()
}

/** Replaces items, whose parents are next to each other, by lists with lists in them. */
function buildLists(items: readonly LooseItem[]): void {
  const [first] = items
  if (!first) return
  const { ownerDocument } = first.element
  const place = ownerDocument.createElement('div')
  const old = new Set(items.map(({ element }) => (element.localName === 'li' ? element.parentElement : element)))
  const [oldest] = old
  oldest?.before(place)
  let root: LooseItem | null = null
  let open: Element[] = []
  for (const item of items) {
    const depth = Math.min(Math.max(1, item.level), LEVELS_MAX, open.length + 1)
    const isOther = root !== null && depth === 1 && (root.isOrdered !== item.isOrdered || root.group !== item.group)
    open = isOther ? [] : open.slice(0, depth)
    if (open.length < depth) {
      const list = ownerDocument.createElement(item.isOrdered ? 'ol' : 'ul')
      if (item.start !== 1) list.setAttribute('start', String(item.start))
      if (item.type !== '') list.setAttribute('type', item.type)
      const parent = open.at(-1)?.lastElementChild ?? place
      parent.append(list)
      open.push(list)
      if (depth === 1) root = item
    }
    const li = ownerDocument.createElement('li')
    li.append(...item.element.childNodes)
    open.at(-1)?.append(li)
  }
  for (const element of old) element?.remove()
  unwrap(place)
}

/** Code is lines in an element with a fixed-width font, or, on GitHub, a table with line numbers. */
function codeEditors(body: HTMLElement): void {
  const content = childrenOf(body).filter(({ localName }) => localName !== 'meta' && localName !== 'style')
  const [only] = content
  if (only && content.length === 1 && isCodeElement(only)) {
    const text = codeTextOf(only)
    const pre = rename(only, text.includes('\n') ? 'pre' : 'span')
    pre.textContent = text
  }
  for (const table of find(body, 'table').filter((one) => one.querySelector('td.blob-code'))) {
    const lines = find(table, 'td.blob-code').map((cell) => cell.textContent.replace(/\n$/, ''))
    rename(table, 'pre').textContent = lines.join('\n')
  }
}

function isCodeElement(element: Element): boolean {
  const isPre = element.localName === 'pre' || styleOf(element, 'white-space') === 'pre'
  return isPre && MONOSPACE.test(styleOf(element, 'font-family') || styleOf(element, 'font'))
}

/** Hidden rows and columns are copied, too. Sheets wraps its table. */
function spreadsheets(body: HTMLElement): void {
  for (const wrapper of find(body, 'google-sheets-html-origin')) unwrap(wrapper)
  for (const spacer of find(body, 'span[data-style*="mso-spacerun" i]')) spacer.textContent = ' '
  for (const space of find(body, 'span.Apple-converted-space')) space.textContent = ' '
}

/** Emoji of Slack, Gmail, X, WordPress, Facebook, GitHub, Teams and others are pictures. */
function emoji(body: HTMLElement): void {
  for (const picture of find(body, 'img')) {
    const text = emojiOf(picture)
    if (text !== null) picture.replaceWith(text)
  }
}

function emojiOf(picture: Element): string | null {
  const source = picture.getAttribute('src') ?? ''
  const name = picture.getAttribute('data-stringify-emoji') ?? ''
  const texts = [picture.getAttribute('data-emoji'), picture.getAttribute('alt')].map((text) => text?.trim() ?? '')
  const character = texts.find(
    (text) => text !== '' && text.length <= 40 && EMOJI.test(text) && !/^[#*\d]+$/.test(text),
  )
  if (character !== undefined) return character
  const isEmoji = name !== '' || /emoji/i.test(`${source.slice(0, 300)} ${picture.getAttribute('class') ?? ''}`)
  if (!isEmoji) return null
  const points = CODE_POINTS.exec(source.slice(-200))?.[1]
    ?.split(/[-_]/)
    .map((point) => Number.parseInt(point, 16))
  if (points?.every((point) => point >= 0x23 && point <= 0x1_ff_ff && (point < 0xd8_00 || point > 0xdf_ff))) {
    const text = String.fromCodePoint(...points)
    if (EMOJI.test(text)) return text
  }
  return /^:[\w+-]{1,60}:$/.test(name) ? name : (texts.find((text) => /^:[\w+-]{1,60}:$/.test(text)) ?? null)
}
