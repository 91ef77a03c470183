import { ChevronDownIcon, LinkIcon, Menu, PlusIcon, SearchIcon } from '@stoa/ui'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { commandOf } from '../commands/edit.ts'
import { indentItems, outdentItems } from '../commands/lists.ts'
import { toggle } from '../commands/marks.ts'
import { turnInto } from '../commands/turn-into.ts'
import { schema } from '../document/schema.ts'
import { openBlockMenu } from '../plugins/block-handle.ts'
import { type EditorHost, useHostData } from '../view/host.ts'
import { isTouchScreen, TOUCH_SCREEN } from '../view/touch-screen.ts'
import { useValue } from '../view/value.ts'
import { textBlocks } from './block-types.tsx'
import {
  BoldIcon,
  CodeIcon,
  HandleIcon,
  HighlightIcon,
  IndentIcon,
  ItalicIcon,
  OutdentIcon,
  RedoIcon,
  StrikeIcon,
  TextIcon,
  UnderlineIcon,
  UndoIcon,
} from './editor-icons.tsx'
import { Floating, rectOf } from './floating.tsx'
import { isApple, Tool, Toolbar } from './toolbar.tsx'

const MARKS = [
  { name: 'b', label: 'editor.bold', keys: 'B', Icon: BoldIcon },
  { name: 'i', label: 'editor.italic', keys: 'I', Icon: ItalicIcon },
  { name: 'u', label: 'editor.underline', keys: 'U', Icon: UnderlineIcon },
  { name: 's', label: 'editor.strike', keys: 'Shift+X', Icon: StrikeIcon },
  { name: 'mark', label: 'editor.marker', keys: 'Shift+H', Icon: HighlightIcon },
  { name: 'code', label: 'editor.code', keys: 'E', Icon: CodeIcon },
] as const

/** What the bar shows of the state. */
function barState(state: EditorState) {
  const { selection } = state
  const { from, to, $from, empty } = selection
  const isText = selection instanceof TextSelection && !$from.parent.type.spec.code
  const stored = state.storedMarks ?? $from.marks()
  const names = [...MARKS.map(({ name }) => name), 'link' as const]
  const active = names.filter((name) => {
    const mark = schema.marks[name]
    return empty ? mark.isInSet(stored) : state.doc.rangeHasMark(from, to, mark)
  })
  const isList = $from.depth > 1 && $from.node(1).type === schema.nodes.list
  return {
    // Typing changes nothing here.
    range: empty ? null : [from, to],
    isText,
    isList,
    isEmpty: empty,
    active,
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  }
}

/** Formats the selected text. On touch screens it stands above the keyboard, where it doesn't fight the system's menu. */
export function SelectionBar({ host }: { host: EditorHost }) {
  const state = useHostData(host, barState)
  const isFocused = useValue(host.isFocused)
  const isPressed = useValue(host.isPressed)
  const isForced = useValue(host.isBarForced)
  const form = useValue(host.form)
  const isFinding = useValue(host.isFinding)
  const isTouch = useIsTouch()
  useEffect(() => {
    if (!state.isText) host.isBarForced.set(false)
  }, [state.isText, host])
  if (!host.view.editable || !isFocused || form) return null
  // It would cover the bar for finding on touch screens, and elsewhere each result.
  if (isFinding && !isForced) return null
  if (isTouch) return <DockedBar host={host} state={state} />
  if (!state.isText || isPressed || (state.isEmpty && !isForced)) return null
  return (
    <Floating
      host={host}
      anchor={() => rectOf(host, host.view.state.selection)}
      side="above"
      className="stoa-editor-bubble"
    >
      <Toolbar
        host={host}
        label={host.t('editor.toolbar')}
        takesFocus={isForced}
        onLeave={() => host.isBarForced.set(false)}
      >
        <TextTools host={host} state={state} />
      </Toolbar>
    </Floating>
  )
}

type BarState = ReturnType<typeof barState>

