import { httpUrl, inlineText, isPublicFilePath, parseInline } from '@stoa/contract'

/** Addresses of `[name]: address` lines, by name in lower case. */
export type Definitions = ReadonlyMap<string, string>
/** Where the text of a link begins. */
interface LinkStart {
  /** Index in the source after the bracket. */
  start: number
  isPicture: boolean
}

export const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/
/** As other readers limit them. They also keep the time linear. */
const ADDRESS_MAX_LENGTH = 2000
const NESTED_PARENTHESES_MAX = 32
const LABEL_MAX_LENGTH = 200
const TITLE = /[ \t\n]+(?:"(?:[^"\\]|\\.){0,500}"|'(?:[^'\\]|\\.){0,500}'|\((?:[^()\\]|\\.){0,500}\))/sy
/** What follows a link's text: an address in parentheses, or a name. */
export function targetAt(
  source: string,
  { start, isPicture }: LinkStart,
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
