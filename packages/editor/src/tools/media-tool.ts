import type { API, BlockAPI, BlockToolOptions, MenuItem, PasteEvent } from '@editorjs/editorjs'
import { httpUrl, isPublicFilePath } from '@stoa/contract'
import { isComposing } from '@stoa/ui'
import type { UploadedMedia } from '../editor-props.ts'
import type { editorMessages } from '../messages.ts'
import { button, editable, element } from './dom.ts'
import { icons } from './icons.ts'
import { letWait, type StoaToolConfig, takeWaiting } from './tool-config.ts'
import { dropHint, filePicker, startUpload } from './upload-task.ts'

type Fields = Record<string, unknown>

/** Options for the appearance of a block. */
type Option = 'withBorder' | 'withBackground' | 'stretched'

const OPTIONS: Readonly<Record<Option, { icon: string; title: keyof typeof editorMessages }>> = {
  withBorder: { icon: icons.border, title: 'editor.media.border' },
  withBackground: { icon: icons.background, title: 'editor.media.background' },
  stretched: { icon: icons.stretched, title: 'editor.media.stretched' },
}

/** Common base of image, video and audio: an empty form, an upload, and a figure with a caption. */
export abstract class MediaTool {
  static readonly isReadOnlySupported = true

  protected readonly api: API
  protected readonly block: BlockAPI
  protected readonly config: StoaToolConfig
  protected readonly readOnly: boolean
  protected data: Fields
  protected readonly root = element('div', { className: 'stoa-editor-media' })
  private caption: HTMLElement | null = null
  protected upload: { abort(): void } | null = null

  protected abstract readonly kind: 'image' | 'video' | 'audio'
  /** The media address; null if there is none. */
  protected abstract url(): string | null
  protected abstract withUrl(url: string): Fields
  protected abstract withMedia(media: UploadedMedia): Fields
  /** Content above the caption. */
  protected abstract draw(url: string): Node[]

  constructor({ api, block, config, readOnly, data }: BlockToolOptions<StoaToolConfig>) {
    this.api = api
    this.block = block
    this.config = config
    this.readOnly = readOnly
    this.data = { ...data }
  }

  render(): HTMLElement {
    const file = takeWaiting(this.config, this.data)
    const { uploaded } = this.data
    delete this.data.waiting
    delete this.data.uploaded
    if (uploaded) this.data = { ...this.data, ...this.withMedia(uploaded as UploadedMedia) }
    if (file) this.start(file)
    else this.refresh()
    return this.root
  }

  save(): Fields {
    const { data, caption } = this
    return caption ? { ...data, caption: caption.innerHTML } : data
  }

  onPaste(event: PasteEvent): void {
    if (event.type === 'file') this.start((event.detail as { file: File }).file)
  }

  removed(): void {
    this.upload?.abort()
  }

  /** The editor is removed. */
  destroy(): void {
    this.upload?.abort()
  }

  /** Renders the data. */
  protected refresh(): void {
    const url = this.url()
    this.root.dataset.state = url === null ? 'empty' : 'filled'
    if (url === null) {
      this.caption = null
      this.root.replaceChildren(this.form())
      return
    }
    const { readOnly } = this
    const label = this.config.t('editor.media.caption')
    this.caption = editable(String(this.data.caption ?? ''), { label, readOnly, className: 'stoa-editor-caption' })
    for (const option of Object.keys(OPTIONS)) {
      this.root.toggleAttribute(`data-${option.toLowerCase()}`, this.data[option] === true)
    }
    this.root.replaceChildren(...this.draw(url), this.caption)
  }

  protected change(data: Fields): void {
    this.data = { ...this.save(), ...data }
    this.refresh()
    this.block.dispatchChange()
  }

  /** Entries of the block's settings for its options, and for choosing another file. */
  protected settings(options: readonly Option[]): MenuItem[] {
    const { t } = this.config
    if (this.url() === null) return []
    return [
      ...options.map((option) => ({
        icon: OPTIONS[option].icon,
        title: t(OPTIONS[option].title),
        toggle: true,
        isActive: this.data[option] === true,
        onActivate: () => this.change({ [option]: this.data[option] !== true }),
      })),
      {
        icon: icons.replace,
        title: t('editor.media.replace'),
        closeOnActivate: true,
        onActivate: () => this.replace(),
      },
    ]
  }

