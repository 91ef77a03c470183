import type { Fragment, Mark } from 'prosemirror-model'
import { schema } from '../document/schema.ts'

/** A mark from where it starts to where it ends. */
interface Span {
  mark: Mark
  /** Written as an element, where its signs would be read as text. */
  isTag: boolean
}
type Piece =
  | { kind: 'text' | 'code'; text: string; isInLink: boolean }
  | { kind: 'break' }
  | { kind: 'start' | 'end'; span: Span }

const SIGNS: Readonly<Record<string, string>> = { b: '**', i: '_', s: '~~', mark: '==' }
const SPACE = /^\s?$/
const PUNCTUATION = /[\p{P}\p{S}]/u
const LETTER = /[\p{L}\p{N}]/u
/** Later, all signs are written as elements. */
const ATTEMPTS_MAX = 6
const REFERENCE = /^&(?:#|[a-z])/i

/** Writes inline content. `isOneLine`: breaks become elements, for headings and cells. */
export function writeMarkdownText(content: Fragment, isOneLine = false): string {
  const pieces = piecesOf(content)
  for (let attempt = 0; ; attempt += 1) {
    const parts = pieces.map((piece, index) => written(piece, pieces, { index, isOneLine }))
    const unclear = unclearSpans(pieces, parts)
    if (unclear.length === 0) return parts.join('')
    for (const piece of attempt < ATTEMPTS_MAX ? [] : pieces) if ('span' in piece) unclear.push(piece.span)
    for (const span of unclear) span.isTag = true
  }
}

/** An address in parentheses after a link's text. */
export function writeAddress(address: string): string {
  return `(${address.replace(/[\\()<>]/g, '\\$&').replace(/&(?=#?\w{1,8};)/g, '&amp;')})`
}

export function writePlainText(text: string): string {
  return text === '' ? '' : escaped(text, { isStart: false, isInLink: true })
}

function piecesOf(content: Fragment): Piece[] {
  const pieces: Piece[] = []
  const open: Span[] = []
  const moveTo = (marks: readonly Mark[]) => {
    const end = open.findIndex(({ mark }, index) => !marks[index]?.eq(mark))
    const kept = end < 0 ? open.length : end
    for (const span of open.splice(kept).reverse()) pieces.push({ kind: 'end', span })
    for (const mark of marks.slice(kept)) {
      const span = { mark, isTag: !(mark.type.name in SIGNS) }
      open.push(span)
      pieces.push({ kind: 'start', span })
    }
  }
  content.forEach((node) => {
    moveTo(node.marks.filter(({ type }) => type !== schema.marks.code))
    const isInLink = node.marks.some(({ type }) => type === schema.marks.link)
    const isCode = node.marks.some(({ type }) => type === schema.marks.code)
    if (node.isText) pieces.push({ kind: isCode ? 'code' : 'text', text: node.text ?? '', isInLink })
    else pieces.push({ kind: 'break' })
  })
  moveTo([])
  return pieces
}

function written(
  piece: Piece,
  pieces: readonly Piece[],
  { index, isOneLine }: { index: number; isOneLine: boolean },
): string {
  const before = textPiece(pieces, index, -1)
  const after = textPiece(pieces, index, 1)
  if (piece.kind === 'break') return isOneLine || !before || !after ? '<br>' : '\\\n'
  if (piece.kind === 'code') return writeCode(piece.text)
  if (piece.kind === 'text') {
    if (isAutolink(pieces, index)) return piece.text
    const text = escaped(piece.text, { isStart: !before || before.kind === 'break', isInLink: piece.isInLink })
    const start = before && before.kind !== 'break' ? text : withReference(text, 0)
    return after && after.kind !== 'break' ? start : withReference(start, start.length - 1)
  }
  if (!('span' in piece)) return ''
  const { mark, isTag } = piece.span
  const isStart = piece.kind === 'start'
  if (mark.type === schema.marks.link) {
    if (isAutolink(pieces, isStart ? index + 1 : index - 1)) return isStart ? '<' : '>'
    return isStart ? '[' : `]${writeAddress(String(mark.attrs.href))}`
  }
  return isTag ? `<${isStart ? '' : '/'}${mark.type.name}>` : (SIGNS[mark.type.name] ?? '')
}

/** The next text or break in a direction. */
function textPiece(pieces: readonly Piece[], index: number, step: 1 | -1): Piece | undefined {
  let at = index + step
  while (pieces[at] && 'span' in (pieces[at] as Piece)) at += step
  return pieces[at]
}

/** A link whose text is its address. */
function isAutolink(pieces: readonly Piece[], index: number): boolean {
  const [start, text, end] = pieces.slice(Math.max(0, index - 1), index + 2)
  if (start?.kind !== 'start' || text?.kind !== 'text' || end?.kind !== 'end' || start.span !== end.span) return false
  const { type, attrs } = start.span.mark
  return type === schema.marks.link && attrs.href === text.text && !/[\s<>]/.test(text.text)
}

/** A reference in place of a space at the start or end of a line, which would be lost. */
function withReference(text: string, at: number): string {
  const char = text[at] ?? ''
  return /\s/.test(char) ? `${text.slice(0, at)}&#${char.charCodeAt(0)};${text.slice(at + 1)}` : text
}

/** Code between backticks that it doesn't contain itself. */
function writeCode(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map(({ length }) => length))
  let length = 1
  while (runs.has(length)) length += 1
  const isPadded =
    text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '')
  const space = isPadded ? ' ' : ''
  return `${'`'.repeat(length)}${space}${text}${space}${'`'.repeat(length)}`
}

