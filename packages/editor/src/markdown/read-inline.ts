import { httpUrl, inlineText, parseInline } from '@stoa/contract'
import type { Mark, Node } from 'prosemirror-model'
import { type Picture, pictureText } from '../document/pasted-blocks.ts'
import { schema } from '../document/schema.ts'
import { type Delimiter, delimiterAt, endOfRun, type MarkName, pairDelimiters } from './delimiters.ts'
import { ASCII_PUNCTUATION, type Definitions, targetAt } from './read-address.ts'

/** A start tag; text if it has no end. */
interface Tag {
  kind: 'tag'
  name: MarkName
  text: string
  isPaired: boolean
}
type Token =
  | Delimiter
  | { kind: 'text' | 'code'; text: string; isFixed?: boolean }
  | Tag
  | { kind: 'picture'; picture: Picture }
  | { kind: 'end'; name: MarkName }
  | { kind: 'link'; href: string }
  | { kind: 'break' | 'linkEnd' }

interface Bracket {
  /** Index of its token. */
  token: number
  /** Number of open delimiters before it. */
  delimiters: number
  /** Index in the source after the bracket. */
  start: number
  isPicture: boolean
}

export interface MarkdownText {
  nodes: Node[]
  /** The pictures, if the text consists of nothing else. */
  pictures: Picture[]
}

const ORDINARY = /[^\\`*_~=[\]!<&\n]+/y
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/iy
const AUTOLINK = /<(https?:\/\/[^\s<>]{1,2000})>/iy
const TAG = /<(\/?)(b|strong|i|em|u|ins|s|del|strike|mark|code|kbd|samp)>/iy
const BREAK_TAG = /<br *\/?>/iy
const NAMES: Readonly<Record<string, MarkName>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  u: 'u',
  ins: 'u',
  s: 's',
  del: 's',
  strike: 's',
  mark: 'mark',
  code: 'code',
  kbd: 'code',
  samp: 'code',
}
/** Reads the text of a paragraph. Newlines are spaces, unless two spaces or a backslash precede them. */
export function readMarkdownText(source: string, definitions: Definitions): MarkdownText {
  return nodesOf(readTokens(source, definitions))
}

function readTokens(source: string, definitions: Definitions): Token[] {
  const tokens: Token[] = []
  const delimiters: Delimiter[] = []
  const brackets: Bracket[] = []
  /** Brackets below it can't become links, because a link can't contain another. */
  let firstBracket = 0
  const openTags = new Map<MarkName, Tag[]>()
  const codeEnds = findCodeEnds(source)
  let hasCommentEnd = true
  let at = 0

  const addText = (text: string) => {
    const last = tokens.at(-1)
    if (last?.kind === 'text' && last.isFixed !== true) last.text += text
    else tokens.push({ kind: 'text', text })
  }
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }

  const readDelimiter = (char: string) => {
    const end = endOfRun(source, at)
    const delimiter = delimiterAt(source, at, end)
    tokens.push(delimiter)
    const isPair = char === '*' || char === '_' || delimiter.length === 2
    if (isPair && (delimiter.canOpen || delimiter.canClose)) delimiters.push(delimiter)
    at = end
  }

  const readCode = () => {
    const end = endOfRun(source, at)
    const close = codeEnds(at, end - at)
    if (close === null) addText(source.slice(at, end))
    else tokens.push({ kind: 'code', text: codeText(source.slice(end, close)) })
    at = close === null ? end : close + (end - at)
  }

  const readNewline = () => {
    const last = tokens.at(-1)
    let spaces = 0
    if (last?.kind === 'text' && last.isFixed !== true) {
      while (last.text[last.text.length - 1 - spaces] === ' ') spaces += 1
      last.text = last.text.slice(0, last.text.length - spaces)
    }
    tokens.push(spaces >= 2 ? { kind: 'break' } : { kind: 'text', text: ' ', isFixed: true })
    skipIndent(1)
  }

  const skipIndent = (by: number) => {
    at += by
    while (source[at] === ' ' || source[at] === '\t') at += 1
  }

  const readLess = () => {
    const link = match(AUTOLINK)
    const href = link && httpUrl(link[1] ?? '')?.href
    if (link && href) {
      tokens.push({ kind: 'link', href }, { kind: 'text', text: link[1] ?? '' }, { kind: 'linkEnd' })
      at += link[0].length
      return
    }
    const lineBreak = match(BREAK_TAG)
    if (lineBreak) {
      tokens.push({ kind: 'break' })
      at += lineBreak[0].length
      return
    }
    if (hasCommentEnd && source.startsWith('<!--', at)) {
      const end = source.indexOf('-->', at + 4)
      hasCommentEnd = end >= 0
      if (hasCommentEnd) {
        at = end + 3
        return
      }
    }
    const tag = match(TAG)
    if (!tag) {
      addText('<')
      at += 1
      return
    }
    const name = NAMES[(tag[2] ?? '').toLowerCase()] ?? 'b'
    const open = openTags.get(name) ?? []
    const isEnd = tag[1] === '/'
    const start = isEnd ? open.pop() : undefined
    if (start) {
      start.isPaired = true
      tokens.push({ kind: 'end', name })
    } else if (isEnd) addText(tag[0])
    else {
      const token: Tag = { kind: 'tag', name, text: tag[0], isPaired: false }
      openTags.set(name, [...open.slice(-8), token])
      tokens.push(token)
    }
    at += tag[0].length
  }

  const openBracket = (isPicture: boolean) => {
    const text = isPicture ? '![' : '['
    at += text.length
    brackets.push({ token: tokens.length, delimiters: delimiters.length, start: at, isPicture })
    tokens.push({ kind: 'text', text, isFixed: true })
  }

  const closeBracket = () => {
    const bracket = brackets.length > firstBracket ? brackets.pop() : undefined
    const target = bracket && targetAt(source, bracket, { at: at + 1, definitions })
    if (!bracket || !target) {
      addText(']')
      at += 1
      return
    }
    const { address, end } = target
    pairDelimiters(delimiters, bracket.delimiters)
    if (bracket.isPicture) {
      const alt = plainText(tokens.splice(bracket.token).slice(1))
      tokens.push({ kind: 'picture', picture: { src: address, alt } })
      openTags.clear()
    } else {
      tokens[bracket.token] = { kind: 'link', href: address }
      tokens.push({ kind: 'linkEnd' })
      firstBracket = brackets.length
    }
    at = end
  }

  const readSpecial = (char: string) => {
    const next = source[at + 1] ?? ''
    if (char === '\\' && next === '\n') {
      tokens.push({ kind: 'break' })
      skipIndent(2)
    } else if (char === '\\' && ASCII_PUNCTUATION.test(next)) {
      tokens.push({ kind: 'text', text: next, isFixed: true })
      at += 2
    } else if (char === '`') readCode()
    else if (char === '*' || char === '_' || char === '~' || char === '=') readDelimiter(char)
    else if (char === '\n') readNewline()
    else if (char === '<') readLess()
    else if (char === '[') openBracket(false)
    else if (char === '!' && next === '[') openBracket(true)
    else if (char === ']') closeBracket()
    else {
      const entity = char === '&' ? match(ENTITY)?.[0] : undefined
      if (entity === undefined) addText(char)
      else tokens.push({ kind: 'text', text: inlineText(parseInline(entity)), isFixed: true })
      at += entity?.length ?? 1
    }
  }

  while (at < source.length) {
    const ordinary = match(ORDINARY)
    if (ordinary) {
      addText(ordinary[0])
      at += ordinary[0].length
    } else readSpecial(source[at] ?? '')
  }
  pairDelimiters(delimiters, 0)
  return tokens
}

