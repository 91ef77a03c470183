import { type InlineNode, parseInline } from '@stoa/contract'
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { schema } from './schema.ts'

/** Marks of elements whose names differ. */
const SAME: Readonly<Record<string, 'b' | 'i'>> = { strong: 'b', em: 'i' }
const LINE_END = /\r\n?|\n/
/** A longer tag would be read as text. */
const TAG_MAX_LENGTH = 4096

/** Reads a block’s inline markup. */
export function readInline(source: string): Fragment {
  return Fragment.fromArray(nodesOf(parseInline(source), []))
}

/** Writes inline content as markup: links outermost, then the other marks in the schema’s order. */
export function writeInline(content: Fragment): string {
  let markup = ''
  let open: readonly Mark[] = []
  const moveTo = (marks: readonly Mark[]) => {
    const kept = sharedCount(open, marks)
    for (const mark of open.slice(kept).reverse()) markup += endTag(mark)
    for (const mark of marks.slice(kept)) markup += startTag(mark)
    open = marks
  }
  content.forEach((node) => {
    moveTo(node.marks.filter(isWritable))
    markup += node.isText ? escaped(node.text ?? '') : '<br>'
  })
  moveTo([])
  return markup
}

function nodesOf(tree: readonly InlineNode[], marks: readonly Mark[]): Node[] {
  return tree.flatMap((part) => {
    if (part.type === 'text') return textNodes(part.text, marks)
    if (part.type === 'break') return [schema.nodes.lineBreak.create(null, null, marks)]
    return nodesOf(part.children, markOf(part).addToSet(marks))
  })
}

function markOf(part: Extract<InlineNode, { children: unknown }>): Mark {
  if (part.type === 'link') return schema.marks.link.create({ href: part.href })
  const name = SAME[part.name] ?? (part.name as Exclude<typeof part.name, 'strong' | 'em'>)
  return schema.marks[name].create()
}

/** Readers see a line feed as a break, too. */
function textNodes(text: string, marks: readonly Mark[]): Node[] {
  return text
    .split(LINE_END)
    .flatMap((line, index) => [
      ...(index > 0 ? [schema.nodes.lineBreak.create(null, null, marks)] : []),
      ...(line === '' ? [] : [schema.text(line, marks)]),
    ])
}

function sharedCount(some: readonly Mark[], others: readonly Mark[]): number {
  const end = some.findIndex((mark, index) => !others[index]?.eq(mark))
  return end < 0 ? some.length : end
}

function isWritable(mark: Mark): boolean {
  return startTag(mark).length <= TAG_MAX_LENGTH
}

function startTag({ type, attrs }: Mark): string {
  return type === schema.marks.link
    ? `<a href="${escaped(String(attrs.href)).replaceAll('"', '&quot;')}">`
    : `<${type.name}>`
}

function endTag({ type }: Mark): string {
  return type === schema.marks.link ? '</a>' : `</${type.name}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
}
