import EditorJS, { type OutputBlockData } from '@editorjs/editorjs'
import type { PostDocument } from '@stoa/contract'
import { isComposing as isComposingKey, type Translate } from '@stoa/ui'
import { addAccessibleNames } from './accessible-names.ts'
import { toEditor } from './block-conversion.ts'
import { takePastes } from './clean-paste.ts'
import { createDocumentReader, type Snapshot } from './document-reader.ts'
import type { EditorProps } from './editor-props.ts'
import { editorWords } from './editor-words.ts'
import { createHistory } from './history.ts'
import { listenAtOnce } from './immediate-keys.ts'
import { allTools } from './library-tools.ts'
import type { editorMessages } from './messages.ts'
import { allowCleanMarkup } from './trusted-markup.ts'

/** Pause after the last key before the document is read. */
const PAUSE_MS = 200
/** Interval of reading during continuous typing. */
const WAIT_MAX_MS = 2000

export interface StartOptions {
  holder: HTMLElement
  props: Pick<
    EditorProps,
    'document' | 'uploads' | 'unfinished' | 'linkCard' | 'onPoll' | 'placeholder' | 'readOnly' | 'autoFocus'
  >
  t: Translate<typeof editorMessages>
  locale: string
  dir: 'ltr' | 'rtl'
  onChange(document: PostDocument): void
  onWords(words: number): void
  announce(text: string): void
}

export interface RunningEditor {
  /** Reads the last changes, then removes the editor. */
  stop(): void
}

