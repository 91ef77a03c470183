import { Fragment, type Node } from 'prosemirror-model'
import { schema } from '../document/schema.ts'
import { selectedBlocks } from './block-range.ts'
import type { Edit } from './edit.ts'
import { replaceKeepingCaret } from './keep-caret.ts'
import { entriesOf, entryOf, type ListEntry, listOf } from './list-entries.ts'
import { leaveList, selectedLists } from './lists.ts'

/** What a text can be turned into. */
export type TextKind =
  | { type: 'paragraph' }
  | { type: 'heading'; level: number }
  | { type: 'list'; style: ListStyle; start?: number | null; checked?: boolean }
  | { type: 'quote' }
  | { type: 'warning' }
  | { type: 'codeBlock'; language?: string }
type ListStyle = 'ordered' | 'unordered' | 'checklist'

const { nodes } = schema

/**
 * Turns the selected texts into another kind. Of a list, the selected items leave it, unless it becomes another list.
 * Pictures, tables and the like stay as they are.
 */
export function turnInto(kind: TextKind): Edit {
  return (tr) => {
    if (!selectedBlocks(tr)?.blocks.some(isText)) return false
    if (kind.type !== 'list') leaveList(tr)
    const range = selectedBlocks(tr)
    let to = range?.to ?? 0
    for (const run of runsOf(range?.blocks ?? []).reverse()) {
      const from = to - run.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
      const converted = isText(run[0]) ? convert(run, kind) : run
      const isSame = converted.length === run.length && converted.every((node, index) => node.eq(run[index] as Node))
      if (!isSame) replaceKeepingCaret(tr, { from, to }, converted)
      to = from
    }
    return true
  }
}

/** Turns the selected texts into a list, or a list of that style into paragraphs. */
export function toggleList(style: ListStyle): Edit {
  return (tr) => {
    const lists = selectedLists(tr)
    const isAlready = lists.length > 0 && lists.length === selectedBlocks(tr)?.blocks.length
    return isAlready && lists.every(({ list }) => list.attrs.style === style)
      ? leaveList(tr)
      : turnInto({ type: 'list', style })(tr)
  }
}

/** Neighboring blocks: texts together, and other blocks together. */
function runsOf(blocks: readonly Node[]): Node[][] {
  const runs: Node[][] = []
  for (const block of blocks) {
    const run = runs.at(-1)
    if (run && isText(run[0]) === isText(block)) run.push(block)
    else runs.push([block])
  }
  return runs
}

function isText(node: Node | undefined): boolean {
  return node !== undefined && linesOf(node) !== null
}

/** A block’s texts; null for a block that isn’t a text. */
function linesOf(node: Node): Fragment[] | null {
  switch (node.type) {
    case nodes.paragraph:
    case nodes.heading:
    case nodes.codeBlock:
      return [node.content]
    case nodes.quote:
    case nodes.warning: {
      const used = node.content.content.map(({ content }) => content).filter(({ size }) => size > 0)
      return used.length > 0 ? used : [Fragment.empty]
    }
    case nodes.list:
      return entriesOf(node).map(({ paragraph }) => paragraph.content)
    default:
      return null
  }
}

function convert(blocks: readonly Node[], kind: TextKind): Node[] {
  const [first] = blocks
  const common = commonOf(first)
  switch (kind.type) {
    case 'paragraph':
      return blocks.flatMap((block) => textsOf(block, (attrs, line) => nodes.paragraph.create(attrs, line)))
    case 'heading': {
      const { level } = kind
      return blocks.flatMap((block) => textsOf(block, (attrs, line) => nodes.heading.create({ ...attrs, level }, line)))
    }
    case 'list': {
      const { style, start = null, checked = false } = kind
      const former = first?.type === nodes.list ? first.attrs : { ...common, start }
      const list = listOf(
        blocks.flatMap((block) => itemsOf(block, checked)),
        { ...former, style },
      )
      return list ? [list] : []
    }
    case 'quote':
      if (blocks.length === 1 && first?.type === nodes.quote) return [first]
      return [nodes.quote.create(common, [nodes.quoteText.create(null, joined(blocks)), nodes.quoteCaption.create()])]
    case 'warning':
      if (blocks.length === 1 && first?.type === nodes.warning) return [first]
      return [
        nodes.warning.create(common, [nodes.warningTitle.create(), nodes.warningMessage.create(null, joined(blocks))]),
      ]
    case 'codeBlock': {
      const code = blocks
        .flatMap((block) => linesOf(block) ?? [])
        .map(codeOf)
        .join('\n')
      const language = kind.language ?? (first?.type === nodes.codeBlock ? first.attrs.language : '')
      return [nodes.codeBlock.create({ ...common, language }, code === '' ? null : schema.text(code))]
    }
  }
}

/** The id and stored block of a node. Turned back into what it was, it is the stored block again. */
function commonOf(node: Node | undefined): { id: unknown; origin: unknown } {
  return { id: node?.attrs.id ?? null, origin: node?.attrs.origin ?? null }
}

/** A block per text. The first one remains the same block. */
function textsOf(block: Node, create: (attrs: Node['attrs'], line: Fragment) => Node): Node[] {
  const lines = linesOf(block) ?? []
  return lines.map((line, index) => create(index === 0 ? commonOf(block) : {}, withBreaks(line)))
}

function itemsOf(block: Node, checked: boolean): ListEntry[] {
  if (block.type === nodes.list) return entriesOf(block)
  return (linesOf(block) ?? []).map((line) => {
    const entry = entryOf(nodes.paragraph.create(null, withBreaks(line)))
    return { ...entry, attrs: { ...entry.attrs, checked } }
  })
}

function joined(blocks: readonly Node[]): Fragment {
  const lines = blocks.flatMap((block) => linesOf(block) ?? [])
  return lines.reduce(
    (all, line, index) => (index === 0 ? all : all.addToEnd(nodes.lineBreak.create())).append(withBreaks(line)),
    Fragment.empty,
  )
}

/** Line feeds of code become breaks. */
function withBreaks(line: Fragment): Fragment {
  const parts = line.content.flatMap((node) => {
    const lines = node.isText ? (node.text ?? '').split('\n') : []
    if (lines.length < 2) return [node]
    return lines.flatMap((text, index) => [
      ...(index > 0 ? [nodes.lineBreak.create(null, null, node.marks)] : []),
      ...(text === '' ? [] : [schema.text(text, node.marks)]),
    ])
  })
  return Fragment.fromArray(parts)
}

function codeOf(line: Fragment): string {
  return line.content.map((node) => (node.isText ? node.text : '\n')).join('')
}
