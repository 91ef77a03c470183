import type { Mention } from '@stoa/contract'
import { httpUrl } from '@stoa/contract'

/** A piece of a comment's text. `break` is a line break. A quote contains the lines that began with `>`. */
export type CommentToken =
  | { type: 'text'; text: string }
  | { type: 'link'; text: string; href: string }
  | { type: 'mention'; text: string; mention: Mention }
  | { type: 'break' }
  | { type: 'quote'; tokens: CommentToken[] }

/** A web address in a text. Format and control characters end it. */
export const WEB_ADDRESS = /https?:\/\/[^\s<>"\p{C}]+/giu

/** A web address, or an `@name` that doesn't continue a word, an address or a path. */
const SPECIAL = new RegExp(
  `${WEB_ADDRESS.source}|(?<![\\p{L}\\p{N}_@./-])@[0-9A-Za-z_]{3,20}(?![0-9A-Za-z_])`,
  WEB_ADDRESS.flags,
)

/**
 * Splits a comment's plain text into tokens. It never fails, and joining the texts again loses only the `>` of quotes.
 */
export function parseCommentText(text: string, mentions: readonly Mention[]): CommentToken[] {
  const tokens: CommentToken[] = []
  let quote: CommentToken[] | null = null
  for (const line of text.split('\n')) {
    const marks = /^>+ ?/.exec(line)?.[0] ?? ''
    const words = line.slice(marks.length)
    // Quote marks alone continue a quote but start none, as an empty quote would show nothing.
    if (marks !== '' && (quote || /[^\s>]/.test(words))) {
      if (quote) quote.push({ type: 'break' })
      else tokens.push({ type: 'quote', tokens: (quote = []) })
      pushLine(quote, words, mentions)
    } else {
      // A quote is a block, so the line break after it isn't rendered.
      if (tokens.length > 0 && !quote) tokens.push({ type: 'break' })
      quote = null
      pushLine(tokens, line, mentions)
    }
  }
  return tokens
}

function pushLine(tokens: CommentToken[], line: string, mentions: readonly Mention[]) {
  let end = 0
  for (const match of line.matchAll(SPECIAL)) {
    const token = match[0].startsWith('@') ? mentionToken(match[0], mentions) : linkToken(match[0])
    if (!token) continue
    if (match.index > end) tokens.push({ type: 'text', text: line.slice(end, match.index) })
    tokens.push(token)
    end = match.index + token.text.length
  }
  if (end < line.length) tokens.push({ type: 'text', text: line.slice(end) })
}

function mentionToken(text: string, mentions: readonly Mention[]) {
  const name = text.slice(1).toLowerCase()
  const mention = mentions.find(({ username }) => username.toLowerCase() === name)
  return mention && ({ type: 'mention', text, mention } as const)
}

function linkToken(match: string) {
  const link = linkIn(match)
  return link && ({ type: 'link', ...link } as const)
}

/** The address in a match of `WEB_ADDRESS`, and its target; null if it isn't valid. */
export function linkIn(match: string): { text: string; href: string } | null {
  const text = withoutTrailingPunctuation(match)
  const url = httpUrl(text)
  return url && { text, href: url.href }
}

/** Excludes punctuation that ends a sentence, and a closing bracket that was opened before the address. */
function withoutTrailingPunctuation(address: string): string {
  let end = address.length
  let open = count(address, '(') - count(address, ')')
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1)
    if (last === ')' && open < 0) open += 1
    else if (!/[.,:;!?'*_~\]}»”’…]/.test(last)) break
  }
  return address.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}
