import { httpUrl, inlineText, isPublicFilePath, parseInline } from '@stoa/contract'
import type { Mark, Node } from 'prosemirror-model'
import { type Picture, pictureText } from '../document/pasted-blocks.ts'
import { schema } from '../document/schema.ts'

type MarkName = 'b' | 'i' | 'u' | 's' | 'mark' | 'code'

/** A run of emphasis characters. Pairs of runs take characters from each other. */
interface Delimiter {
  kind: 'delimiter'
  char: string
  /** Characters at first. */
  length: number
  /** Characters that aren't in a pair yet. */
  left: number
  canOpen: boolean
  canClose: boolean
  /** Marks that end before the remaining characters, from the innermost. */
  ends: MarkName[]
  /** Marks that start after the remaining characters, from the outermost. */
  starts: MarkName[]
}
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

/** Addresses of `[name]: address` lines, by name in lower case. */
export type Definitions = ReadonlyMap<string, string>

const ORDINARY = /[^\\`*_~=[\]!<&\n]+/y
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/iy
const AUTOLINK = /<(https?:\/\/[^\s<>]{1,2000})>/iy
const TAG = /<(\/?)(b|strong|i|em|u|ins|s|del|strike|mark|code|kbd|samp)>/iy
const BREAK_TAG = /<br *\/?>/iy
const SPACE = /\s/
const PUNCTUATION = /[\p{P}\p{S}]/u
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/
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
/** As other readers limit them. They also keep the time linear. */
const ADDRESS_MAX_LENGTH = 2000
const NESTED_PARENTHESES_MAX = 32
const LABEL_MAX_LENGTH = 200
const TITLE = /[ \t\n]+(?:"(?:[^"\\]|\\.){0,500}"|'(?:[^'\\]|\\.){0,500}'|\((?:[^()\\]|\\.){0,500}\))/sy

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

/** Where the run of equal characters ends. */
function endOfRun(source: string, start: number): number {
  let end = start + 1
  while (source[end] === source[start]) end += 1
  return end
}

function delimiterAt(source: string, start: number, end: number): Delimiter {
  const char = source[start] ?? ''
  const before = characterBefore(source, start)
  const after = end < source.length ? String.fromCodePoint(source.codePointAt(end) ?? 0) : ' '
  const isLeft = !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before))
  const isRight = !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after))
  const isWord = char === '_'
  return {
    kind: 'delimiter',
    char,
    length: end - start,
    left: end - start,
    canOpen: isLeft && (!isWord || !isRight || PUNCTUATION.test(before)),
    canClose: isRight && (!isWord || !isLeft || PUNCTUATION.test(after)),
    ends: [],
    starts: [],
  }
}

function characterBefore(source: string, at: number): string {
  if (at === 0) return ' '
  const isPair = /[\uDC00-\uDFFF]/.test(source[at - 1] ?? '') && at > 1
  return source.slice(isPair ? at - 2 : at - 1, at)
}

/** Pairs the delimiters from index `bottom` on, and removes them. CommonMark's procedure, which is linear. */
function pairDelimiters(delimiters: Delimiter[], bottom: number): void {
  const list = delimiters.splice(bottom)
  const previous = list.map((_, index) => index - 1)
  /** Below it there is no opener for such a closer. */
  const floors = new Map<string, number>()

  list.forEach((closer, index) => {
    if (!closer.canClose) return
    const key = `${closer.char}${closer.canOpen}${closer.length % 3}`
    while (closer.left > 0) {
      const floor = floors.get(key) ?? -1
      let candidate = previous[index] ?? -1
      while (candidate > floor && !isOpenerOf(list[candidate], closer)) candidate = previous[candidate] ?? -1
      const opener = candidate > floor ? list[candidate] : undefined
      if (!opener) {
        floors.set(key, Math.max(floor, previous[index] ?? -1))
        break
      }
      const size = Math.min(2, opener.left, closer.left)
      const name = nameOf(closer.char, size)
      opener.starts.unshift(name)
      closer.ends.push(name)
      opener.left -= size
      closer.left -= size
      // What is between the two can't be paired with anything outside.
      previous[index] = opener.left > 0 ? candidate : (previous[candidate] ?? -1)
    }
    // A used-up closer isn't looked at again.
    if (closer.left === 0 && index + 1 < list.length) previous[index + 1] = previous[index] ?? -1
  })
}

function isOpenerOf(opener: Delimiter | undefined, closer: Delimiter): boolean {
  if (!opener || !opener.canOpen || opener.left === 0 || opener.char !== closer.char) return false
  const isThree = (opener.length + closer.length) % 3 === 0 && (opener.length % 3 !== 0 || closer.length % 3 !== 0)
  return !((opener.canClose || closer.canOpen) && isThree && closer.char !== '~' && closer.char !== '=')
}

function nameOf(char: string, size: number): MarkName {
  if (char === '~') return 's'
  if (char === '=') return 'mark'
  return size === 2 ? 'b' : 'i'
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

/** What follows a link's text: an address in parentheses, or a name. */
function targetAt(
  source: string,
  { start, isPicture }: Bracket,
  { at, definitions }: { at: number; definitions: Definitions },
): { address: string; end: number } | null {
  const direct = source[at] === '(' ? addressAt(source, at + 1) : null
  const address = direct && usableAddress(direct.address, isPicture)
  if (direct && address) return { address, end: direct.end }
  if (definitions.size === 0) return null
  const text = at - 1 - start <= LABEL_MAX_LENGTH ? source.slice(start, at - 1) : ''
  const close = source[at] === '[' ? source.indexOf(']', at) : -1
  const named = close > 0 && close - at <= LABEL_MAX_LENGTH ? source.slice(at + 1, close) : null
  const defined = usableAddress(definitions.get(labelKey(named || text)) ?? '', isPicture)
  return defined === null ? null : { address: defined, end: named === null ? at : close + 1 }
}

/** The address in full; null if posts can't show it. Such a link stays as it was written. */
export function usableAddress(address: string, isPicture: boolean): string | null {
  if (isPicture && isPublicFilePath(address)) return address
  return httpUrl(/^www\./i.test(address) ? `https://${address}` : address)?.href ?? null
}

