import { BEFORE_MENTION } from '@stoa/contract'
import { closeHistory } from 'prosemirror-history'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { ReactNode } from 'react'
import { commandOf } from '../commands/edit.ts'
import { enter } from '../commands/enter.ts'
import { schema } from '../document/schema.ts'

/** Characters that open a list of suggestions. */
export type Trigger = '/' | '@' | ':'

/** An entry of the list. */
export interface Suggestion {
  id: string
  label: string
  /** Shown after the label. Default: nothing. */
  detail?: string
  /** What could be typed instead, in signs. Shown at the end. Default: nothing. */
  signs?: string | undefined
  /** Shown before the label. */
  icon?: ReactNode
  /** Runs after the typed text has been removed. */
  run(view: EditorView): void
  /** What it is called. Typed in full with a space behind it, it is replaced. Default: it must be chosen. */
  typed?: { name: string; replace(tr: Transaction, from: number, to: number): void }
}

/**
 * What is suggested for the text after the trigger. Nothing: the list is hidden. Null: it isn't known yet. A source that
 * has to load first calls `refreshSuggestions` when it has, and after null in any case.
 */
export type SuggestionSource = (query: string) => readonly Suggestion[] | null

export interface SuggestState {
  trigger: Trigger
  /** Position of the trigger. */
  from: number
  to: number
  query: string
  items: readonly Suggestion[]
  /** Nothing is known for the query yet. */
  isLoading: boolean
  /** Index of the highlighted one. */
  index: number
}

interface SuggestStates {
  open: SuggestState | null
  /** Those for which Enter was pressed before anything was known. What is typed then is behind their `to`. */
  awaited: readonly SuggestState[]
  /** One of them is being replaced, and the open list waits. */
  isPaused: boolean
}

const NOTHING: SuggestStates = { open: null, awaited: [], isPaused: false }
const key = new PluginKey<SuggestStates>('suggest')
/** Element ids of the list and its entries, for the text's `aria-controls` and `aria-activedescendant`. */
export const suggestListId = (prefix: string) => `${prefix}-suggestions`
export const suggestItemId = (prefix: string, index: number) => `${prefix}-suggestion-${index}`

/** A slash or colon at the start of a block or after a space, and the text since. Only a slash may be followed by words. */
const OPEN = /(?:^|[\s\ufffc])(?:(\/)([\p{L}\p{N}][\p{L}\p{N} ]{0,29})?|(:)([\p{L}\p{N}_+-]{0,30}))$/u
/** A name being typed. It may be a display name, in any letters. */
const OPEN_NAME = new RegExp(`${BEFORE_MENTION}(@)([\\p{L}\\p{M}\\p{N}_]{0,20})$`, 'u')

/** `await`: Enter was pressed for the open list. `pause`: this one was found. `resume`: it has been replaced. */
type Change =
  | { close: true }
  | { index: number }
  | { refresh: true }
  | { await: true }
  | { pause: SuggestState }
  | { resume: true }

const statesOf = (state: EditorState): SuggestStates => key.getState(state) ?? NOTHING

/** The open list; null if there is none. */
export const suggestionsOf = (state: EditorState): SuggestState | null => statesOf(state).open

/** Those that Enter has ended before anything was known for them. */
export const awaitedSuggestions = (state: EditorState): readonly SuggestState[] => statesOf(state).awaited

export interface SuggestOptions {
  /** Begins the element ids. */
  id: string
  sources: Partial<Record<Trigger, SuggestionSource>>
}

/**
 * Lists blocks after a slash, people after an at sign and emoji after a colon. The focus stays in the text, which is
 * filtered by; arrow keys highlight, Enter and Tab choose, Escape closes.
 */
