import { LIST_START_MAX } from '@stoa/contract'
import type { Node } from 'prosemirror-model'
import { codeBlock } from '../document/pasted-blocks.ts'

/** Some blocks, and the index of the line after them. */
export interface Read {
  blocks: Node[]
  end: number
}

interface Fence {
  indent: number
  mark: string
  language: string
}

/** A line that starts an item. */
export interface ItemLine {
  /** Column of its sign. */
  indent: number
  /** Column of its text. */
  inner: number
  /** The sign's kind: items of another kind start a new list. */
  kind: string
  /** Null in a list without numbers. */
  number: number | null
  text: string
}

export const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s
export const QUOTE = /^ {0,3}> ?/
const FENCE = /^( *)(`{3,}|~{3,})(.*)$/s
const ITEM = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))(?:([ \t]+)(.*))?$/s
/** Anything longer is a mistake. */
const DELIMITER_MAX_LENGTH = 500

export function isBlank(line: string): boolean {
  return line.trim() === ''
}

/** Columns of the spaces at the start. */
export function columnsOf(line: string): number {
  let columns = 0
  for (const char of line) {
    if (char === ' ') columns += 1
    else if (char === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

export function itemAt(line: string): ItemLine | null {
  const match = ITEM.exec(line)
  if (!match) return null
  const [, space = '', bullet, digits = '', mark = '', gap = '', text = ''] = match
  const number = bullet === undefined ? Number(digits) : null
  if (number !== null && number > LIST_START_MAX) return null
  const indent = columnsOf(space)
  const gapColumns = columnsOf(gap)
  // Text that is further away is code for others. Here it is text.
  const width = (bullet ?? digits + mark).length + (text === '' || gapColumns > 4 ? 1 : gapColumns)
  return { indent, inner: indent + width, kind: bullet ?? mark, number, text }
}

/** Whether the line ends a paragraph before it. */
export function interruptsText(line: string): boolean {
  const item = itemAt(line)
  const isItem = item !== null && item.text !== '' && (item.number === null || item.number === 1)
  return isItem || fenceAt(line) !== null || HEADING.test(line) || QUOTE.test(line) || isDelimiter(line)
}

export function isDelimiter(line: string): boolean {
  if (line.length > DELIMITER_MAX_LENGTH || columnsOf(line) > 3) return false
  const signs = line.replace(/[ \t]/g, '')
  return signs.length >= 3 && /^(?:-+|\*+|_+)$/.test(signs)
}

export function fenceAt(line: string): Fence | null {
  const match = FENCE.exec(line)
  if (!match) return null
  const [, indent = '', mark = '', info = ''] = match
  if (mark.startsWith('`') && info.includes('`')) return null
  const words = info.trim()
  // Programs that color code write settings after the language.
  const language = /[{=,:]/.test(words) ? (words.split(/[\s{,:]/)[0] ?? '') : words
  return { indent: indent.length, mark, language: language.length <= 40 ? language : '' }
}

export function readFence(lines: readonly string[], start: number, { indent, mark, language }: Fence): Read {
  const code: string[] = []
  let at = start + 1
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const end = fenceAt(line)
    if (end?.mark.startsWith(mark) && line.trim() === end.mark) break
    let from = 0
    while (from < indent && line[from] === ' ') from += 1
    code.push(line.slice(from))
  }
  return { blocks: [codeBlock(code.join('\n'), language)], end: at + 1 }
}

/** Whether a table starts here: its first row, and dashes of as many columns below it. */
export function isTableHead(lines: readonly string[], at: number): boolean {
  const below = lines[at + 1] ?? ''
  if (!below.includes('-') || !below.includes('|') || !/^[\s|:-]+$/.test(below)) return false
  const line = lines[at] ?? ''
  if (!line.includes('|')) return false
  const dashes = cellsOf(below)
  return dashes.every((cell) => /^:?-+:?$/.test(cell)) && dashes.length === cellsOf(line).length
}

/** A row's cells. A backslash before a bar makes it part of the text, even in code. */
export function cellsOf(line: string): string[] {
  const row = line.trim()
  const cells: string[] = []
  let cell = ''
  for (let at = row.startsWith('|') ? 1 : 0; at < row.length; at += 1) {
    const char = row[at] ?? ''
    if (char === '\\' && row[at + 1] === '|') {
      cell += '|'
      at += 1
    } else if (char === '|') {
      cells.push(cell.trim())
      cell = ''
      if (at === row.length - 1) return cells
    } else cell += char
  }
  return [...cells, cell.trim()]
}