function nodesOf(tokens: readonly Token[]): MarkdownText {
  const nodes: Node[] = []
  const counts = new Map<MarkName, number>()
  const pictures: Picture[] = []
  let href: string | null = null
  let hasText = false
  let text = ''
  let textMarks: readonly Mark[] = []
  let marks: readonly Mark[] = []

  const flush = () => {
    if (text !== '') nodes.push(schema.text(text, textMarks))
    text = ''
  }
  const write = (part: string, set: readonly Mark[]) => {
    if (part === '') return
    if (text === '' || set !== textMarks) flush()
    textMarks = set
    text += part
    hasText ||= part.trim() !== ''
  }
  const change = (name: MarkName, by: number) => {
    counts.set(name, (counts.get(name) ?? 0) + by)
    update()
  }
  const update = () => {
    marks = []
    if (href !== null) marks = schema.marks.link.create({ href }).addToSet(marks)
    for (const [name, count] of counts) if (count > 0) marks = schema.marks[name].create().addToSet(marks)
  }

  for (const token of tokens) {
    if (token.kind === 'text') write(token.text, marks)
    else if (token.kind === 'code') write(token.text, schema.marks.code.create().addToSet(marks))
    else if (token.kind === 'end') change(token.name, -1)
    else if (token.kind === 'tag') {
      if (token.isPaired) change(token.name, 1)
      else write(token.text, marks)
    } else if (token.kind === 'link' || token.kind === 'linkEnd') {
      href = token.kind === 'link' ? token.href : null
      update()
    } else if (token.kind === 'break') {
      flush()
      nodes.push(schema.nodes.lineBreak.create(null, null, marks))
    } else if (token.kind === 'picture') {
      flush()
      nodes.push(...pictureText(token.picture, marks))
      pictures.push(token.picture)
    } else if (token.kind === 'delimiter') {
      for (const name of token.ends) change(name, -1)
      write(token.char.repeat(token.left), marks)
      for (const name of token.starts) change(name, 1)
    }
  }
  flush()
  return { nodes, pictures: hasText ? [] : pictures }
}

/**
 * Returns a function that finds where a code span ends: the next run of as many backticks. Positions only go forward,
 * so that all searches together are linear.
 */
function findCodeEnds(source: string): (start: number, length: number) => number | null {
  const runs = new Map<number, { starts: number[]; next: number }>()
  for (let at = source.indexOf('`'); at >= 0; ) {
    const end = endOfRun(source, at)
    const same = runs.get(end - at)
    if (same) same.starts.push(at)
    else runs.set(end - at, { starts: [at], next: 0 })
    at = source.indexOf('`', end)
  }
  return (start, length) => {
    const same = runs.get(length)
    if (!same) return null
    while ((same.starts[same.next] ?? Number.POSITIVE_INFINITY) <= start) same.next += 1
    return same.starts[same.next] ?? null
  }
}

function codeText(source: string): string {
  const line = source.replaceAll('\n', ' ')
  const isPadded = line.length > 2 && line.startsWith(' ') && line.endsWith(' ') && line.trim() !== ''
  return isPadded ? line.slice(1, -1) : line
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.kind === 'text' || token.kind === 'code' || token.kind === 'tag') return token.text
      if (token.kind === 'picture') return token.picture.alt
      if (token.kind === 'delimiter') return token.char.repeat(token.left)
      return token.kind === 'break' ? ' ' : ''
    })
    .join('')
}
