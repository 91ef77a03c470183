import { LIST_START_MAX } from '@stoa/contract'
import { closeHistory } from 'prosemirror-history'
import { InputRule, inputRules } from 'prosemirror-inputrules'
import type { Mark } from 'prosemirror-model'
import { type EditorState, type Plugin, TextSelection, type Transaction } from 'prosemirror-state'
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
type Handle = (state: EditorState, found: Found) => Transaction | null

/** Markdown while typing. Backspace brings back what was typed, and so does undoing. */
export function typingRules(): Plugin {
  return inputRules({
    rules: [
      blockRule(/^(#{1,6})\s$/, ([, signs = '']) => ({ type: 'heading', level: signs.length })),
      blockRule(/^[-*+]\s$/, () => ({ type: 'list', style: 'unordered' })),
      blockRule(/^(\d{1,6})[.)]\s$/, ([, number]) => ({ type: 'list', style: 'ordered', start: startOf(number) })),
      blockRule(/^\[([ xX]?)\]\s$/, ([, tick = '']) => ({
        type: 'list',
        style: 'checklist',
        checked: tick.trim() !== '',
      })),
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
    turnInto(kindOf(match))(tr)
    return tr
  })
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
