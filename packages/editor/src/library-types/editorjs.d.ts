/**
 * The parts of Editor.js used here. Its own declarations are TypeScript sources with enums, which our compiler options
 * refuse; `paths` in `tsconfig.base.json` leads here.
 */

export interface OutputBlockData {
  id?: string
  type: string
  data: Record<string, unknown>
  tunes?: Record<string, unknown>
}

export interface OutputData {
  blocks: OutputBlockData[]
}

export interface BlockAPI {
  readonly id: string
  readonly name: string
  readonly isEmpty: boolean
  readonly holder: HTMLElement
  save(): Promise<{ data: Record<string, unknown>; tunes?: Record<string, unknown> } | undefined>
  dispatchChange(): void
}

export interface API {
  blocks: {
    delete(index?: number): void
    move(toIndex: number, fromIndex?: number): void
    getBlockByIndex(index: number): BlockAPI | undefined
    /** Undefined if there is no such block. */
    getBlockIndex(id: string): number | undefined
    getCurrentBlockIndex(): number
    getBlocksCount(): number
    insert(
      type?: string,
      data?: Record<string, unknown>,
      config?: object,
      index?: number,
      needToFocus?: boolean,
      replace?: boolean,
      id?: string,
    ): BlockAPI
    insertMany(blocks: OutputBlockData[], index?: number): BlockAPI[]
    update(id: string, data?: Record<string, unknown>): Promise<BlockAPI>
  }
  caret: { setToBlock(index: number, position?: 'start' | 'end' | 'default', offset?: number): boolean }
  selection: {
    findParentTag(tagName: string, className?: string): HTMLElement | null
    expandToTag(node: HTMLElement): void
  }
}

export interface MenuItem {
  icon?: string
  title?: string
  label?: string
  toggle?: boolean
  isActive?: boolean | (() => boolean)
  closeOnActivate?: boolean
  onActivate(): void
}

export interface ToolboxEntry {
  icon: string
  title: string
  data?: Record<string, unknown>
}

export interface PasteConfig {
  files?: { mimeTypes?: string[] }
  patterns?: Record<string, RegExp>
}

export interface PasteEvent extends CustomEvent {
  readonly type: 'tag' | 'file' | 'pattern'
}

export interface BlockToolOptions<Config> {
  api: API
  block: BlockAPI
  config: Config
  readOnly: boolean
  data: Record<string, unknown>
}

export interface I18nConfig {
  direction: 'ltr' | 'rtl'
  messages: Record<string, Dictionary>
}

interface Dictionary {
  [key: string]: string | Dictionary
}

export interface EditorConfig {
  holder: HTMLElement
  tools: Record<string, unknown>
  inlineToolbar: string[]
  data: OutputData
  i18n: I18nConfig
  minHeight: number
  readOnly: boolean
  autofocus: boolean
  logLevel: string
}

// oxlint-disable-next-line import/no-default-export -- as in the library
export default class EditorJS {
  constructor(config: EditorConfig)
  isReady: Promise<void>
  blocks: API['blocks']
  caret: API['caret']
  destroy(): void
}