export function suggestPlugin({ id, sources }: SuggestOptions): Plugin {
  return new Plugin<SuggestStates>({
    key,
    state: {
      init: () => NOTHING,
      apply(...[tr, before, , state]) {
        const change = tr.getMeta(key) as Change | undefined
        if (!change && before === NOTHING && !tr.docChanged) return before
        const next = change ? changed(before, change, sources) : before
        const awaited = tr.docChanged ? next.awaited.flatMap((one) => moved(one, tr)) : next.awaited
        if (next.isPaused) return { ...next, open: next.open && mapped(next.open, tr), awaited }
        const isMoved = (tr.docChanged || tr.selectionSet) && !(change && 'close' in change)
        const open = isMoved ? find({ tr, before: next.open, awaited, state, sources }) : next.open
        return open || awaited.length > 0 ? { open, awaited, isPaused: false } : NOTHING
      },
    },
    props: {
      attributes(state): Record<string, string> {
        const open = suggestionsOf(state)
        if (!open || open.items.length === 0) return {}
        return {
          'aria-autocomplete': 'list',
          'aria-controls': suggestListId(id),
          'aria-activedescendant': suggestItemId(id, open.index),
        }
      },
      handleTextInput: (view, ...[, , text]) => text === ' ' && replaceTyped(view),
      handleKeyDown(view, event) {
        const open = suggestionsOf(view.state)
        if (!open || event.ctrlKey || event.metaKey || event.altKey) return false
        if (open.isLoading && event.key === 'Enter' && !event.shiftKey && open.query !== '') {
          view.dispatch(view.state.tr.setMeta(key, { await: true }))
          return true
        }
        if (open.items.length === 0) return false
        const { length } = open.items
        const highlight = (index: number) => {
          view.dispatch(view.state.tr.setMeta(key, { index: (index + length) % length }))
          return true
        }
        switch (event.key) {
          case 'ArrowDown':
            return highlight(open.index + 1)
          case 'ArrowUp':
            return highlight(open.index - 1)
          case 'Enter':
          case 'Tab':
            return !event.shiftKey && chooseSuggestion(view, open.index)
          case 'Escape':
            view.dispatch(view.state.tr.setMeta(key, { close: true }))
            return true
          default:
            return false
        }
      },
    },
  })
}

/** Takes the typed text away, and runs an entry. */
export function chooseSuggestion(view: EditorView, index: number): boolean {
  const open = suggestionsOf(view.state)
  const item = open?.items[index]
  if (!open || !item) return false
  view.dispatch(view.state.tr.delete(open.from, open.to).setMeta(key, { close: true }))
  item.run(view)
  return true
}

/** Types a space behind a name that was typed in full, and replaces it. Undoing that once leaves the name as typed. */
function replaceTyped(view: EditorView): boolean {
  const { state, composing } = view
  const open = suggestionsOf(state)
  const query = open?.query.toLowerCase()
  const typed = open?.items.find((item) => item.typed?.name.toLowerCase() === query)?.typed
  if (!open || !typed || composing || !state.selection.empty) return false
  view.dispatch(state.tr.insertText(' ').scrollIntoView())
  const tr = closeHistory(view.state.tr)
  typed.replace(tr, open.from, open.to)
  view.dispatch(tr)
  view.dispatch(closeHistory(view.state.tr))
  return true
}

/**
 * Asks the source of the open list again, which has loaded more. The highlighted entry stays. `query`: what it has loaded
 * for; `isFailed`: in vain.
 */
export function refreshSuggestions(view: EditorView, query: string, isFailed: boolean): void {
  if (view.isDestroyed) return
  const isFor = (one: SuggestState | null) => one?.query.toLowerCase() === query
  const { open, awaited } = statesOf(view.state)
  if (!isFailed && (isFor(open) || awaited.some(isFor))) view.dispatch(view.state.tr.setMeta(key, { refresh: true }))
  for (let one = nextOf(view, isFor); one; one = nextOf(view, isFor)) endWaiting(view, one)
}

const nextOf = (view: EditorView, isWanted: (one: SuggestState) => boolean) =>
  awaitedSuggestions(view.state).find(isWanted)

