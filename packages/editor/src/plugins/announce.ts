import { type EditorState, NodeSelection, Plugin, PluginKey } from 'prosemirror-state'
import { blockName, describedBlock } from '../view/block-name.ts'
import type { EditorTexts } from '../view/host.ts'

const key = new PluginKey<Spoken>('announce')

interface Spoken {
  text: string
}

export interface AnnounceOptions extends Pick<EditorTexts, 't'> {
  announce(text: string): void
}

/** Tells screen readers what they can't notice otherwise, such as an undo or a selected card. */
export function announcePlugin({ t, announce }: AnnounceOptions): Plugin {
  return new Plugin<Spoken>({
    key,
    state: {
      init: () => ({ text: '' }),
      apply(...[tr, before, old, state]) {
        // The key of the history's plugin.
        const history = tr.getMeta('history$') as { redo: boolean } | undefined
        if (history) return { text: t(history.redo ? 'editor.redone' : 'editor.undone') }
        const change = tr.docChanged ? changeOf(t, old, state) : null
        if (change !== null) return { text: change }
        const { selection } = state
        const isNew = selection instanceof NodeSelection && !selection.eq(old.selection)
        if (!isNew || selection.$from.depth > 0) return before
        const name = describedBlock(t, selection.node)
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

/** Whether the block with the caret was moved, or turned into another kind. */
function changeOf(t: EditorTexts['t'], old: EditorState, state: EditorState): string | null {
  const { doc } = state
  if (old.doc.childCount !== doc.childCount) return null
  const before = old.selection.$from.index(0)
  const after = state.selection.$from.index(0)
  const block = doc.maybeChild(after)
  const former = old.doc.maybeChild(before)
  if (!block || !former) return null
  if (before !== after) {
    return block === former ? t('editor.moved', { position: after + 1, count: doc.childCount }) : null
  }
  // Typing changes no attributes.
  if (block.type === former.type && block.attrs === former.attrs) return null
  // Another block in its place isn't what it was turned into.
  if (block.attrs.id === null || block.attrs.id !== former.attrs.id) return null
  const name = blockName(t, block)
  return name === blockName(t, former) ? null : t('editor.turned', { name })
}
