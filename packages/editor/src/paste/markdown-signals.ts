import { isDelimiter } from '../markdown/lines.ts'

const FENCE = /^ {0,3}(?:```|~~~)/
const BLOCK_SIGNS: readonly RegExp[] = [
  /^ {0,3}#{1,6} \S/,
  /^\s{0,20}(?:[-*] \S|\d{1,3}[.)] \S)/,
  /^ {0,3}> ?\S/,
  /^ {0,3}\|?(?: {0,3}:?-{2,60}:? {0,3}\|){1,20}(?: {0,3}:?-{2,60}:?)? {0,3}$/,
]
/** Of limited length, so that the search is linear. */
const INLINE_SIGNS: readonly RegExp[] = [
  /\[[^[\]\n]{1,200}\]\(https?:/g,
  /\*\*[^\s*](?:[^*\n]{0,200}[^\s*])?\*\*/g,
  /`[^`\n]{1,200}`/g,
  /~~[^\s~][^~\n]{0,200}~~/g,
]
const LINES_MAX = 2000

/** Whether a text was written as Markdown: two signs of it are enough, or a fence. */
export function isMarkdown(text: string): boolean {
  let signs = 0
  for (const line of text.split('\n', LINES_MAX)) {
    if (FENCE.test(line)) return true
    if (BLOCK_SIGNS.some((sign) => sign.test(line)) || isDelimiter(line)) signs += 1
    for (const sign of INLINE_SIGNS) signs += line.length > 5000 ? 0 : [...line.matchAll(sign)].length
    if (signs >= 2) return true
  }
  return false
}
