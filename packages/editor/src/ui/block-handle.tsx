import { Menu, type MenuItem } from '@stoa/ui'
import { closeHistory } from 'prosemirror-history'
import { NodeSelection } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { useEffect, useRef } from 'react'
import { duplicateBlocks, moveDown, moveUp } from '../commands/blocks.ts'
import { commandOf, type Edit } from '../commands/edit.ts'
import { turnInto } from '../commands/turn-into.ts'
import { currentBlock, hoveredBlock, isMenuOpen, startDrag } from '../plugins/block-handle.ts'
import { removeBlock } from '../plugins/uploads.ts'
import { type EditorHost, useHostData } from '../view/host.ts'
import { nodeAt } from '../view/node-at.ts'
import { useValue } from '../view/value.ts'
import { textBlocks } from './block-types.tsx'
import { HandleIcon } from './editor-icons.tsx'
import { tableItems } from './table-items.ts'

const IS_FIREFOX = typeof window !== 'undefined' && 'mozInnerScreenX' in window

/** Stands beside the block under the pointer, else beside the one with the caret: drags it, and opens its menu. */
export function BlockHandle({ host }: { host: EditorHost }) {
  const { t, view } = host
  const hovered = useValue(hoveredBlock(view))
  const isFocused = useValue(host.isFocused)
  const current = useHostData(host, () => currentBlock(view))
  const box = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  const pos = hovered ?? current
  const isVisible = hovered !== null || isFocused
  useEffect(() => {
    const dom = nodeAt(view.state.doc, pos) ? view.nodeDOM(pos) : null
    if (!box.current || !(dom instanceof HTMLElement)) return
    const line = Number.parseFloat(getComputedStyle(dom).lineHeight) || 24
    const top = dom.getBoundingClientRect().top - host.frame.getBoundingClientRect().top
    box.current.style.insetBlockStart = `${top + Math.min(line, dom.offsetHeight) / 2}px`
  })
  if (!view.editable) return null
  /** Changes the block. */
  const run = (edit: Edit) => {
    const { state } = view
    if (!nodeAt(state.doc, pos)) return
    if (currentBlock(view) !== pos) {
      view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, pos)))
    }
    commandOf(edit)(view.state, (tr) => view.dispatch(closeHistory(tr)))
    view.focus()
  }
  const name = nodeAt(view.state.doc, pos)?.type.name ?? ''
  const isText = ['paragraph', 'heading', 'list', 'quote', 'warning', 'codeBlock'].includes(name)
  const inTable = current === pos && isInTable(view.state) ? tableItems(host) : []
  const items: MenuItem[] = [
    ...inTable.map((item): MenuItem => ({ ...item, group: undefined })),
    { id: 'up', group: 'keep', label: t('editor.moveUp'), onSelect: () => run(moveUp) },
    { id: 'down', group: 'keep', label: t('editor.moveDown'), onSelect: () => run(moveDown) },
    { id: 'duplicate', group: 'keep', label: t('editor.duplicate'), onSelect: () => run(duplicateBlocks) },
    ...(isText
      ? textBlocks(host).map(
          ({ id, label, icon, kind }): MenuItem => ({
            id,
            label,
            icon,
            group: 'edit',
            onSelect: () => run(turnInto(kind)),
          }),
        )
      : []),
    {
      id: 'delete',
      group: 'leave',
      label: t('editor.delete'),
      danger: true,
      onSelect: () => {
        removeBlock(view, pos)
        view.focus()
      },
    },
  ]
  return (
    <div
      ref={box}
      className="stoa-editor-handle"
      data-visible={isVisible || undefined}
      draggable={!IS_FIREFOX}
      // Before the menu, which keeps the key to itself and focuses its button.
      onKeyDownCapture={({ key }) => key === 'Escape' && setTimeout(() => view.focus())}
      onDragStart={(event) => startDrag(view, pos, event.nativeEvent)}
    >
      <Menu
        label={t('editor.settings')}
        icon={<HandleIcon />}
        items={items}
        headings={{ edit: t('editor.convertTo') }}
      />
      {IS_FIREFOX && (
        // Over the button, which Firefox doesn't drag. It is reached by keyboard.
        <div
          className="stoa-editor-grip"
          draggable
          aria-hidden="true"
          onPointerDown={() => {
            wasOpen.current = isMenuOpen(host.frame)
          }}
          onClick={() => {
            // The press has closed it.
            if (!wasOpen.current) box.current?.querySelector('button')?.click()
          }}
        />
      )}
    </div>
  )
}