/** Does what Enter does, where it was pressed: chooses the first entry, or else splits the text. */
function endWaiting(view: EditorView, one: SuggestState): void {
  const { state } = view
  const fromEnd = state.doc.content.size - state.selection.head
  const [item] = one.items
  // Typing has gone on behind it, perhaps in a list of its own.
  const { tr } = state
  tr.setSelection(TextSelection.create(state.doc, one.to)).setMeta(key, { pause: one })
  if (item) tr.delete(one.from, one.to)
  view.dispatch(tr)
  if (item) item.run(view)
  else commandOf(enter)(view.state, view.dispatch)
  const { tr: last, doc, selection } = view.state
  const head = doc.content.size - fromEnd
  if (selection.head !== head) last.setSelection(TextSelection.near(doc.resolve(head)))
  view.dispatch(last.setMeta(key, { resume: true }))
}

function changed(before: SuggestStates, change: Change, sources: SuggestOptions['sources']): SuggestStates {
  const { open, awaited } = before
  if ('close' in change) return { ...before, open: null }
  if ('await' in change) return { ...before, open: null, awaited: open ? [...awaited, open] : awaited }
  if ('pause' in change) return { open, awaited: awaited.filter((one) => one !== change.pause), isPaused: true }
  if ('resume' in change) return { ...before, isPaused: false }
  if ('index' in change) return { ...before, open: open && { ...open, ...change } }
  const fresh = (one: SuggestState) => refreshed(one, sources)
  return { ...before, open: open && fresh(open), awaited: awaited.map(fresh) }
}

function mapped(one: SuggestState, { mapping }: Transaction): SuggestState {
  return { ...one, from: mapping.map(one.from, 1), to: mapping.map(one.to, -1) }
}

/** The name that Enter has ended, after more was typed; none if it has changed. */
function moved(before: SuggestState, tr: Transaction): SuggestState[] {
  const { from, to, trigger, query } = mapped(before, tr)
  const isSame = tr.doc.textBetween(from, Math.max(from, to), '\n') === trigger + query
  return isSame ? [{ ...before, from, to }] : []
}

function refreshed(before: SuggestState, sources: SuggestOptions['sources']): SuggestState {
  const found = sources[before.trigger]?.(before.query) ?? null
  const items = found ?? []
  const highlighted = before.items[before.index]?.id
  const index = before.index === 0 ? 0 : items.findIndex(({ id }) => id === highlighted)
  return { ...before, items, isLoading: found === null, index: Math.max(0, index) }
}

interface Search {
  tr: Transaction
  before: SuggestState | null
  awaited: readonly SuggestState[]
  state: EditorState
  sources: SuggestOptions['sources']
}

function find({ tr, before, awaited, state, sources }: Search): SuggestState | null {
  const { selection } = state
  const { $from } = selection
  const { parent, parentOffset } = $from
  if (!selection.empty || !parent.isTextblock || parent.type.spec.code) return null
  if (schema.marks.code.isInSet($from.marks())) return null
  // What is typed behind an awaited name will be in a text of its own, or behind a space.
  const ends = awaited.map(({ to }) => to - $from.start()).filter((end) => end <= parentOffset)
  const text = parent.textBetween(Math.max(0, parentOffset - 40, ...ends), parentOffset, undefined, '\ufffc')
  const match = OPEN.exec(text) ?? OPEN_NAME.exec(text)
  if (!match) return null
  const trigger = (match[1] ?? match[3]) as Trigger
  const source = sources[trigger]
  if (!source) return null
  const query = match[2] ?? match[4] ?? ''
  const to = selection.from
  const from = to - query.length - 1
  // It opens when the trigger is typed, and stays open while the text before the caret begins there.
  const isSame = before?.trigger === trigger && tr.mapping.map(before.from) === from
  const isTyped = tr.docChanged && query === '' && tr.steps.length === 1
  if (!isSame && !isTyped) return null
  const found = source(query)
  const index = isSame && before.query === query ? before.index : 0
  return { trigger, from, to, query, items: found ?? [], isLoading: found === null, index }
}
