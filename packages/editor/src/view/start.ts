import type { PostDocument } from '@stoa/contract'
import { isComposing } from '@stoa/ui'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import type { Node as DocumentNode } from 'prosemirror-model'
import { search } from 'prosemirror-search'
import { type Command, EditorState, NodeSelection, Plugin, TextSelection } from 'prosemirror-state'
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view'
import { createCounter } from '../document/counts.ts'
import { readDocument } from '../document/read.ts'
import { schema } from '../document/schema.ts'
import { placesOfUploads, withWaitingBlocks } from '../document/waiting-blocks.ts'
import { writeDocument } from '../document/write.ts'
import type { EditorProps } from '../editor-props.ts'
import { announcePlugin } from '../plugins/announce.ts'
import { blockDropPlugin } from '../plugins/block-drop.ts'
import { blockHandlePlugin, openBlockMenu } from '../plugins/block-handle.ts'
import { corePlugins } from '../plugins/core.ts'
import { withIds } from '../plugins/ids.ts'
import type { KeyActions } from '../plugins/keys.ts'
import { type PasteOptions, paste } from '../plugins/paste.ts'
import { scrollIfNeeded } from '../plugins/scroll-if-needed.ts'
import { shownRangePlugin } from '../plugins/shown-range.ts'
import { suggestPlugin } from '../plugins/suggest.ts'
import { tableHeadingsPlugin } from '../plugins/table-headings.ts'
import { withOwnUndo } from '../plugins/undo-groups.ts'
import { positionOfUpload, removeBlock, uploadsPlugin } from '../plugins/uploads.ts'
import { blockSource } from '../ui/block-types.tsx'
import { emojiSource } from '../ui/emoji.ts'
import { mentionProfile, peopleSource } from '../ui/people.tsx'
import { createCardStore } from './card-store.ts'
import type { EditorHost, EditorTexts, Notice, OpenForm } from './host.ts'
import type { KeptFiles } from './kept-files.ts'
import { embedOf } from './media-blocks.ts'
import { nodeViews } from './node-views.ts'
import { offerCopies } from './picture-copies.ts'
import { createUploadStore, type UploadStore } from './upload-store.ts'
import { createValue } from './value.ts'
import { withUploads } from './with-uploads.ts'

/** Pause after the last change before the document is written. */
const PAUSE_MS = 200
/** Interval of writing during continuous typing. Leaving the page or the text writes at once. */
const WAIT_MAX_MS = 4000
/** Writing waits so long for a moment without other work, as a key must not wait for it. */
const IDLE_MAX_MS = 300

/** Nothing is written under bars of the page, nor under those for finding and of touch screens. */
const EDGES = { top: 72, right: 0, bottom: 72, left: 0 }

export interface StartOptions extends EditorTexts {
  /** Receives the text's element. */
  holder: HTMLElement
  /** The element around text and controls. */
  frame: HTMLElement
  /** Begins the ids of its elements. */
  id: string
  props(): EditorProps
  /** Files that wait on this device. Null: none can. */
  kept: KeptFiles | null
  onWords(words: number): void
  announce(text: string): void
}

export interface RunningEditor {
  host: EditorHost
  /** Notes where the blocks of unfinished files are, also after another name of the text. */
  noteFiles(): void
  /** Passes on the last changes, then removes the editor. */
  stop(): void
}

