import { LIST_START_MAX } from '@stoa/contract'
import { closeHistory } from 'prosemirror-history'
import { InputRule, inputRules, undoInputRule } from 'prosemirror-inputrules'
import type { Mark } from 'prosemirror-model'
import { type Command, type EditorState, type Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import { replaceKeepingCaret } from '../commands/keep-caret.ts'
import { entriesOf, listOf } from '../commands/list-entries.ts'
import { linkAddress } from '../commands/marks.ts'
import { type TextKind, turnInto } from '../commands/turn-into.ts'
import { schema } from '../document/schema.ts'

const { nodes, marks } = schema

interface Found {
  match: RegExpMatchArray
  /** The typed text, except for the last character. */
  start: number
  end: number
}
/** A box at the start of a text. */
const TICK = /^\[([ xX]?)\]\s$/
type Handle = (state: EditorState, found: Found) => Transaction | null

/** Markdown while typing. Backspace brings back what was typed, and so does undoing. */
export function typingRules(): Plugin {
  return inputRules({
    rules: [
      blockRule(/^(#{1,6})\s$/, ([, signs = '']) => ({ type: 'heading', level: signs.length })),
      blockRule(/^[-*+]\s$/, () => ({ type: 'list', style: 'unordered' })),
      blockRule(/^(\d{1,6})[.)]\s$/, ([, number]) => ({ type: 'list', style: 'ordered', start: startOf(number) })),
      blockRule(TICK, ([, tick = '']) => ({ type: 'list', style: 'checklist', checked: tick.trim() !== '' })),
      rule(TICK, toTicked),
      blockRule(/^>\s$/, () => ({ type: 'quote' })),
      blockRule(/^```([\w+#.-]{0,40})\s$/, ([, language = '']) => ({ type: 'codeBlock', language })),
      rule(/^---$/, toDelimiter),
      markRule('**', marks.b.create()),
      markRule('__', marks.b.create()),
      markRule('*', marks.i.create()),
      markRule('_', marks.i.create()),
      markRule('~~', marks.s.create()),
      markRule('==', marks.mark.create()),
      markRule('`', marks.code.create()),
      rule(/\[([^[\]\ufffc]+)\]\(([^()\s]+)\)$/, toLink),
    ],
  })
}

/** Brings back what was typed, right after it has become something else. The caret is behind it. */
export const undoTypingRule: Command = (state, dispatch) => {
  const rules = state.plugins.find(({ spec }) => spec.isInputRules)
  const typed = rules?.getState(state) as { from: number; text: string } | null | undefined
  const after = (tr: Transaction) => {
    if (typed) tr.setSelection(TextSelection.create(tr.doc, typed.from + typed.text.length))
    dispatch?.(tr)
  }
  return undoInputRule(state, dispatch && after)
}

/** A rule that doesn’t apply in code. Undoing first brings back what was typed. */
function rule(pattern: RegExp, handle: Handle): InputRule {
  return new InputRule(
    pattern,
    (state, ...[match, start, end]) => {
      const tr = handle(state, { match, start, end })
      return tr && closeHistory(tr)
    },
    { inCode: false, inCodeMark: false },
  )
}

/** Turns a paragraph that begins with a sign into another kind of text. */
function blockRule(pattern: RegExp, kindOf: (match: RegExpMatchArray) => TextKind): InputRule {
  return rule(pattern, (state, { match, start, end }) => {
    if (!isParagraphStart(state, start)) return null
    const tr = state.tr.delete(start, end)
    const kind = kindOf(match)
    turnInto(kind)(tr)
    if (kind.type === 'list') joinListBefore(tr)
    return tr
  })
}

/** A list that begins right below one of its style goes on with it, if its number does. */
function joinListBefore(tr: Transaction): void {
  const index = tr.selection.$from.index(0)
  const [before, list] = [tr.doc.maybeChild(index - 1), tr.doc.child(index)]
  if (before?.type !== nodes.list || before.attrs.style !== list.attrs.style) return
  const next = (before.attrs.start ?? 1) + before.childCount
  if (list.attrs.style === 'ordered' && (list.attrs.start ?? 1) !== next) return
  const to = tr.selection.$from.after(1)
  const joined = listOf([...entriesOf(before), ...entriesOf(list)], before.attrs)
  if (joined) replaceKeepingCaret(tr, { from: to - list.nodeSize - before.nodeSize, to }, [joined])
}

/** A box at the start of an item: the list becomes a checklist. */
function toTicked(state: EditorState, { match: [, tick = ''], start, end }: Found): Transaction | null {
  const $start = state.doc.resolve(start)
  if ($start.parentOffset > 0 || $start.depth < 3 || $start.node(-1).type !== nodes.item) return null
  const tr = state.tr.delete(start, end)
  turnInto({ type: 'list', style: 'checklist' })(tr)
  const { $from } = tr.selection
  return tr.setNodeAttribute($from.before($from.depth - 1), 'checked', tick.trim() !== '')
}

/** Turns a paragraph with nothing but three dashes into a line. */
function toDelimiter(state: EditorState, { start, end }: Found): Transaction | null {
  const $start = state.doc.resolve(start)
  if (!isParagraphStart(state, start) || $start.end() !== end) return null
  const { id, origin } = $start.parent.attrs
  const line = nodes.delimiter.create({ id, origin })
  const tr = state.tr.replaceWith($start.before(), $start.after(), [line, nodes.paragraph.create()])
  return tr.setSelection(TextSelection.create(tr.doc, $start.before() + line.nodeSize + 1))
}

/** Sets a mark on the text between two signs. */
function markRule(sign: string, mark: Mark): InputRule {
  const letter = `\\${sign.charAt(0)}`
  const signs = letter.repeat(sign.length)
  // Signs within words, as in `2*3*4`, mean something else.
  const pattern = new RegExp(
    `(?:^|[^\\w${letter}])(${signs}([^\\s\\ufffc${letter}](?:[^\\ufffc${letter}]*[^\\s\\ufffc${letter}])?)${signs})$`,
  )
  return rule(pattern, (state, { match: [whole, marked = '', inner = ''], start, end }) => {
    const $start = state.doc.resolve(start)
    // After a single backtick, code is being written.
    const isInOpenCode = sign !== '`' && $start.parent.textBetween(0, $start.parentOffset).split('`').length % 2 === 0
    if (isInOpenCode || !$start.parent.type.allowsMarkType(mark.type)) return null
    const from = start + whole.length - marked.length
    const tr = state.tr.delete(from + sign.length + inner.length, end).delete(from, from + sign.length)
    return tr.addMark(from, from + inner.length, mark).removeStoredMark(mark)
  })
}

/** `[text](address)` */
function toLink(state: EditorState, { match: [, text = '', address = ''], start, end }: Found): Transaction | null {
  const href = linkAddress(address)
  if (href === null) return null
  const tr = state.tr.delete(start + 1 + text.length, end).delete(start, start + 1)
  return tr.addMark(start, start + text.length, marks.link.create({ href })).removeStoredMark(marks.link)
}

function isParagraphStart(state: EditorState, position: number): boolean {
  const $position = state.doc.resolve(position)
  return $position.depth === 1 && $position.parentOffset === 0 && $position.parent.type === nodes.paragraph
}

/** Null for the usual 1. */
function startOf(number: string | undefined): number | null {
  const start = Math.min(Number(number ?? 1), LIST_START_MAX)
  return start === 1 ? null : start
}
