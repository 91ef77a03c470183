import type EditorJS from '@editorjs/editorjs'
import type { OutputBlockData } from '@editorjs/editorjs'
import { httpUrl, type ListItem, POST_MAX_BLOCKS } from '@stoa/contract'
import { type EditorBlock, toEditor } from './block-conversion.ts'
import { escapeText } from './inline-markup.ts'
import { parseInert } from './trusted-markup.ts'

/** Longer HTML can't be copied text. */
const HTML_MAX_LENGTH = 4_000_000
/** Deeper elements are treated as if they were on this level. */
const DEPTH_MAX = 100
const IGNORED: ReadonlySet<string> = new Set([
  'head',
  'link',
  'meta',
  'noscript',
  'object',
  'script',
  'style',
  'template',
  'title',
  'iframe',
  'svg',
  'math',
])
const BLOCKS: ReadonlySet<string> = new Set(
  [
    'address',
    'article',
    'aside',
    'body',
    'center',
    'dd',
    'details',
    'div',
    'dl',
    'dt',
    'fieldset',
    'figcaption',
  ].concat(['figure', 'footer', 'form', 'header', 'li', 'main', 'nav', 'p', 'section', 'summary', 'td', 'th', 'tr']),
)
const MARKS: Readonly<Record<string, string>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  cite: 'i',
  u: 'u',
  ins: 'u',
  s: 's',
  strike: 's',
  del: 's',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  mark: 'mark',
}

/** The context of a text: its marks, link and depth. */
interface Around {
  marks: readonly string[]
  href: string | null
  depth: number
}

/**
 * Converts copied HTML from web pages or word processors to blocks: headings, nested lists, quotes, pictures with an
 * address, and text with its marks. Everything else is reduced to its text. Nothing is run or loaded.
 */
export function blocksFromHtml(html: string): EditorBlock[] {
  if (html.length > HTML_MAX_LENGTH) return []
  const blocks = readNodes([...parseInert(html).body.childNodes], { marks: [], href: null, depth: 0 })
  return toEditor({ blocks: blocks.slice(0, POST_MAX_BLOCKS) })
}

function readNodes(nodes: readonly Node[], start: Around): EditorBlock[] {
  const blocks: EditorBlock[] = []
  let text = ''

  const flush = () => {
    const paragraph = tidy(text)
    text = ''
    if (paragraph !== '') blocks.push({ type: 'paragraph', data: { text: paragraph } })
  }
  const push = (...added: EditorBlock[]) => {
    flush()
    blocks.push(...added)
  }

  const visit = (node: Node, around: Around) => {
    if (node.nodeType === Node.TEXT_NODE) text += marked((node.textContent ?? '').replace(/[\t\n\r ]+/g, ' '), around)
    if (node.nodeType !== Node.ELEMENT_NODE) return
    const element = node as HTMLElement
    const name = element.localName
    if (IGNORED.has(name) || /mso-list:\s*ignore/i.test(element.getAttribute('style') ?? '')) return
    const inside = { ...withMarks(element, around), depth: Math.min(DEPTH_MAX, around.depth + 1) }
    const wordItem = wordListItem(element)
    if (wordItem) addWordItem(blocks, wordItem, { content: inlineOf(element, inside), flush })
    else if (name === 'br') text += '<br>'
    else if (name === 'hr') push({ type: 'delimiter', data: {} })
    else if (name === 'img') push(...imageBlocks(element))
    else if (name === 'ul' || name === 'ol') push(...listBlocks(element, inside))
    else if (name === 'blockquote') push({ type: 'quote', data: { text: inlineOf(element, inside), caption: '' } })
    else if (name === 'pre') push(...codeBlocks(element))
    else if (name === 'table') push(...tableBlocks(element, inside))
    else if (/^h[1-6]$/.test(name)) {
      // Headings are bold anyway.
      const heading = inlineOf(element, { ...inside, marks: [] }).replace(/<\/?b>/g, '')
      push(...(heading === '' ? [] : [{ type: 'header', data: { text: heading, level: Number(name[1]) } }]))
    } else if (around.depth === DEPTH_MAX) text += marked(element.textContent, inside)
    else {
      const isBlock = BLOCKS.has(name)
      if (isBlock) flush()
      for (const child of element.childNodes) visit(child, inside)
      if (isBlock) flush()
    }
  }
  for (const node of nodes) visit(node, start)
  flush()
  return blocks
}

