import { httpUrl } from '@stoa/contract'
import { toggleMark } from 'prosemirror-commands'
import type { MarkType, ResolvedPos } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import type { MarkName } from '../document/marks.ts'
import { schema } from '../document/schema.ts'
import { caretOf } from './block-range.ts'
import type { Range } from './keep-caret.ts'

/** Longer addresses aren’t links in a stored text. */
const LINK_MAX_LENGTH = 2000
const { link, code } = schema.marks

export interface LinkRange extends Range {
  href: string
}

/** Sets or removes bold, italic and the like. */
export function toggle(name: Exclude<MarkName, 'link'>): Command {
  // Marks at the edges of spaces look the same and are removed as easily.
  return toggleMark(schema.marks[name], null, { removeWhenPresent: false, includeWhitespace: true })
}

/** The address as the editor writes it; null if it can’t be a link. People leave out the protocol. */
export function linkAddress(text: string): string | null {
  const typed = text.trim()
  const url = httpUrl(typed) ?? (/^[^\s:/]+\.[^\s]+$/.test(typed) ? httpUrl(`https://${typed}`) : null)
  return url && url.href.length <= LINK_MAX_LENGTH ? url.href : null
}

/**
 * Links the selection, or changes the link around the caret. Without either, inserts the address as a link. Not
 * possible in code, nor with an address that isn’t http or https.
 */
export function setLink(address: string): Command {
  return (state, dispatch) => {
    const href = linkAddress(address)
    const { selection, tr } = state
    if (href === null || !selection.ranges.some(({ $from }) => allows($from, link))) return false
    const mark = link.create({ href })
    const range = selection.empty ? linkAround(selection.$from) : null
    if (!selection.empty) for (const { $from, $to } of selection.ranges) tr.addMark($from.pos, $to.pos, mark)
    else if (range) tr.addMark(range.from, range.to, mark)
    else tr.replaceSelectionWith(schema.text(address.trim(), [...(state.storedMarks ?? []), mark]), false)
    dispatch?.(tr.removeStoredMark(link).scrollIntoView())
    return true
  }
}

/** Removes the links of the selection, or that around the caret. */
export const removeLink: Command = (state, dispatch) => {
  const { selection, tr } = state
  const around = linkAround(selection.$from)
  const ranges = selection.empty
    ? around
      ? [around]
      : []
    : selection.ranges.map(({ $from, $to }) => ({ from: $from.pos, to: $to.pos }))
  if (!ranges.some(({ from, to }) => state.doc.rangeHasMark(from, to, link))) return false
  for (const { from, to } of ranges) tr.removeMark(from, to, link)
  dispatch?.(tr)
  return true
}

/** The link that the caret is in or beside. */
export function linkAround($pos: ResolvedPos): LinkRange | null {
  const { parent } = $pos
  const { node } = parent.childAfter($pos.parentOffset)
  const before = parent.childBefore($pos.parentOffset).node
  const mark = (node && link.isInSet(node.marks)) || (before && link.isInSet(before.marks))
  if (!mark) return null
  const isLinked = (index: number) => mark.isInSet(parent.maybeChild(index)?.marks ?? [])
  let first = node && mark.isInSet(node.marks) ? $pos.index() : $pos.index() - ($pos.textOffset > 0 ? 0 : 1)
  let end = first + 1
  while (first > 0 && isLinked(first - 1)) first -= 1
  while (end < parent.childCount && isLinked(end)) end += 1
  return { from: $pos.posAtIndex(first), to: $pos.posAtIndex(end), href: String(mark.attrs.href) }
}

/** Right at the end of inline code: what is written next isn’t code. */
export const leaveInlineCode: Command = (state, dispatch) => {
  const $caret = caretOf(state.selection)
  if (!$caret || !hasCode(state, $caret)) return false
  if ($caret.nodeAfter && code.isInSet($caret.nodeAfter.marks)) return false
  dispatch?.(state.tr.removeStoredMark(code))
  return true
}

function hasCode({ storedMarks }: EditorState, $caret: ResolvedPos): boolean {
  return code.isInSet(storedMarks ?? $caret.marks()) !== undefined
}

function allows({ parent }: ResolvedPos, mark: MarkType): boolean {
  return parent.inlineContent ? parent.type.allowsMarkType(mark) : parent.childCount > 0
}