/** Starts the editor in an element. */
export function startEditor(options: StartOptions): RunningEditor {
  const { holder, props, t, locale, kept } = options
  const { readOnly = false, uploads, unfinished, placeholder = t('editor.placeholder') } = props()
  const cards = createCardStore()
  const notice = createValue<Notice | null>(null)
  const tell: EditorHost['tell'] = (text, actions = []) => {
    notice.set({ text, actions })
    options.announce(text)
  }
  const listeners = new Set<() => void>()
  const uploadStore = createUploadStore({
    t,
    locale,
    uploads,
    unfinished,
    kept,
    onKept: () => noteFiles(),
    removeBlock(key) {
      const pos = positionOfUpload(view.state, key)
      if (pos === null) return
      // It may also be removed from a dialog, which keeps the focus.
      const hasFocus = options.frame.contains(document.activeElement)
      // A replaced file comes back.
      if (view.state.doc.nodeAt(pos)?.attrs.url) view.dispatch(view.state.tr.setNodeAttribute(pos, 'upload', null))
      else removeBlock(view, pos)
      if (hasFocus) view.focus()
    },
    onDone({ file }) {
      options.announce(t('editor.media.uploaded', { name: file.name }))
      output.schedule(0)
    },
  })
  const host: Omit<EditorHost, 'view'> & { view?: EditorView } = {
    ...options,
    cards,
    uploads: uploadStore,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notice,
    tell,
    form: createValue<OpenForm | null>(null),
    isFinding: createValue(false),
    isFocused: createValue(false),
    isPressed: createValue(false),
    isBarForced: createValue(false),
  }
  const running = host as EditorHost

  const view: EditorView = new EditorView(holder, {
    state: EditorState.create({
      doc: withWaitingBlocks(readDocument(props().document), kept?.found ?? []),
      plugins: [
        compositionGuard(),
        suggestPlugin({
          id: options.id,
          sources: { '/': blockSource(() => running), '@': peopleSource(() => running), ':': emojiSource },
        }),
        ...corePlugins(keyActions(running)),
        // Before pasting, which takes all drops.
        blockDropPlugin(options.frame),
        paste(pasteOptions(running)),
        uploadsPlugin(uploadStore, (files) => {
          const names = new Intl.ListFormat(locale).format(files.slice(0, 3).map(({ name }) => name))
          tell(t('editor.file.refused', { name: files.length > 3 ? `${names} …` : names }))
        }),
        blockHandlePlugin(options.frame),
        tableHeadingsPlugin(),
        gapCursor(),
        dropCursor({ class: 'stoa-editor-drop', color: false, width: 3 }),
        placeholderPlugin(placeholder),
        search(),
        shownRangePlugin(),
        announcePlugin(running),
        scrollIfNeeded(),
      ],
    }),
    nodeViews: nodeViews(cards, options),
    editable: () => !readOnly,
    scrollThreshold: EDGES,
    scrollMargin: EDGES,
    attributes: () => rootAttributes(options),
    dispatchTransaction(tr) {
      const next = view.state.apply(withIds(withOwnUndo(view.state, tr)))
      view.updateState(next)
      if (tr.docChanged) output.schedule(view.hasFocus() ? PAUSE_MS : 0)
      for (const listener of listeners) listener()
    },
    handleDOMEvents: {
      mousedown(view, event) {
        pressInSelected(view, event)
        return pressBelow(view, event)
      },
      blur: () => {
        output.flush()
        return false
      },
      compositionend: () => {
        output.schedule(PAUSE_MS)
        return false
      },
    },
  })
  host.view = view
  const noteFiles = createNoting(view, options, uploadStore)
  const output = createOutput(view, options, {
    read: () => withUploads(view.state.doc, uploadStore),
    onWritten() {
      noteFiles()
      uploadStore.markSaved()
    },
  })
  uploadStore.restore()
  if (props().autoFocus) view.focus()
  const stop = new AbortController()
  const { signal } = stop
  window.addEventListener('pagehide', () => output.flush(), { signal })
  followFocus(running, signal)

  return {
    host: running,
    noteFiles,
    stop() {
      stop.abort()
      output.stop()
      uploadStore.destroy()
      view.destroy()
    },
  }
}

/** Returns a function that notes on this device where the blocks of unfinished files are, if that has changed. */
function createNoting(view: EditorView, { props, kept }: StartOptions, uploads: UploadStore): () => void {
  let last = ''
  return () => {
    const { filesKey } = props()
    if (!kept || filesKey === undefined || !uploads.hasOpen()) return
    const places = placesOfUploads(view.state.doc)
    for (const key of places.keys()) if (!uploads.isKept(key)) places.delete(key)
    const next = JSON.stringify([filesKey, ...places])
    if (next !== last) kept.place(filesKey, places)
    last = next
  }
}

interface OutputOptions {
  /** The document as it is to be stored. */
  read(): DocumentNode
  /** It is with the page. */
  onWritten(): void
}

/** Writes the document after changes, and passes it on if it differs. */
function createOutput(view: EditorView, options: StartOptions, { read, onWritten }: OutputOptions) {
  const { props, onWords, locale } = options
  const count = createCounter(locale)
  let last = JSON.stringify(writeDocument(read()))
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince: number | null = null
  let isStopped = false
  onWords(count(view.state.doc).words)

  const write = () => {
    const document: PostDocument = writeDocument(read())
    const text = JSON.stringify(document)
    onWords(count(view.state.doc).words)
    if (text !== last) {
      last = text
      props().onChange(document)
    }
    onWritten()
  }
  const flush = () => {
    if (isStopped || waitingSince === null) return
    clearTimeout(timer)
    // An unfinished composition is not a state to keep.
    if (view.composing) return
    waitingSince = null
    write()
  }
  return {
    flush,
    schedule(pause: number) {
      if (isStopped) return
      const now = performance.now()
      waitingSince ??= now
      clearTimeout(timer)
      const writeSoon = pause === 0 ? flush : () => whenIdle(flush)
      timer = setTimeout(writeSoon, Math.max(0, Math.min(pause, waitingSince + WAIT_MAX_MS - now)))
    },
    stop() {
      clearTimeout(timer)
      if (waitingSince !== null) write()
      isStopped = true
    },
  }
}

function whenIdle(run: () => void): void {
  // Safari has none.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_MAX_MS })
  else run()
}

function rootAttributes({ props, id }: StartOptions): Record<string, string> {
  const { label, invalid = false, errorId, readOnly = false } = props()
  const helpId = `${id}-help`
  return {
    class: 'stoa-editor-text stoa-post-blocks',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-describedby': errorId ? `${errorId} ${helpId}` : helpId,
    'aria-invalid': String(invalid),
    ...(readOnly ? { 'aria-readonly': 'true' } : {}),
  }
}