/** The inline text of an element. Several blocks become lines. */
function inlineOf(element: Element, around: Around, without = 'none'): string {
  const nodes = [...element.childNodes].filter((node) => !(node instanceof Element && node.matches(without)))
  const lines = readNodes(nodes, around).map(({ data }) => linesOf(data))
  return lines.filter((line) => line !== '').join('<br>')
}

function linesOf({ text, items }: Record<string, unknown>): string {
  if (typeof text === 'string') return text
  return Array.isArray(items) ? itemLines(items).join('<br>') : ''
}

function itemLines(items: readonly ListItem[]): string[] {
  return items.flatMap(({ content, items: inner }) => [content, ...itemLines(inner)])
}

function marked(text: string, { marks, href }: Around): string {
  if (text.trim() === '') return text
  const inner = [...marks, ...(href === null ? [] : ['a'])]
  const open = inner.map((mark) =>
    mark === 'a' ? `<a href="${escapeText(href ?? '').replaceAll('"', '&quot;')}">` : `<${mark}>`,
  )
  return `${open.join('')}${escapeText(text)}${[...inner]
    .reverse()
    .map((mark) => `</${mark}>`)
    .join('')}`
}

/** Trims blanks and empty lines, and removes marks that end where they start again. */
function tidy(text: string): string {
  return text
    .replace(/<\/(b|i|u|s|code|mark)>(\s*)<\1>/g, '$2')
    .replace(/^(?:\s|<br>|&nbsp;)+/, '')
    .replace(/(?:<br>|&nbsp;)(?=(?:\s|<br>|&nbsp;)*$)/g, '')
    .trim()
}

function withMarks(element: HTMLElement, around: Around): Around {
  const marks = new Set(around.marks)
  const { fontWeight, fontStyle, textDecoration, textDecorationLine } = element.style
  const byName = MARKS[element.localName]
  if (byName) marks.add(byName)
  // Google Docs wraps everything in a bold element that isn't bold.
  if (fontWeight === 'normal' || fontWeight === '400') marks.delete('b')
  if (fontWeight === 'bold' || Number(fontWeight) >= 600) marks.add('b')
  if (fontStyle === 'italic') marks.add('i')
  const decoration = `${textDecoration} ${textDecorationLine}`
  const href = element.localName === 'a' ? (httpUrl(element.getAttribute('href') ?? '')?.href ?? null) : around.href
  if (decoration.includes('line-through')) marks.add('s')
  // Links are underlined anyway.
  if (decoration.includes('underline') && href === null) marks.add('u')
  return { ...around, marks: [...marks], href }
}

function imageBlocks(element: HTMLElement): EditorBlock[] {
  const url = httpUrl(element.getAttribute('src') ?? '')
  if (!url) return []
  const alt = (element.getAttribute('alt') ?? '').trim().slice(0, 500)
  return [{ type: 'image', data: { file: { url: url.href }, caption: '', ...(alt === '' ? {} : { alt }) } }]
}

function codeBlocks(element: Element): EditorBlock[] {
  const lines = element.textContent.replace(/\s+$/, '').split(/\r?\n/)
  if (lines.every((line) => line === '')) return []
  return [{ type: 'paragraph', data: { text: `<code>${lines.map(escapeText).join('<br>')}</code>` } }]
}

/** A paragraph per row, because posts have no tables. */
function tableBlocks(table: Element, around: Around): EditorBlock[] {
  return [...table.querySelectorAll('tr')].flatMap((row) => {
    const cells = [...row.children].map((cell) => inlineOf(cell, { ...around, depth: around.depth + 3 }))
    const text = cells.filter((cell) => cell !== '').join(' | ')
    return text === '' ? [] : [{ type: 'paragraph', data: { text } }]
  })
}

