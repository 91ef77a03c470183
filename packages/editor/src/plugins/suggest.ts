import { BEFORE_MENTION } from '@stoa/contract'
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
  /** Shown before the label. */
  icon?: ReactNode
  /** Runs after the typed text has been removed. */
  run(view: EditorView): void
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
  /** Enter was pressed before anything was known. What is typed then is behind `to`. */
  isAwaited?: boolean
}

const key = new PluginKey<SuggestState | null>('suggest')
/** Element ids of the list and its entries, for the text's `aria-controls` and `aria-activedescendant`. */
export const suggestListId = (prefix: string) => `${prefix}-suggestions`
export const suggestItemId = (prefix: string, index: number) => `${prefix}-suggestion-${index}`

/** A slash or colon at the start of a block or after a space, and the text since. Only a slash may be followed by words. */
const OPEN = /(?:^|[\s\ufffc])(?:(\/)([\p{L}\p{N}][\p{L}\p{N} ]{0,29})?|(:)([\p{L}\p{N}_+-]{0,30}))$/u
/** A name being typed. It may be a display name, in any letters. */
const OPEN_NAME = new RegExp(`${BEFORE_MENTION}(@)([\\p{L}\\p{M}\\p{N}_]{0,20})$`, 'u')

type Change = { close: true } | { index: number } | { refresh: true } | { awaited: true }

/** The open list; null if there is none. */
export const suggestionsOf = (state: EditorState): SuggestState | null => key.getState(state) ?? null

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
  return new Plugin<SuggestState | null>({
    key,
    state: {
      init: () => null,
      apply(...[tr, before, , state]) {
        const change = tr.getMeta(key) as Change | undefined
        if (change && 'close' in change) return null
        if (change && 'refresh' in change) return before && refreshed(before, sources)
        if (change && before) return { ...before, ...('awaited' in change ? { isAwaited: true } : change) }
        if (before?.isAwaited) return awaited(before, tr)
        if (!tr.docChanged && !tr.selectionSet) return before
        return find({ tr, before, state, sources })
      },
    },
    props: {
      attributes(state): Record<string, string> {
        const open = key.getState(state)
        if (!open || open.items.length === 0) return {}
        return {
          'aria-autocomplete': 'list',
          'aria-controls': suggestListId(id),
          'aria-activedescendant': suggestItemId(id, open.index),
        }
      },
      handleKeyDown(view, event) {
        const open = key.getState(view.state)
        if (!open || event.ctrlKey || event.metaKey || event.altKey) return false
        if (open.isLoading && event.key === 'Enter' && !event.shiftKey && open.query !== '' && !open.isAwaited) {
          view.dispatch(view.state.tr.setMeta(key, { awaited: true }))
          return true
        }
        if (open.items.length === 0 || open.isAwaited) return false
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

/**
 * Asks the source of the open list again, which has loaded more. The highlighted entry stays. `query`: what it has loaded
 * for; `isFailed`: in vain.
 */
export function refreshSuggestions(view: EditorView, query: string, isFailed: boolean): void {
  const open = view.isDestroyed ? null : suggestionsOf(view.state)
  if (!open || open.query.toLowerCase() !== query || (isFailed && !open.isAwaited)) return
  if (!isFailed) view.dispatch(view.state.tr.setMeta(key, { refresh: true }))
  if (open.isAwaited) endWaiting(view, isFailed)
}

/** Does what Enter does, where it was pressed: chooses the first entry, or else splits the text. */
function endWaiting(view: EditorView, isFailed: boolean): void {
  const { state } = view
  const open = suggestionsOf(state)
  if (!open || (open.isLoading && !isFailed)) return
  const fromEnd = state.doc.content.size - state.selection.head
  const at = (position: number) => state.tr.setSelection(TextSelection.create(state.doc, position))
  view.dispatch(at(open.to))
  if (!chooseSuggestion(view, 0)) {
    view.dispatch(view.state.tr.setMeta(key, { close: true }))
    commandOf(enter)(view.state, view.dispatch)
  }
  const { tr, doc } = view.state
  if (view.state.selection.head !== doc.content.size - fromEnd)
    view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(doc.content.size - fromEnd))))
}

/** The name that Enter has ended, after more was typed; null if it has changed. */
function awaited(before: SuggestState, tr: Transaction): SuggestState | null {
  const [from, to] = [tr.mapping.map(before.from, 1), tr.mapping.map(before.to, -1)]
  const isSame = tr.doc.textBetween(from, Math.max(from, to), '\n') === before.trigger + before.query
  return isSame ? { ...before, from, to } : null
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
  state: EditorState
  sources: SuggestOptions['sources']
}

function find({ tr, before, state, sources }: Search): SuggestState | null {
  const { selection } = state
  const { $from } = selection
  const { parent, parentOffset } = $from
  if (!selection.empty || !parent.isTextblock || parent.type.spec.code) return null
  if (schema.marks.code.isInSet($from.marks())) return null
  const text = parent.textBetween(Math.max(0, parentOffset - 40), parentOffset, undefined, '\ufffc')
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