/** Tells controls whether they are needed. */
function followFocus({ frame, view, isFocused, isPressed, isBarForced }: EditorHost, signal: AbortSignal): void {
  frame.addEventListener('focusin', () => isFocused.set(true), { signal })
  frame.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && frame.contains(relatedTarget)) return
      isFocused.set(false)
      isBarForced.set(false)
    },
    { signal },
  )
  // Back in the text.
  view.dom.addEventListener('focus', () => isBarForced.set(false), { signal })
  view.dom.addEventListener('pointerdown', () => isPressed.set(true), { signal })
  for (const name of ['pointerup', 'pointercancel', 'dragend'] as const)
    window.addEventListener(name, () => isPressed.set(false), { signal })
  isFocused.set(frame.contains(document.activeElement))
}

function pasteOptions(host: EditorHost): PasteOptions {
  const { t, tell, uploads } = host
  return {
    origin: window.location.origin,
    cardOf: embedOf,
    onLink: (href, text) => void mentionProfile(host, href, text),
    onPictures: (pictures) => offerCopies(host, pictures),
    onFiles(files) {
      if (!host.props().uploads) {
        tell(t('editor.media.noUploads'))
        return false
      }
      for (const { key, file } of files) uploads.add(file, 'image', key)
      return true
    },
    onLost: (count) => tell(t('editor.paste.lost', { count })),
    onTooLong: () => tell(t('editor.paste.tooLong')),
  }
}

/** What keys open beside the text. */
function keyActions(host: EditorHost): KeyActions {
  const { onLeaveStart } = host.props()
  const set = (change: () => void): Command => {
    return () => {
      change()
      return true
    }
  }
  return {
    editLink: set(() => host.form.set({ kind: 'link' })),
    focusSelectionBar: set(() => host.isBarForced.set(true)),
    openBlockMenu: () => openBlockMenu(host.view, host.frame),
    find: set(() => host.isFinding.set(true)),
    ...(onLeaveStart && { leaveStart: () => host.props().onLeaveStart?.() }),
  }
}

/** Keys of an input method, such as the Enter that confirms a text, aren't commands. */
function compositionGuard(): Plugin {
  const keydown = (view: EditorView, event: KeyboardEvent) => {
    if (isComposing(event)) return true
    // Commands must know where a key pressed just before, such as End, has put the caret. Browsers tell it later.
    if (event.key.length > 1 && !MODIFIERS.has(event.key) && isCaretElsewhere(view))
      view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
    return false
  }
  return new Plugin({ props: { handleDOMEvents: { keydown } } })
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock'])

/** Whether the browser's caret is in another place of the text than the editor knows. */
function isCaretElsewhere(view: EditorView): boolean {
  const { anchorNode, anchorOffset } = view.dom.ownerDocument.getSelection() ?? {}
  const { selection } = view.state
  if (!anchorNode || !(selection instanceof TextSelection) || !view.dom.contains(anchorNode)) return false
  const known = view.domAtPos(selection.anchor)
  return known.node !== anchorNode || known.offset !== anchorOffset
}

/** A press below the last block begins a paragraph there. */
function pressBelow(view: EditorView, event: MouseEvent): boolean {
  const { state, dom } = view
  const last = dom.lastElementChild
  if (event.target !== dom || event.button !== 0 || !last || !view.editable) return false
  if (event.clientY <= last.getBoundingClientRect().bottom) return false
  const { doc, tr } = state
  const isEmpty = doc.lastChild?.type === schema.nodes.paragraph && doc.lastChild.content.size === 0
  if (!isEmpty) tr.insert(doc.content.size, schema.nodes.paragraph.create())
  view.dispatch(tr.setSelection(TextSelection.atEnd(tr.doc)).scrollIntoView())
  event.preventDefault()
  view.focus()
  return true
}

/** A press in the text of a selected block, such as a moved one, selects text. The library would drag the block. */
function pressInSelected(
  view: EditorView,
  { target, button, shiftKey, clientX: left, clientY: top }: MouseEvent,
): void {
  const { selection, doc, tr } = view.state
  if (!(selection instanceof NodeSelection) || selection.node.isAtom || button !== 0 || shiftKey) return
  // What stands for a picture is dragged.
  if (!(target instanceof Element) || target.closest('[contenteditable="false"]')) return
  const place = view.nodeDOM(selection.from)?.contains(target) ? view.posAtCoords({ left, top }) : null
  if (place) view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(place.pos))))
}

/** Says in an empty editor how to begin. */
function placeholderPlugin(text: string): Plugin {
  return new Plugin({
    props: {
      decorations({ doc }) {
        const first = doc.firstChild
        if (doc.childCount > 1 || first?.type !== schema.nodes.paragraph || first.content.size > 0) return null
        return DecorationSet.create(doc, [Decoration.node(0, first.nodeSize, { 'data-placeholder': text })])
      },
    },
  })
}