  /** Shows the form again; canceling restores the previous content. */
  protected replace(): void {
    const previousData = this.save()
    const back = button(this.config.t('editor.media.cancel'), () => this.refresh())
    this.data = previousData
    const form = this.form()
    form.append(back)
    this.root.replaceChildren(form)
    form.querySelector('input')?.focus()
  }

  private start(file: File): void {
    const { config, kind } = this
    const task = startUpload({
      config,
      kind,
      file,
      onDone: (media) => {
        this.upload = null
        if ((media.kind ?? kind) === kind) this.change(this.withMedia(media))
        else this.becomeBlockOf(media)
      },
      onCancelled: () => this.stop(),
      onAnother: (other) => this.start(other),
      onRemoved: () => {
        this.stop()
        if (this.url() === null) this.removeBlock()
      },
    })
    this.upload = task
    this.root.dataset.state = 'uploading'
    this.caption = null
    this.root.replaceChildren(task.element)
  }

  /** A file's name may promise another kind: its block replaces this one, or follows it if this one shows something. */
  private becomeBlockOf(media: UploadedMedia): void {
    const { api, block } = this
    const index = api.blocks.getBlockIndex(block.id) ?? 0
    const isEmpty = this.url() === null
    this.refresh()
    api.blocks.insert(media.kind, { uploaded: media }, undefined, isEmpty ? index : index + 1, false, isEmpty)
  }

  /** Shows the former content again, or the form. */
  private stop(): void {
    this.upload = null
    this.refresh()
  }

  private removeBlock(): void {
    const { blocks, caret } = this.api
    const index = blocks.getBlockIndex(this.block.id) ?? 0
    blocks.delete(index)
    caret.setToBlock(Math.min(index, blocks.getBlocksCount() - 1), 'start')
  }

  private startAll([first, ...others]: readonly File[]): void {
    const { api, block, config, kind } = this
    if (!first) return
    this.start(first)
    const index = api.blocks.getBlockIndex(block.id) ?? 0
    for (const [at, file] of others.entries()) {
      api.blocks.insert(kind, letWait(config, file), undefined, index + 1 + at, false)
    }
  }

  private form(): HTMLElement {
    const { config, kind, readOnly } = this
    const { t, uploads } = config
    if (readOnly) return element('div', { className: 'stoa-editor-form', textContent: t(`editor.${kind}`) })
    const problem = element('p', { className: 'stoa-editor-problem', role: 'alert', hidden: true })
    const address = element('input', {
      className: 'stoa-editor-input',
      type: 'url',
      dir: 'ltr',
      placeholder: t(`editor.${kind}.address`),
      ariaLabel: t(`editor.${kind}.address`),
      maxLength: 2000,
    })
    const add = () => {
      const url = address.value.trim()
      const isAddress = isPublicFilePath(url) || httpUrl(url) !== null
      problem.hidden = isAddress
      problem.textContent = isAddress ? '' : t('editor.media.wrongAddress')
      if (isAddress) this.change(this.withUrl(url))
    }
    address.addEventListener('keydown', (event) => {
      // Editor.js would handle these keys: Enter would create a paragraph, Backspace remove the block.
      event.stopPropagation()
      if (event.key === 'Enter' && !isComposing(event)) {
        event.preventDefault()
        add()
      }
    })
    const line = element('div', { className: 'stoa-editor-form-line' }, address, button(t('editor.media.add'), add))
    return element('div', { className: 'stoa-editor-form' }, ...(uploads ? this.picker() : []), line, problem)
  }

  private picker(): HTMLElement[] {
    const { config, kind } = this
    const { t } = config
    const field = filePicker(kind, (files) => this.startAll(files))
    field.multiple = kind === 'image'
    return [
      element(
        'div',
        { className: 'stoa-editor-form-line' },
        button(t(`editor.${kind}.choose`), () => field.click(), 'primary'),
        element('span', { className: 'stoa-editor-hint', textContent: dropHint(config, kind) }),
        field,
      ),
    ]
  }
}
