import type { Translate } from '@stoa/ui'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useSyncExternalStore } from 'react'
import type { EditorProps } from '../editor-props.ts'
import type { editorMessages } from '../messages.ts'
import type { CardStore } from './card-store.ts'
import type { UploadStore } from './upload-store.ts'
import type { Value } from './value.ts'

export interface EditorTexts {
  t: Translate<typeof editorMessages>
  locale: string
  dir: 'ltr' | 'rtl'
}

/** A form beside the text. */
export type OpenForm =
  /** Adds a block, or changes the address or file of the one at `pos`. */
  | { kind: 'block'; type: AddressedType; pos: number | null }
  | { kind: 'link' }
  | { kind: 'alt'; pos: number }
  | { kind: 'language'; pos: number }

/** Blocks that begin with an address or a file. */
export type AddressedType = 'image' | 'video' | 'audio' | 'embed' | 'linkTool'

/** What the editor tells its author beside the text, until it is dismissed. */
export interface Notice {
  text: string
  /** What can be done about it. */
  actions: readonly { label: string; run: () => void }[]
}

/** A running editor, for the components around its text. */
export interface EditorHost extends EditorTexts {
  /** Begins the ids of its elements. */
  id: string
  view: EditorView
  cards: CardStore
  uploads: UploadStore
  /** The latest props. */
  props(): EditorProps
  /** Calls back after every change of the state. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
  announce(text: string): void
  /** Shows a notice, and announces it. */
  tell(text: string, actions?: Notice['actions']): void
  notice: Value<Notice | null>
  form: Value<OpenForm | null>
  isFinding: Value<boolean>
  /** Whether the text or its controls have the focus. */
  isFocused: Value<boolean>
  /** Whether the pointer is selecting text. */
  isPressed: Value<boolean>
  /** Whether the controls of the selection were called by keyboard. */
  isBarForced: Value<boolean>
  /** The element around text and controls, by which these are placed. */
  frame: HTMLElement
}

/** Something of the editor's state that keeps its identity until it changes, such as a plugin's state. */
export function useHostState<Part>(host: EditorHost, select: (state: EditorState) => Part): Part {
  const read = () => select(host.view.state)
  return useSyncExternalStore(host.subscribe, read, read)
}

/** Something of the editor's state. Renders again only if its JSON changes. */
export function useHostData<Part>(host: EditorHost, select: (state: EditorState) => Part): Part {
  const read = () => JSON.stringify(select(host.view.state) ?? null)
  return JSON.parse(useSyncExternalStore(host.subscribe, read, read)) as Part
}