function listBlocks(list: Element, around: Around): EditorBlock[] {
  const items = listItems(list, around)
  const style = list.localName === 'ol' ? 'ordered' : 'unordered'
  return items.length === 0 ? [] : [{ type: 'list', data: { style, items } }]
}

function listItems(list: Element, around: Around): ListItem[] {
  const items: ListItem[] = []
  for (const child of list.childNodes) {
    const text = child.textContent ?? ''
    if (!(child instanceof Element) || around.depth >= DEPTH_MAX) {
      if (text.trim() !== '') items.push({ content: escapeText(text.trim()), items: [] })
      continue
    }
    const inside = { ...around, depth: Math.min(DEPTH_MAX, around.depth + 1) }
    if (child.matches('ul, ol')) {
      // Word processors put the nested list next to its item.
      const inner = listItems(child, inside)
      const last = items.at(-1)
      if (last) last.items.push(...inner)
      else items.push(...inner)
      continue
    }
    const inner = [...child.children].filter((one) => one.matches('ul, ol'))
    items.push({
      content: inlineOf(child, inside, 'ul, ol'),
      items: inner.flatMap((one) => listItems(one, inside)),
    })
  }
  return items.filter(({ content, items: inner }) => content !== '' || inner.length > 0)
}

interface WordItem {
  level: number
  style: 'ordered' | 'unordered'
}

/** In Word, list items are paragraphs with their level and the mark as text. */
function wordListItem(element: HTMLElement): WordItem | null {
  if (element.localName !== 'p') return null
  const style = element.getAttribute('style') ?? ''
  const level = /mso-list:[^;]{0,40}level(\d)/i.exec(style)?.[1]
  if (level === undefined) return null
  const mark = [...element.querySelectorAll('[style]')].find((one) =>
    /mso-list:\s*ignore/i.test(one.getAttribute('style') ?? ''),
  )
  return { level: Number(level), style: /^\s*\w{1,5}[.)]/.test(mark?.textContent ?? '') ? 'ordered' : 'unordered' }
}

function addWordItem(
  blocks: EditorBlock[],
  { level, style }: WordItem,
  { content, flush }: { content: string; flush(): void },
): void {
  flush()
  if (blocks.at(-1)?.type !== 'list') blocks.push({ type: 'list', data: { style, items: [] } })
  let items = blocks.at(-1)?.data.items as ListItem[]
  for (let depth = 1; depth < level; depth += 1) {
    const parent: ListItem | undefined = items.at(-1)
    if (!parent) break
    items = parent.items
  }
  items.push({ content, items: [] })
}

/** Handles copied HTML before Editor.js, which would read word processors' lists as paragraphs. */
export function takePastes(holder: HTMLElement, editor: EditorJS, signal: AbortSignal): void {
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData, target } = event
    if (!clipboardData || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
    const html = clipboardData.getData('text/html')
    // Blocks copied from another editor of this kind are left to Editor.js.
    if (html === '' || clipboardData.types.includes('application/x-editor-js')) return
    const blocks = blocksFromHtml(html)
    const hasText = blocks.some(({ type }) => type !== 'image' && type !== 'delimiter')
    // A single picture comes with its file. A word processor's text comes with a picture of itself.
    if (blocks.length === 0 || (clipboardData.files.length > 0 && !hasText)) return
    event.preventDefault()
    event.stopPropagation()
    const [only] = blocks
    if (blocks.length === 1 && only?.type === 'paragraph') {
      document.execCommand('insertHTML', false, String(only.data.text))
    } else insertBlocks(editor, blocks)
  }
  holder.addEventListener('paste', onPaste, { signal, capture: true })
}

function insertBlocks(editor: EditorJS, blocks: EditorBlock[]): void {
  const at = editor.blocks.getCurrentBlockIndex()
  const current = editor.blocks.getBlockByIndex(at)
  const takesItsPlace = current?.name === 'paragraph' && current.isEmpty
  editor.blocks.insertMany(blocks as OutputBlockData[], at + 1)
  if (takesItsPlace) editor.blocks.delete(at)
  editor.caret.setToBlock(at + blocks.length - (takesItsPlace ? 1 : 0), 'end')
}
