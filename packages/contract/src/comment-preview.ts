import { COMMENT_PREVIEW_LENGTH } from './limits.ts'

/** The start of a comment on one line, with an ellipsis if it is cut. */
export function previewText(content: string): string {
  const letters = [...content]
  const isWhole = letters.length <= COMMENT_PREVIEW_LENGTH
  const text = isWhole ? content : letters.slice(0, COMMENT_PREVIEW_LENGTH - 1).join('')
  return text.replaceAll(/\s+/g, ' ').trim() + (isWhole ? '' : '…')
}
