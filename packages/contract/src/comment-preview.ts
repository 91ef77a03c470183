import { COMMENT_PREVIEW_LENGTH } from './limits.ts'

/** The beginning of a comment in one line, with a sign where more follows. */
export function previewText(content: string): string {
  const letters = [...content]
  const isWhole = letters.length <= COMMENT_PREVIEW_LENGTH
  const text = isWhole ? content : letters.slice(0, COMMENT_PREVIEW_LENGTH - 1).join('')
  return text.replaceAll(/\s+/g, ' ').trim() + (isWhole ? '' : '…')
}
