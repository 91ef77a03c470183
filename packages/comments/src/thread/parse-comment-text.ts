import type { Mention } from '@stoa/contract'
import { httpUrl, MENTION } from '@stoa/contract'

/** A piece of a comment's text. `break` is a line break. A quote contains the lines that began with `>`. */
export type CommentToken =
  | { type: 'text'; text: string }
  | { type: 'link'; text: string; href: string }
  | { type: 'mention'; text: string; mention: Mention }
  | { type: 'break' }
  | { type: 'quote'; tokens: CommentToken[] }

/**
 * A web address in a text. Format and control characters end it, and punctuation of sentences in scripts whose addresses
 * don't contain it: East Asian, Arabic, Indic, Armenian, Ethiopic, Khmer, Burmese, Tibetan.
 */
export const WEB_ADDRESS =
  /https?:\/\/[^\s<>"\p{C}\u3001\u3002\u3008-\u3011\u3014-\u301F\uFF01\uFF08\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F\uFF3B\uFF3D\uFF5B\uFF5D\uFF5F-\uFF64\u060C\u061B\u061F\u06D4\u0964\u0965\u0589\u1361-\u1368\u17D4\u17D5\u104A\u104B\u0F0D\u0F0E]+/giu

/** A web address or an `@name`. */
const SPECIAL = new RegExp(`${WEB_ADDRESS.source}|${MENTION}`, WEB_ADDRESS.flags)

/**
 * Splits a comment's plain text into tokens. It never fails, and joining the texts again loses only the `>` of quotes,
 * and an empty line between two quotes.
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

const CLOSING: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Excludes punctuation that ends a sentence, and brackets without their other half in the address. */
function withoutTrailingPunctuation(address: string): string {
  /** Opened minus closed, by opening bracket. */
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  const step = (character: string, by: number) => {
    const opening = CLOSING[character] ?? character
    if (opening in open) open[opening] = (open[opening] ?? 0) + (opening === character ? by : -by)
  }
  for (const character of address) step(character, 1)
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1)
    const isUnpaired = last in open || (open[CLOSING[last] ?? ''] ?? 0) < 0
    if (!isUnpaired && !/[.,:;!?'*~»”’…]/.test(last)) break
    step(last, -1)
  }
  return address.slice(0, end)
}
