import type { API, BlockAPI, BlockToolOptions, ToolboxEntry } from '@editorjs/editorjs'
import { element } from './dom.ts'
import { icons } from './icons.ts'
import type { StoaToolConfig } from './tool-config.ts'

type Fields = Record<string, unknown>

/** A block that can't be edited here, kept unchanged. */
export class UnknownTool {
  static readonly isReadOnlySupported = true
  static readonly pasteConfig = false

  private readonly config: StoaToolConfig
  private readonly data: Fields

  constructor({ config, data }: BlockToolOptions<StoaToolConfig>) {
    this.config = config
    this.data = data
  }

  render(): HTMLElement {
    const { t } = this.config
    const name = typeof this.data.type === 'string' ? this.data.type.slice(0, 40) : ''
    const text = name === '' ? t('editor.unknown') : t('editor.unknown.named', { name })
    // Focusable, so that the keyboard reaches the block and its settings.
    return element('div', { className: 'stoa-editor-stub', tabIndex: 0 }, element('span', { textContent: text }))
  }

  save(): Fields {
    return this.data
  }
}

/** An entry in the list of blocks that opens the post's poll and leaves no block. */
export class PollEntry {
  static readonly toolbox: ToolboxEntry = { icon: icons.poll, title: 'Poll' }
  static readonly pasteConfig = false

  private readonly api: API
  private readonly block: BlockAPI
  private readonly config: StoaToolConfig

  constructor({ api, block, config }: BlockToolOptions<StoaToolConfig>) {
    this.api = api
    this.block = block
    this.config = config
  }

  render(): HTMLElement {
    return element('div')
  }

  rendered(): void {
    // Editor.js still uses the block during this call.
    queueMicrotask(() => {
      this.api.blocks.delete(this.api.blocks.getBlockIndex(this.block.id))
      this.config.onPoll?.()
    })
  }

  save(): Fields {
    return {}
  }
}

/** Strikethrough, for which Editor.js has no tool. */
export class StrikeTool {
  static readonly isInline = true
  static readonly title = 'Strikethrough'
  static readonly shortcut = 'CMD+SHIFT+X'
  static readonly sanitize = { s: { class: 'stoa-strike' } }

  private readonly api: API

  constructor({ api }: { api: API }) {
    this.api = api
  }

  render() {
    return {
      icon: icons.strike,
      name: 'strike',
      isActive: () => this.around() !== null,
      onActivate: () => this.toggle(),
    }
  }

  private around(): HTMLElement | null {
    return this.api.selection.findParentTag('S')
  }

  private toggle(): void {
    const around = this.around()
    const selection = getSelection()
    if (around) {
      this.api.selection.expandToTag(around)
      around.replaceWith(...around.childNodes)
    } else if (selection && selection.rangeCount > 0) {
      const range = selection.getRangeAt(0)
      const wrapper = element('s', { className: 'stoa-strike' })
      wrapper.append(range.extractContents())
      range.insertNode(wrapper)
      this.api.selection.expandToTag(wrapper)
    }
  }
}
