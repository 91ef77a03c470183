import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { keydownHandler } from 'prosemirror-keymap'
import { type Command, Plugin } from 'prosemirror-state'
import { duplicateBlocks, leaveBlock, moveDown, moveUp, selectBlock, selectTextThenAll } from '../commands/blocks.ts'
import { deleteBackward, deleteForward } from '../commands/boundaries.ts'
import { indentCode, outdentCode } from '../commands/code-indent.ts'
import { leaveEnd, leaveStart } from '../commands/edges.ts'
import { commandOf, firstOf } from '../commands/edit.ts'
import { breakLine, enter } from '../commands/enter.ts'
import { indentItems, outdentItems, tickItems } from '../commands/lists.ts'
import { leaveInlineCode, toggle } from '../commands/marks.ts'
import { leaveCell, nextCell, previousCell } from '../commands/tables.ts'
import { toggleList, turnInto } from '../commands/turn-into.ts'
import { undoTypingRule } from './typing-rules.ts'

/** What keys open. Missing ones do nothing. */
export interface KeyActions {
  editLink?: Command
  openBlockMenu?: Command
  focusSelectionBar?: Command
  find?: Command
  /** Goes to what is before the text. */
  leaveStart?: () => void
}

type Bindings = Record<string, Command>

const LEVELS = [1, 2, 3, 4, 5, 6]
const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** The editor’s keys. */
export function keys(actions: KeyActions): Plugin {
  return new Plugin({ props: { handleKeyDown: whileNotComposing(keydownHandler(bindings(actions))) } })
}

/** The usual keys of texts. */
export function baseKeys(): Plugin {
  return new Plugin({ props: { handleKeyDown: whileNotComposing(keydownHandler(baseKeymap)) } })
}

/** All keys with their commands. */
export function bindings({
  editLink,
  openBlockMenu,
  focusSelectionBar,
  find,
  leaveStart: leave,
}: KeyActions): Bindings {
  const leaving = leave ? [leaveStart(leave, 'backspace')] : []
  const backspace = chainCommands(undoTypingRule, ...leaving, commandOf(deleteBackward))
  const forward = commandOf(deleteForward)
  const headings = LEVELS.map((level) => [`Mod-Alt-${level}`, commandOf(turnInto({ type: 'heading', level }))] as const)
  const opening = { 'Mod-k': editLink, 'Mod-/': openBlockMenu, 'Alt-F10': focusSelectionBar, 'Mod-f': find }
  return {
    'Mod-z': undo,
    'Mod-Shift-z': claimed(redo),
    ...(!isMac && { 'Mod-y': redo }),
    'Mod-b': toggle('b'),
    'Mod-i': toggle('i'),
    'Mod-u': toggle('u'),
    'Mod-e': toggle('code'),
    'Mod-Shift-x': toggle('s'),
    'Mod-Shift-h': toggle('mark'),
    'Mod-Alt-0': commandOf(turnInto({ type: 'paragraph' })),
    ...Object.fromEntries(headings),
    'Mod-Shift-7': commandOf(toggleList('ordered')),
    'Mod-Shift-8': commandOf(toggleList('unordered')),
    'Mod-Shift-9': commandOf(toggleList('checklist')),
    Enter: commandOf(enter),
    'Shift-Enter': commandOf(breakLine),
    'Mod-Enter': commandOf(firstOf(tickItems, leaveBlock)),
    Tab: chainCommands(commandOf(indentItems), nextCell, commandOf(indentCode)),
    'Shift-Tab': chainCommands(commandOf(outdentItems), previousCell, commandOf(outdentCode)),
    Backspace: backspace,
    'Mod-Backspace': backspace,
    'Shift-Backspace': backspace,
    Delete: forward,
    'Mod-Delete': forward,
    ...(isMac && { 'Ctrl-h': backspace, 'Alt-Backspace': backspace, 'Ctrl-d': forward, 'Alt-Delete': forward }),
    Escape: commandOf(selectBlock),
    'Alt-Shift-ArrowUp': commandOf(moveUp),
    'Alt-Shift-ArrowDown': commandOf(moveDown),
    'Mod-d': commandOf(duplicateBlocks),
    'Mod-a': commandOf(selectTextThenAll),
    ArrowRight: leaveInlineCode,
    ArrowDown: chainCommands(leaveEnd, leaveCell(1)),
    ArrowUp: chainCommands(...(leave ? [leaveStart(leave, 'arrow')] : []), leaveCell(-1)),
    ...Object.fromEntries(
      Object.entries(opening).filter((entry): entry is [string, Command] => entry[1] !== undefined),
    ),
  }
}

/** With Caps Lock, a key that isn’t handled is tried again without Shift, which would undo. */
function claimed(command: Command): Command {
  return (state, dispatch) => {
    command(state, dispatch)
    return true
  }
}

type HandleKey = ReturnType<typeof keydownHandler>

/** An input method’s keys, such as the Enter that chooses a word, aren’t ours. 229 stands for them. */
function whileNotComposing(handle: HandleKey): HandleKey {
  return (view, event) => !view.composing && !event.isComposing && event.keyCode !== 229 && handle(view, event)
}
