import { Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

interface Range {
  from: number
  to: number
}

const key = new PluginKey<DecorationSet>('shownRange')

/** Marks a range of the text that a form beside it is about. */
export function shownRangePlugin(): Plugin {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const range = tr.getMeta(key) as Range | null | undefined
        if (range === undefined) return before.map(tr.mapping, tr.doc)
        if (range === null || range.from === range.to) return DecorationSet.empty
        return DecorationSet.create(tr.doc, [Decoration.inline(range.from, range.to, { class: 'stoa-editor-range' })])
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })
}

export function showRange(view: EditorView, range: Range | null): void {
  if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, range))
}
