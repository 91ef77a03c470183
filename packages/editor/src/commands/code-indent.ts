import { schema } from '../document/schema.ts'
import type { Edit } from './edit.ts'

const INDENT = '  '

/** Tab in code: indents the selected lines, or inserts spaces at the caret. */
export const indentCode: Edit = (tr) => {
  const lines = selectedLines(tr)
  if (!lines) return false
  if (tr.selection.empty) tr.insertText(INDENT)
  else for (const line of lines.reverse()) tr.insertText(INDENT, line.start)
  return true
}

/** Removes one level of indentation from the selected lines. */
export const outdentCode: Edit = (tr) => {
  const lines = selectedLines(tr)
  if (!lines) return false
  for (const { start, text } of lines.reverse()) {
    const size = /^(\t| {1,2})/.exec(text)?.[0].length ?? 0
    if (size > 0) tr.delete(start, start + size)
  }
  return true
}

/** The lines of code that are selected; null outside of code. */
function selectedLines({ selection: { $from, $to } }: Parameters<Edit>[0]): { start: number; text: string }[] | null {
  if ($from.parent.type !== schema.nodes.codeBlock || !$from.sameParent($to)) return null
  let start = $from.start()
  return $from.parent.textContent
    .split('\n')
    .map((text) => {
      const line = { start, text }
      start += text.length + 1
      return line
    })
    .filter((line) => line.start <= $to.pos && line.start + line.text.length >= $from.pos)
}
