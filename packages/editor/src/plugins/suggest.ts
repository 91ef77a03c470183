import { BEFORE_MENTION } from '@stoa/contract'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { ReactNode } from 'react'
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
 * What is suggested for the text after the trigger. Nothing: the list is hidden. A source that has to load first calls
 * `refreshSuggestions` when it has.
 */
export type SuggestionSource = (query: string) => readonly Suggestion[]

export interface SuggestState {
  trigger: Trigger
  /** Position of the trigger. */
  from: number
  to: number
  query: string
  items: readonly Suggestion[]
  /** Index of the highlighted one. */
  index: number
}

const key = new PluginKey<SuggestState | null>('suggest')
/** Element ids of the list and its entries, for the text's `aria-controls` and `aria-activedescendant`. */
export const suggestListId = (prefix: string) => `${prefix}-suggestions`
export const suggestItemId = (prefix: string, index: number) => `${prefix}-suggestion-${index}`

/** A slash or colon at the start of a block or after a space, and the text since. Only a slash may be followed by words. */
const OPEN = /(?:^|[\s\ufffc])(?:(\/)([\p{L}\p{N}][\p{L}\p{N} ]{0,29})?|(:)([\p{L}\p{N}_+-]{0,30}))$/u
/** A name being typed. It may be a display name, in any letters. */
const OPEN_NAME = new RegExp(`${BEFORE_MENTION}(@)([\\p{L}\\p{M}\\p{N}_]{0,20})$`, 'u')

type Change = { close: true } | { index: number } | { refresh: true }

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
        if (change && before) return { ...before, index: change.index }
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
        if (!open || open.items.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return false
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

/** Asks the source of the open list again, which has loaded more. The highlighted entry stays. */
export function refreshSuggestions(view: EditorView): void {
  if (!view.isDestroyed && suggestionsOf(view.state)) view.dispatch(view.state.tr.setMeta(key, { refresh: true }))
}

function refreshed(before: SuggestState, sources: SuggestOptions['sources']): SuggestState {
  const items = sources[before.trigger]?.(before.query) ?? []
  const highlighted = before.items[before.index]?.id
  const index = before.index === 0 ? 0 : items.findIndex(({ id }) => id === highlighted)
  return { ...before, items, index: Math.max(0, index) }
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
  return { trigger, from, to, query, items: source(query), index: isSame && before.query === query ? before.index : 0 }
}
