import type { API, BlockAPI, BlockToolOptions, PasteConfig, PasteEvent, ToolboxEntry } from '@editorjs/editorjs'
import { httpUrl } from '@stoa/contract'
import { embedFrame } from '@stoa/post-view'
import { isComposing } from '@stoa/ui'
import type { LinkMeta } from '../editor-props.ts'
import { escapeText } from '../inline-markup.ts'
import { button, editable, element } from './dom.ts'
import { icons } from './icons.ts'
import type { StoaToolConfig } from './tool-config.ts'

type Fields = Record<string, unknown>

const SERVICES = ['youtube', 'vimeo', 'twitter', 'instagram', 'codepen', 'soundcloud', 'spotify'] as const

/** A single address of a site that may be embeddable. */
const PROVIDER_PAGE =
  /^https:\/\/(?:[a-z]{1,6}\.)?(?:youtube\.com|youtu\.be|vimeo\.com|twitter\.com|x\.com|instagram\.com|codepen\.io|soundcloud\.com|spotify\.com)\/\S+$/

/** The service that can embed an address. */
function serviceOf(address: string): string | null {
  return SERVICES.find((service) => embedFrame(service, address)?.kind === 'frame') ?? null
}

/** Common base of embeds and link cards: a form for an address. */
abstract class AddressTool {
  static readonly isReadOnlySupported = true

  protected readonly api: API
  protected readonly block: BlockAPI
  protected readonly config: StoaToolConfig
  protected readonly readOnly: boolean
  protected data: Fields
  protected readonly root = element('div', { className: 'stoa-editor-media' })

  protected abstract address(): string
  protected abstract draw(): void
  /** Accepts an address. Returns an element if it shows a problem. */
  protected abstract take(address: string): Node[]
  protected abstract readonly labels: { address: string; hint: string }

  constructor({ api, block, config, readOnly, data }: BlockToolOptions<StoaToolConfig>) {
    this.api = api
    this.block = block
    this.config = config
    this.readOnly = readOnly
    this.data = { ...data }
  }

  render(): HTMLElement {
    if (this.address() === '') this.root.replaceChildren(this.form())
    else this.draw()
    return this.root
  }

  save(): Fields {
    return this.data
  }

  private form(): HTMLElement {
    const { t } = this.config
    const { address: label, hint } = this.labels
    const problem = element('div', { className: 'stoa-editor-problem', role: 'alert', hidden: true })
    const field = element('input', {
      className: 'stoa-editor-input',
      type: 'url',
      dir: 'ltr',
      placeholder: label,
      ariaLabel: label,
      maxLength: 2000,
    })
    const add = () => {
      const url = httpUrl(field.value.trim())
      const problems = url ? this.take(url.href) : [t('editor.media.wrongAddress')]
      problem.hidden = problems.length === 0
      problem.replaceChildren(...problems)
    }
    field.addEventListener('keydown', (event) => {
      event.stopPropagation()
      if (event.key === 'Enter' && !isComposing(event)) {
        event.preventDefault()
        add()
      }
    })
    return element(
      'div',
      { className: 'stoa-editor-form' },
      element('div', { className: 'stoa-editor-form-line' }, field, button(t('editor.media.add'), add)),
      element('span', { className: 'stoa-editor-hint', textContent: hint }),
      problem,
    )
  }
}

/** An external player or post. Only labeled here. Readers contact its site when they press it. */
export class EmbedTool extends AddressTool {
  static readonly toolbox: ToolboxEntry = { icon: icons.embed, title: 'Embed' }
  static readonly pasteConfig: PasteConfig = { patterns: { embed: PROVIDER_PAGE } }

  private caption: HTMLElement | null = null

  protected get labels() {
    const { t } = this.config
    return { address: t('editor.embed.address'), hint: t('editor.embed.hint') }
  }

  protected address(): string {
    return String(this.data.source ?? '')
  }

  protected take(address: string): Node[] {
    const { t } = this.config
    const service = serviceOf(address)
    if (service === null) {
      const asCard = () => {
        const index = this.api.blocks.getBlockIndex(this.block.id)
        this.api.blocks.insert('linkTool', { link: address }, undefined, index, true, true)
      }
      return [document.createTextNode(t('editor.embed.unknown')), button(t('editor.embed.asCard'), asCard)]
    }
    this.data = { ...this.data, service, source: address }
    this.draw()
    this.block.dispatchChange()
    return []
  }

  onPaste(event: PasteEvent): void {
    if (event.type !== 'pattern') return
    const { data } = event.detail as { data: string }
    if (serviceOf(data) !== null) {
      this.take(data)
      return
    }
    // Not embeddable. Editor.js inserts the block only after this call.
    queueMicrotask(() => {
      const { blocks } = this.api
      blocks.insert('paragraph', { text: escapeText(data) }, undefined, blocks.getBlockIndex(this.block.id), true, true)
    })
  }

  protected draw(): void {
    const { t } = this.config
    const frame = embedFrame(String(this.data.service), this.address())
    this.caption = editable(String(this.data.caption ?? ''), {
      label: t('editor.media.caption'),
      readOnly: this.readOnly,
      className: 'stoa-editor-caption',
    })
    this.root.replaceChildren(
      element(
        'div',
        { className: 'stoa-editor-stub' },
        element('strong', { textContent: frame?.provider ?? t('editor.embed') }),
        element('span', { className: 'stoa-editor-hint', dir: 'ltr', textContent: this.address() }),
      ),
      this.caption,
    )
  }

  override save(): Fields {
    return this.caption ? { ...this.data, caption: this.caption.innerHTML } : this.data
  }
}

/** A card of another page. Its metadata comes from the server. */
export class LinkCardTool extends AddressTool {
  static readonly toolbox: ToolboxEntry = { icon: icons.card, title: 'Link card' }

  protected get labels() {
    return { address: this.config.t('editor.linkCard.address'), hint: '' }
  }

  protected address(): string {
    return String(this.data.link ?? '')
  }

  protected take(address: string): Node[] {
    this.data = { link: address }
    this.draw()
    this.block.dispatchChange()
    return []
  }

  protected draw(): void {
    const link = this.address()
    const meta = this.data.meta as LinkMeta | undefined
    const { t, linkCard } = this.config
    const title = element('strong', { dir: 'auto', textContent: meta?.title || new URL(link).hostname })
    const about = element('span', { className: 'stoa-editor-hint', dir: 'auto', textContent: meta?.description ?? '' })
    const address = element('span', { className: 'stoa-editor-hint', dir: 'ltr', textContent: link })
    this.root.replaceChildren(element('div', { className: 'stoa-editor-stub' }, title, about, address))
    if (meta || !linkCard || this.readOnly) return
    about.textContent = t('editor.linkCard.loading')
    void linkCard(link)
      .catch(() => null)
      .then((meta) => {
        about.textContent = ''
        if (!meta) return
        this.data = { link, meta }
        this.draw()
        this.block.dispatchChange()
      })
  }
}
