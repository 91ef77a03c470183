import { TABLE_MAX_COLUMNS } from '@stoa/contract'
import type { Node as DocumentNode } from 'prosemirror-model'
import { tableBlocks } from '../document/pasted-blocks.ts'
import { childrenOf } from './elements.ts'

/** A span that is larger isn't meant. */
const ROW_SPAN_MAX = 500
/** Cells of columns that can't be part of a table are still read. */
const COLUMNS_MAX = TABLE_MAX_COLUMNS * 50

type Row = (readonly DocumentNode[])[]

interface Readers {
  /** Reads a cell as text. */
  text(cell: Element): DocumentNode[]
  blocks(children: readonly Node[]): DocumentNode[]
}

/** A table of cells, or the content of one that only arranges things. */
export function readTable(table: HTMLElement, read: Readers): DocumentNode[] {
  const rows = rowsOf(table)
  const cells = rows.flatMap((row) => cellsOf(row))
  const role = table.getAttribute('role')
  const isLayout =
    role === 'presentation' || role === 'none' || cells.length < 2 || table.querySelector('table') !== null
  if (isLayout) return read.blocks([...table.childNodes])
  const caption = childrenOf(table).find(({ localName }) => localName === 'caption')
  const head = rows[0]
  const hasHeadings =
    head !== undefined &&
    (head.parentElement?.localName === 'thead' || cellsOf(head).every(({ localName }) => localName === 'th'))
  const content = trimmed(grid(rows, read))
  return [
    ...(caption ? read.blocks([...caption.childNodes]) : []),
    ...tableBlocks(content, hasHeadings && content.length > 1),
  ]
}

function rowsOf(table: Element): Element[] {
  return childrenOf(table).flatMap((child) => {
    if (child.localName === 'tr') return [child]
    const isSection = child.localName === 'thead' || child.localName === 'tbody' || child.localName === 'tfoot'
    return isSection ? childrenOf(child).filter(({ localName }) => localName === 'tr') : []
  })
}

function cellsOf(row: Element): Element[] {
  return childrenOf(row).filter(({ localName }) => localName === 'td' || localName === 'th')
}

/** Rows of equal columns: a cell that spans several is followed by empty ones. */
function grid(rows: readonly Element[], read: Readers): Row[] {
  /** For each column, the number of rows that a cell above still covers. */
  const covered: number[] = []
  return rows.map((row) => {
    const line: Row = []
    const skipCovered = () => {
      while ((covered[line.length] ?? 0) > 0) {
        covered[line.length] = (covered[line.length] ?? 1) - 1
        line.push([])
      }
    }
    for (const cell of cellsOf(row)) {
      skipCovered()
      const columns = spanOf(cell, 'colspan', TABLE_MAX_COLUMNS)
      const below = spanOf(cell, 'rowspan', ROW_SPAN_MAX) - 1
      for (let index = 0; index < columns && line.length < COLUMNS_MAX; index += 1) {
        covered[line.length] = below
        line.push(index === 0 ? read.text(cell) : [])
      }
    }
    skipCovered()
    return line
  })
}

function spanOf(cell: Element, name: 'colspan' | 'rowspan', max: number): number {
  const span = Number(cell.getAttribute(name) ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, max) : 1
}

/** Without empty rows and columns at the end, which programs copy with whole columns. */
function trimmed(rows: Row[]): Row[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell.length > 0) + 1), 0)
  const last = rows.findLastIndex((row) => row.some((cell) => cell.length > 0))
  return rows.slice(0, last + 1).map((row) => row.slice(0, columns))
}
