import type { Node } from 'prosemirror-model'
import {
  codeBlock,
  inlineLines,
  type Pasted,
  type Picture,
  pictureBlock,
  quoteBlock,
  tableBlocks,
  warningBlock,
} from '../document/pasted-blocks.ts'
import { schema } from '../document/schema.ts'
import {
  cellsOf,
  columnsOf,
  fenceAt,
  HEADING,
  interruptsText,
  isBlank,
  isDelimiter,
  isTableHead,
  itemAt,
  QUOTE,
  type Read,
  readFence,
} from './lines.ts'
import { type Definitions, labelKey, usableAddress } from './read-address.ts'
import { readMarkdownText } from './read-inline.ts'
import { readList } from './read-list.ts'

/** What blocks are read with. */
interface Reading {
  definitions: Definitions
  /** The page's origin. Its pictures need no upload. */
  origin: string
  pictures: Picture[]
  /** Number of quotes around. */
  depth: number
}

const { nodes } = schema
/** Quotes are read as one level. Deeper signs are text. */
const QUOTES_MAX_DEPTH = 4
const DEFINITION =
  /^ {0,3}\[([^[\]]{1,200})\]:[ \t]*<?([^\s<>]{1,2000})>?[ \t]*(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\))?[ \t]*$/
const ALERT = /^\[!(\w{1,20})\][+-]?(?:[ \t]+(.*))?$/s
/** How a quote names its source. */
const CAPTION = /^[—–] ?/
const FRONT_MATTER_MAX_LINES = 100

/**
 * Reads Markdown: CommonMark's blocks, tables, check lists, callouts, and `==marks==`. Everything unknown is text. Takes
 * time in proportion to the length, and never throws.
 */
export function readMarkdown(text: string, origin: string): Pasted {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const reading: Reading = { definitions: findDefinitions(lines), origin, pictures: [], depth: 0 }
  const start = frontMatterEnd(lines)
  const head = start > 0 ? [codeBlock(lines.slice(1, start - 1).join('\n'), 'yaml')] : []
  return { nodes: [...head, ...readBlocks(lines.slice(start), reading)], pictures: reading.pictures }
}

function readBlocks(lines: string[], reading: Reading): Node[] {
  const blocks: Node[] = []
  let at = 0
  let hasCommentEnd = true
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (isBlank(line) || definitionIn(line, reading.definitions)) at += 1
    else if (hasCommentEnd && line.startsWith('<!--')) {
      const end = commentEnd(lines, at)
      hasCommentEnd = end !== null
      if (end === null) continue
      at = end
      lines[end] = lines[end]?.replace(/^.*?-->/s, '') ?? ''
    } else {
      const read = readBlock(lines, at, reading)
      // Not spread: a document may have more blocks than a call may have arguments.
      for (const block of read.blocks) blocks.push(block)
      at = read.end
    }
  }
  return blocks
}

/** The line on which a comment ends. */
function commentEnd(lines: readonly string[], start: number): number | null {
  for (let at = start; at < lines.length; at += 1) if (lines[at]?.includes('-->')) return at
  return null
}

function readBlock(lines: readonly string[], at: number, reading: Reading): Read {
  const line = lines[at] ?? ''
  const fence = fenceAt(line)
  if (fence) return readFence(lines, at, fence)
  const heading = HEADING.exec(line)
  if (heading) {
    const level = heading[1]?.length ?? 1
    const text = (heading[2] ?? '').trim().replace(/(^|[ \t])#+$/, '')
    return { blocks: textBlocks(text.trim(), reading, level), end: at + 1 }
  }
  if (isDelimiter(line)) return { blocks: [nodes.delimiter.create()], end: at + 1 }
  if (QUOTE.test(line) && reading.depth < QUOTES_MAX_DEPTH) return readQuote(lines, at, reading)
  if (itemAt(line)) return readList(lines, at, reading.definitions)
  if (isTableHead(lines, at)) return readTable(lines, at, reading)
  if (columnsOf(line) >= 4) return readIndentedCode(lines, at)
  return readParagraph(lines, at, reading)
}

function readParagraph(lines: readonly string[], start: number, reading: Reading): Read {
  const text = [(lines[start] ?? '').trimStart()]
  let at = start + 1
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const level = /^ {0,3}=+[ \t]*$/.test(line) ? 1 : /^ {0,3}-+[ \t]*$/.test(line) ? 2 : 0
    if (level > 0) return { blocks: textBlocks(text.join('\n').trim(), reading, level), end: at + 1 }
    if (isBlank(line) || interruptsText(line) || isTableHead(lines, at)) break
    text.push(line.trimStart())
  }
  return { blocks: textBlocks(text.join('\n').trim(), reading, 0), end: at }
}