/** Spans whose signs wouldn't be read as such, because of the characters next to them. */
function unclearSpans(pieces: readonly Piece[], parts: readonly string[]): Span[] {
  const following: string[] = []
  for (let index = parts.length - 1, next = ''; index >= 0; index -= 1) {
    following[index] = next
    next = firstCharacter(parts[index] ?? '') || next
  }
  const unclear: Span[] = []
  let previous = ''
  pieces.forEach((piece, index) => {
    if ('span' in piece && !piece.span.isTag) {
      const [outside, inside] = [previous, following[index] ?? '']
      const isClear = piece.kind === 'start' ? isFlanking(outside, inside) : isFlanking(inside, outside)
      const isWord = piece.span.mark.type === schema.marks.i
      const edge = piece.kind === 'start' ? outside : inside
      if (!isClear || (isWord && LETTER.test(edge))) unclear.push(piece.span)
    }
    previous = lastCharacter(parts[index] ?? '') || previous
  })
  return unclear
}

function isFlanking(outside: string, inside: string): boolean {
  const isOutside = SPACE.test(outside) || PUNCTUATION.test(outside)
  return !SPACE.test(inside) && (!PUNCTUATION.test(inside) || isOutside)
}

function firstCharacter(text: string): string {
  return text === '' ? '' : String.fromCodePoint(text.codePointAt(0) ?? 0)
}

function lastCharacter(text: string): string {
  return /[\uDC00-\uDFFF]/.test(text.at(-1) ?? '') ? text.slice(-2) : text.slice(-1)
}

/** Text with backslashes before what would be read as markup. */
function escaped(text: string, { isStart, isInLink }: { isStart: boolean; isInLink: boolean }): string {
  let result = ''
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '\u00a0') result += '&nbsp;'
    else if (char === '\n') result += '&#10;'
    else result += needsEscape(text, at, isInLink) ? `\\${char}` : char
  }
  return isStart ? withEscapedStart(result) : result
}

function needsEscape(text: string, at: number, isInLink: boolean): boolean {
  const before = text[at - 1] ?? ''
  const after = text[at + 1] ?? ''
  switch (text[at] ?? '') {
    case '\\':
    case '`':
      return true
    case '*':
      return before !== ' ' || after !== ' '
    case '_':
      return !LETTER.test(before) || !LETTER.test(after)
    case '~':
    case '=':
      return before === '' || after === '' || before === text[at] || after === text[at]
    case '[':
      return isInLink
    case ']':
      return isInLink || after === '' || '([:'.includes(after)
    case '!':
      return after === '' || after === '['
    case '<':
      return after === '' || /[a-z/!]/i.test(after)
    case '&':
      return REFERENCE.test(text.slice(at, at + 2))
    default:
      return false
  }
}

/** What would make the line a heading, an item, a quote, a table or a definition. */
function withEscapedStart(text: string): string {
  if (/^(?:#{1,6}(?:\s|$)|>|[-+](?:\s|$)|-[-:|]|:-|[|=[])/.test(text)) return `\\${text}`
  return text.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