export function labelKey(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

function addressAt(source: string, start: number): { address: string; end: number } | null {
  let at = start
  while (source[at] === ' ') at += 1
  const address = source[at] === '<' ? bracedAddress(source, at) : plainAddress(source, at)
  if (!address) return null
  at = address.end
  TITLE.lastIndex = at
  at += TITLE.exec(source)?.[0].length ?? 0
  while (source[at] === ' ') at += 1
  return source[at] === ')' ? { address: unescaped(address.text), end: at + 1 } : null
}

function bracedAddress(source: string, start: number) {
  for (let at = start + 1; at < source.length && at - start < ADDRESS_MAX_LENGTH; at += 1) {
    const char = source[at]
    if (char === '>') return { text: source.slice(start + 1, at), end: at + 1 }
    if (char === '<' || char === '\n') return null
    if (char === '\\') at += 1
  }
  return null
}

function plainAddress(source: string, start: number) {
  let depth = 0
  let at = start
  for (; at < source.length && at - start < ADDRESS_MAX_LENGTH; at += 1) {
    const char = source[at] ?? ''
    if (char <= ' ') break
    if (char === '\\' && ASCII_PUNCTUATION.test(source[at + 1] ?? '')) at += 1
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    if (depth > NESTED_PARENTHESES_MAX) return null
    if (depth < 0) break
  }
  return depth > 0 ? null : { text: source.slice(start, at), end: at }
}

function unescaped(address: string): string {
  const text = address.replace(/\\([!-/:-@[-`{-~])/g, '$1')
  return text.includes('&') ? inlineText(parseInline(text.replaceAll('<', '&lt;'))) : text
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
