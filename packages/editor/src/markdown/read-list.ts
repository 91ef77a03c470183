import { Node } from 'prosemirror-model'
import { inlineLines, joinLines, listBlocks, type PastedItem } from '../document/pasted-blocks.ts'
import { LIST_MAX_DEPTH } from '../document/read.ts'
import { schema } from '../document/schema.ts'
import {
  columnsOf,
  fenceAt,
  type ItemLine,
  interruptsText,
  isBlank,
  isDelimiter,
  itemAt,
  type Read,
  readFence,
} from './lines.ts'
import type { Definitions } from './read-address.ts'
import { readMarkdownText } from './read-inline.ts'

interface OpenItem extends ItemLine {
  item: PastedItem
  /** Sources of its paragraphs, and its code. */
  parts: (string | Node)[]
  isTicked: boolean | null
}

const BOX = /^\[([ xX])\](?:[ \t]+|$)/

/** Reads a list with the lists in it. Without recursion, because the author controls the depth. */
export function readList(lines: readonly string[], start: number, definitions: Definitions): Read {
  const root: PastedItem[] = []
  const all: OpenItem[] = []
  const open: OpenItem[] = []
  const first = itemAt(lines[start] ?? '')
  let isAfterBlank = false
  let at = start

  /** Closes items that a line with this indent isn't part of. Two columns are enough, as many people write. */
  const closeTo = (indent: number) => {
    for (let last = open.at(-1); last && indent < Math.min(last.inner, last.indent + 2); last = open.at(-1)) open.pop()
  }

  /** Adds an item. Returns the one that starts on the same line within it. */
  const addItem = (line: ItemLine): ItemLine | null => {
    const box = BOX.exec(line.text)
    const text = box ? line.text.slice(box[0].length) : line.text
    const item: PastedItem = { text: [], checked: box !== null && box[1] !== ' ', items: [], after: [] }
    while (open.length >= LIST_MAX_DEPTH) open.pop()
    const siblings = open.at(-1)?.item.items ?? root
    siblings.push(item)
    const nested = open.length + 1 < LIST_MAX_DEPTH && !isDelimiter(text) ? itemAt(text) : null
    const added: OpenItem = { ...line, item, parts: nested || text === '' ? [] : [text], isTicked: box && item.checked }
    open.push(added)
    all.push(added)
    return nested && { ...nested, indent: line.inner + nested.indent, inner: line.inner + nested.inner }
  }

  const addText = (line: string) => {
    const parts = open.at(-1)?.parts ?? []
    const text = line.trimStart().replace(/^> ?/, '')
    const last = parts.at(-1)
    if (isAfterBlank || typeof last !== 'string') parts.push(text)
    else parts[parts.length - 1] = `${last}\n${text}`
  }

  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (isBlank(line)) {
      isAfterBlank = true
      continue
    }
    const sign = isDelimiter(line) ? null : itemAt(line)
    const fence = fenceAt(line)
    if (sign || isAfterBlank || interruptsText(line)) closeTo(columnsOf(line))
    if (sign) {
      if (open.length === 0 && first && sign.kind !== first.kind) break
      for (let next: ItemLine | null = sign; next; ) next = addItem(next)
    } else if (open.length === 0) break
    else if (fence) {
      const { blocks, end } = readFence(lines, at, fence)
      open.at(-1)?.parts.push(...blocks)
      at = end - 1
    } else addText(line)
    isAfterBlank = false
  }

  const outermost = new Set(root)
  for (const one of all) fill(one, outermost.has(one.item), definitions)
  const isChecklist = all.some(({ isTicked }) => isTicked !== null)
  const style = isChecklist ? 'checklist' : first?.number === null ? 'unordered' : 'ordered'
  return { blocks: listBlocks({ style, start: first?.number ?? 1, counterType: null, items: root }), end: at }
}

/** Reads an item's text. What follows code of an outermost item comes after its list, like the code. */
function fill({ item, parts }: OpenItem, isOutermost: boolean, definitions: Definitions): void {
  const read = (part: string) => readMarkdownText(part.trim(), definitions).nodes
  const code = isOutermost ? parts.findIndex((part) => part instanceof Node) : -1
  const inside = code < 0 ? parts : parts.slice(0, code)
  item.text = joinLines(inside.map((part) => (typeof part === 'string' ? read(part) : inlineLines([part]))))
  item.after = (code < 0 ? [] : parts.slice(code)).map((part) =>
    typeof part === 'string' ? schema.nodes.paragraph.create(null, read(part)) : part,
  )
}