/** A paragraph, heading, or pictures that stand alone. */
function textBlocks(source: string, { definitions, origin, pictures }: Reading, level: number): Node[] {
  const read = readMarkdownText(source, definitions)
  if (read.pictures.length > 0) {
    return read.pictures.flatMap((picture) => {
      const { node, isForeign } = pictureBlock(picture, origin)
      if (isForeign) pictures.push(picture)
      return node ? [node] : []
    })
  }
  if (read.nodes.length === 0) return []
  return [level > 0 ? nodes.heading.create({ level }, read.nodes) : nodes.paragraph.create(null, read.nodes)]
}

function readIndentedCode(lines: readonly string[], start: number): Read {
  const code: string[] = []
  let at = start
  while (at < lines.length && (isBlank(lines[at] ?? '') || columnsOf(lines[at] ?? '') >= 4)) {
    code.push((lines[at] ?? '').replace(/^(?: {4}| {0,3}\t)/, ''))
    at += 1
  }
  while (isBlank(code.at(-1) ?? 'x')) code.pop()
  return { blocks: [codeBlock(code.join('\n'))], end: at }
}

function readQuote(lines: readonly string[], start: number, reading: Reading): Read {
  const inner: string[] = []
  let at = start
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const sign = QUOTE.exec(line)?.[0]
    // A paragraph may go on without the sign.
    const isLazy = sign === undefined && !isBlank(inner.at(-1) ?? '') && !isBlank(line) && !interruptsText(line)
    if (sign === undefined && !isLazy) break
    inner.push(line.slice(sign?.length ?? 0))
  }
  const within = { ...reading, depth: reading.depth + 1 }
  const alert = ALERT.exec(inner[0] ?? '')
  if (alert) {
    const [, kind = '', words = ''] = alert
    const isNamed = words.trim() !== '' || kind.toUpperCase() === 'WARNING'
    const title = isNamed ? words.trim() : kind[0]?.toUpperCase() + kind.slice(1).toLowerCase()
    const message = inlineLines(spaced(readBlocks(inner.slice(1), within)))
    return { blocks: [warningBlock(readMarkdownText(title, reading.definitions).nodes, message)], end: at }
  }
  const blocks = readBlocks(inner, within)
  const caption = blocks.length > 1 ? captionOf(blocks.at(-1)) : null
  const text = inlineLines(spaced(caption ? blocks.slice(0, -1) : blocks))
  return { blocks: [quoteBlock(text, caption ?? [])], end: at }
}

/** The paragraphs of a quote with blank lines between them. */
function spaced(blocks: readonly Node[]): Node[] {
  return blocks.flatMap((block, index) => {
    const isText = block.type === nodes.paragraph && blocks[index - 1]?.type === nodes.paragraph
    return isText ? [nodes.paragraph.create(), block] : [block]
  })
}

function captionOf(block: Node | undefined): Node[] | null {
  const first = block?.type === nodes.paragraph ? block.firstChild : null
  const dash = first?.isText ? CAPTION.exec(first.text ?? '') : null
  return dash && block ? block.content.cut(dash[0].length).content.slice() : null
}

function readTable(lines: readonly string[], start: number, { definitions }: Reading): Read {
  const rows = [cellsOf(lines[start] ?? '')]
  let at = start + 2
  for (; at < lines.length && !isBlank(lines[at] ?? '') && !interruptsText(lines[at] ?? ''); at += 1) {
    rows.push(cellsOf(lines[at] ?? ''))
  }
  const read = rows.map((row) => row.map((cell) => readMarkdownText(cell, definitions).nodes))
  // A table without headings has an empty first row.
  const hasHeadings = read[0]?.some((cell) => cell.length > 0) === true
  return { blocks: tableBlocks(hasHeadings ? read : read.slice(1), hasHeadings), end: at }
}

function findDefinitions(lines: readonly string[]): Definitions {
  const definitions = new Map<string, string>()
  for (const line of lines) {
    const match = line.includes(']:') ? DEFINITION.exec(line) : null
    const key = labelKey(match?.[1] ?? '')
    const address = usableAddress(match?.[2] ?? '', true)
    if (address !== null && key !== '' && !definitions.has(key)) definitions.set(key, address)
  }
  return definitions
}

/** Whether the line is one of the definitions. One without a usable address is text. */
function definitionIn(line: string, definitions: Definitions): boolean {
  const match = definitions.size > 0 && line.includes(']:') ? DEFINITION.exec(line) : null
  return match !== null && definitions.has(labelKey(match[1] ?? ''))
}

/** The index after the settings that some programs write at the start of a file; 0 if there are none. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---' || !/^[\w-]{1,60}:/.test(lines[1] ?? '')) return 0
  const end = lines.slice(1, FRONT_MATTER_MAX_LINES).findIndex((line) => line.trimEnd() === '---')
  return end < 0 ? 0 : end + 2
}