/** Starts Editor.js in an element, and reads its content after changes. */
export async function startEditor(options: StartOptions): Promise<RunningEditor> {
  const { holder, props, t, locale, dir, announce } = options
  allowCleanMarkup()
  const config = {
    t,
    locale,
    uploads: props.uploads,
    unfinished: props.unfinished,
    linkCard: props.linkCard,
    onPoll: props.onPoll,
    waitingFiles: new Map<string, File>(),
    announce,
  }
  const editor = new EditorJS({
    holder,
    tools: allTools(config, props.placeholder ?? t('editor.placeholder')),
    inlineToolbar: ['link', 'bold', 'italic', 'underline', 'strike', 'marker', 'inlineCode'],
    data: { blocks: toEditor(props.document) as OutputBlockData[] },
    i18n: editorWords(t, dir),
    // Space below the last block, where a press starts a new line. With one line it fills the empty editor.
    minHeight: props.readOnly ? 0 : 168,
    readOnly: props.readOnly ?? false,
    autofocus: props.autoFocus ?? false,
    logLevel: 'ERROR',
  })
  await editor.isReady
  removeInjectedStyles()
  const reader = createDocumentReader(editor, locale)
  const history = createHistory(editor)
  const stopNaming = addAccessibleNames(holder, t, announce)
  const first = await reader.read()
  history.begin(first.blocks)
  options.onWords(first.words)
  const stopReading = props.readOnly ? () => {} : keepReading()

  /** Reads after changes, and handles the keys for undo and for moving blocks. */
  function keepReading(): () => void {
    let last = JSON.stringify(first.document)
    let timer: ReturnType<typeof setTimeout> | undefined
    let waitingSince: number | null = null
    let isComposing = false
    const stop = new AbortController()
    const { signal } = stop

    const tell = ({ document, words }: Snapshot) => {
      options.onWords(words)
      const text = JSON.stringify(document)
      if (text === last) return
      last = text
      options.onChange(document)
    }
    const readNow = async () => {
      // A block loses focus while it is being moved.
      await Promise.resolve()
      note(observer.takeRecords())
      return reader.read()
    }
    const flush = async () => {
      clearTimeout(timer)
      waitingSince = null
      const snapshot = await readNow()
      history.record(snapshot.blocks)
      tell(snapshot)
    }
    const schedule = () => {
      const now = performance.now()
      waitingSince ??= now
      clearTimeout(timer)
      // An unfinished composition is not a state to restore.
      if (isComposing) return
      // Changes without typing, such as a finished upload, are read at once.
      const pause = holder.contains(document.activeElement) ? PAUSE_MS : 0
      timer = setTimeout(() => void flush(), Math.max(0, Math.min(pause, waitingSince + WAIT_MAX_MS - now)))
    }
    /** Invalidates changed blocks. Returns whether there are any. */
    const note = (records: readonly MutationRecord[]): boolean => {
      const changed = records.filter(({ type, target }) => !(type === 'attributes' && isBlockElement(target)))
      for (const { target, addedNodes } of changed) {
        for (const node of [target, ...addedNodes]) {
          const from = node instanceof Element ? node : node.parentElement
          const id = from?.closest<HTMLElement>('.ce-block')?.dataset.id
          if (id) reader.forget(id)
        }
      }
      return changed.length > 0
    }
    const observer = new MutationObserver((records) => {
      if (note(records)) schedule()
    })
    const redactor = holder.querySelector('.codex-editor__redactor') ?? holder
    // Ticks of a checklist are classes. Classes of the blocks themselves change with the pointer.
    const attributeFilter = ['class', 'src', 'href', 'data-state']
    observer.observe(redactor, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter,
    })

    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
      capture = false,
    ) => holder.addEventListener(name, listener, { signal, capture })

    on('input', ({ target }) => {
      const block = (target as Element).closest<HTMLElement>('.ce-block')
      if (block?.dataset.id) reader.forget(block.dataset.id)
      schedule()
    })
    on('compositionstart', () => {
      isComposing = true
    })
    on('compositionend', () => {
      isComposing = false
      schedule()
    })
    on('focusout', () => void flush())
    const undoOrRedo = async (isRedo: boolean) => {
      await flush()
      const isDone = await (isRedo ? history.redo() : history.undo())
      if (isDone) {
        announce(t(isRedo ? 'editor.redone' : 'editor.undone'))
        const snapshot = await readNow()
        history.settle(snapshot.blocks)
        tell(snapshot)
      }
    }
    on('beforeinput', (event) => {
      const { inputType } = event as InputEvent
      if (inputType !== 'historyUndo' && inputType !== 'historyRedo') return
      event.preventDefault()
      void undoOrRedo(inputType === 'historyRedo')
    })
    const selectedBlocks = holder.getElementsByClassName('ce-block--selected')
    const isNative = (target: EventTarget | null) =>
      target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    on(
      'keydown',
      (event) => {
        const { key, altKey, shiftKey, target } = event
        if (isComposingKey(event)) return
        if (key === 'Enter' && pressFirstFound(target)) {
          event.preventDefault()
          event.stopPropagation()
          return
        }
        if (isComposing || isNative(target)) return
        const mod = event.ctrlKey || event.metaKey
        const letter = key.toLowerCase()
        if (mod && !altKey && (letter === 'z' || letter === 'y')) {
          event.preventDefault()
          event.stopPropagation()
          void undoOrRedo(letter === 'y' || shiftKey)
        } else if (altKey && shiftKey && !mod && (key === 'ArrowUp' || key === 'ArrowDown')) {
          event.preventDefault()
          event.stopPropagation()
          moveBlock(key === 'ArrowUp' ? -1 : 1)
        } else if (key === 'Enter' && !shiftKey && !mod && leaveLine(target)) {
          event.preventDefault()
          event.stopPropagation()
        }
      },
      true,
    )
    // Editor.js removes or replaces selected blocks only while no text is selected, leaves some text selected itself,
    // and has the first listeners on the document.
    const freeSelectedBlocks = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) => {
      const isEdit = key.length === 1 || key === 'Backspace' || key === 'Delete' || key === 'Enter'
      if (!isEdit || ctrlKey || metaKey || selectedBlocks.length === 0 || !holder.contains(target as Node)) return
      if (!isNative(target)) getSelection()?.removeAllRanges()
    }
    window.addEventListener('keydown', freeSelectedBlocks, { signal, capture: true })
    takePastes(holder, editor, signal)
    listenAtOnce(holder, signal)
    window.addEventListener('pagehide', () => void flush(), { signal })
    return () => {
      stop.abort()
      void flush().finally(() => {
        observer.disconnect()
      })
    }
  }

  function moveBlock(by: 1 | -1): void {
    const from = editor.blocks.getCurrentBlockIndex()
    const to = from + by
    const count = editor.blocks.getBlocksCount()
    if (from < 0 || to < 0 || to >= count) return
    editor.blocks.move(to, from)
    editor.caret.setToBlock(to, 'end')
    announce(t('editor.moved', { position: to + 1, count }))
  }

  /** A quote's source and a note's title are one line: the next one is below the quote, or the note's text. */
  function leaveLine(target: EventTarget | null): boolean {
    const line = target instanceof Element && target.closest('.cdx-quote__caption, .cdx-warning__title')
    if (!line) return false
    const text = line.parentElement?.querySelector<HTMLElement>('.cdx-warning__message')
    const below = editor.blocks.getCurrentBlockIndex() + 1
    if (text) {
      text.focus()
    } else {
      editor.blocks.insert('paragraph', {}, undefined, below)
      editor.caret.setToBlock(below)
    }
    return true
  }

  return {
    stop() {
      stopNaming()
      stopReading()
      // The last changes are read in promises that resolve before this timer.
      setTimeout(() => editor.destroy())
    },
  }
}

/** In a menu's search, Enter chooses the first result if none is selected. */
function pressFirstFound(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement && target.matches('.cdx-search-field__input') && target.value !== ''))
    return false
  const menu = target.closest('.ce-popover')
  if (menu?.querySelector('.ce-popover-item--focused')) return false
  const item = menu?.querySelector<HTMLElement>('.ce-popover-item:not(.ce-popover-item--hidden)')
  item?.click()
  return item !== null && item !== undefined
}

function isBlockElement(node: Node): boolean {
  return node instanceof Element && node.matches('.ce-block')
}

/** The style sheets of Editor.js and its tools are outside our layers; `editor.css` replaces them. */
function removeInjectedStyles(): void {
  for (const style of document.head.querySelectorAll('style')) {
    const text = style.textContent ?? ''
    if (/\.(?:ce-|cdx-|codex-|inline-code|ct\b)/.test(text) && !text.includes('stoa')) style.remove()
  }
}