function TextTools({ host, state }: { host: EditorHost; state: BarState }) {
  const { t, view } = host
  const mod = isApple() ? '⌘' : 'Ctrl'
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    // A button that was reached by keyboard keeps the focus.
    if (!host.isBarForced.get()) view.focus()
  }
  return (
    <>
      <Menu
        label={t('editor.convertTo')}
        icon={
          <>
            <TextIcon />
            <ChevronDownIcon size={14} />
          </>
        }
        items={textBlocks(host).map(({ id, label, icon, kind }) => ({
          id,
          label,
          icon,
          onSelect: () => {
            commandOf(turnInto(kind))(view.state, view.dispatch, view)
            view.focus()
          },
        }))}
      />
      {MARKS.map(({ name, label, keys, Icon }) => (
        <Tool
          key={name}
          label={t(label)}
          keys={`${mod}+${keys}`}
          icon={<Icon />}
          pressed={state.active.includes(name)}
          onClick={() => run(toggle(name))}
        />
      ))}
      <Tool
        label={t('editor.link')}
        keys={`${mod}+K`}
        icon={<LinkIcon />}
        pressed={state.active.includes('link')}
        onClick={() => host.form.set({ kind: 'link' })}
      />
    </>
  )
}

function DockedBar({ host, state }: { host: EditorHost; state: BarState }) {
  const { t, view } = host
  const keyboard = useKeyboardHeight()
  const box = useRef<HTMLDivElement>(null)
  // Above bars of the page that stand in the same place.
  useLayoutEffect(() => {
    const dock = box.current
    if (dock && 'showPopover' in dock) dock.showPopover()
  }, [])
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const add = () => {
    const { $from } = view.state.selection
    const isStart = $from.parentOffset === 0 || /\s$/.test($from.parent.textBetween(0, $from.parentOffset, '\n', '\n'))
    // The list of blocks opens as if a slash was typed.
    if (!isStart) view.dispatch(view.state.tr.insertText(' '))
    view.dispatch(view.state.tr.insertText('/'))
    view.focus()
  }
  return (
    <div ref={box} popover="manual" className="stoa-editor-dock" style={{ insetBlockEnd: keyboard }}>
      <Toolbar host={host} label={t('editor.toolbar')}>
        <Tool label={t('editor.add')} icon={<PlusIcon />} onClick={add} aria-disabled={!state.isText} />
        <Tool label={t('editor.undo')} icon={<UndoIcon />} aria-disabled={!state.canUndo} onClick={() => run(undo)} />
        <Tool label={t('editor.redo')} icon={<RedoIcon />} aria-disabled={!state.canRedo} onClick={() => run(redo)} />
        {state.isList && (
          <>
            <Tool label={t('editor.outdent')} icon={<OutdentIcon />} onClick={() => run(commandOf(outdentItems))} />
            <Tool label={t('editor.indent')} icon={<IndentIcon />} onClick={() => run(commandOf(indentItems))} />
          </>
        )}
        {state.isText && <TextTools host={host} state={state} />}
        <Tool label={t('editor.settings')} icon={<HandleIcon />} onClick={() => openBlockMenu(view, host.frame)} />
        <Tool label={t('editor.find')} icon={<SearchIcon />} onClick={() => host.isFinding.set(true)} />
      </Toolbar>
    </div>
  )
}

function useIsTouch(): boolean {
  const [isTouch, setTouch] = useState(isTouchScreen)
  useEffect(() => {
    const query = window.matchMedia(TOUCH_SCREEN)
    const change = () => setTouch(query.matches)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [])
  return isTouch
}

/** How much of the window's lower end the keyboard covers, in px. */
function useKeyboardHeight(): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const change = () => setHeight(Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop)))
    change()
    viewport.addEventListener('resize', change)
    viewport.addEventListener('scroll', change)
    return () => {
      viewport.removeEventListener('resize', change)
      viewport.removeEventListener('scroll', change)
    }
  }, [])
  return height
}
