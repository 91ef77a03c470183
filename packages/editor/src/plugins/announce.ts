import { NodeSelection, Plugin, PluginKey } from 'prosemirror-state'
import { kindName } from '../view/card-name.ts'
import type { EditorTexts } from '../view/host.ts'

const key = new PluginKey<Spoken>('announce')

interface Spoken {
  text: string
}

/** Sets what a transaction says to screen readers: `tr.setMeta(ANNOUNCE, text)`. */
export const ANNOUNCE = key

export interface AnnounceOptions extends Pick<EditorTexts, 't'> {
  announce(text: string): void
}

/** Tells screen readers what they can't notice otherwise, such as an undo or a selected card. */
export function announcePlugin({ t, announce }: AnnounceOptions): Plugin {
  return new Plugin<Spoken>({
    key,
    state: {
      init: () => ({ text: '' }),
      apply(tr, before, old, state) {
        const text = tr.getMeta(key) as string | undefined
        if (text !== undefined) return { text }
        // The key of the history's plugin.
        const history = tr.getMeta('history$') as { redo: boolean } | undefined
        if (history) return { text: t(history.redo ? 'editor.redone' : 'editor.undone') }
        const { selection } = state
        const isNew = selection instanceof NodeSelection && !selection.eq(old.selection)
        if (!isNew || selection.$from.depth > 0) return before
        const { type, attrs } = selection.node
        const about = attrs.alt || attrs.title || attrs.name || ''
        const name = about === '' ? kindName(t, type.name) : `${kindName(t, type.name)}, ${about}`
        const position = selection.$from.index(0) + 1
        return { text: t('editor.selected', { name, position, count: state.doc.childCount }) }
      },
    },
    view: () => ({
      update(view, old) {
        const spoken = key.getState(view.state)
        if (spoken && spoken !== key.getState(old)) announce(spoken.text)
      },
    }),
  })
}
