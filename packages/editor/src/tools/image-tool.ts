import type { MenuItem, PasteConfig, ToolboxEntry } from '@editorjs/editorjs'
import type { UploadedMedia } from '../editor-props.ts'
import { element } from './dom.ts'
import { icons } from './icons.ts'
import { MediaTool } from './media-tool.ts'

interface ImageFile {
  url: string
  width?: number | undefined
  height?: number | undefined
  sizes?: number[] | undefined
  placeholder?: string | undefined
}

/** A picture: chosen, dropped or pasted, several at once, or by address. */
export class ImageTool extends MediaTool {
  static readonly toolbox: ToolboxEntry = { icon: icons.image, title: 'Image' }
  static readonly pasteConfig: PasteConfig = { files: { mimeTypes: ['image/*'] } }

  protected readonly kind = 'image'

  protected url(): string | null {
    return (this.data.file as ImageFile | undefined)?.url ?? null
  }

  protected withUrl(url: string) {
    return { file: { url } }
  }

  protected withMedia({ url, width, height, sizes, placeholder }: UploadedMedia) {
    const file: ImageFile = {
      url,
      ...(width === null ? {} : { width }),
      ...(height === null ? {} : { height }),
      ...(sizes.length === 0 ? {} : { sizes }),
      ...(placeholder === null ? {} : { placeholder }),
    }
    return { file }
  }

  protected draw(url: string): Node[] {
    const { t } = this.config
    const { width, height } = this.data.file as ImageFile
    const alt = String(this.data.alt ?? '')
    const picture = element('img', { className: 'stoa-editor-picture', src: url, alt, decoding: 'async' })
    if (width && height) Object.assign(picture, { width, height })
    // An external picture is loaded through the forum once the post is saved.
    picture.addEventListener('error', () => {
      picture.replaceWith(
        element(
          'div',
          { className: 'stoa-editor-stub' },
          element('span', { textContent: url, dir: 'ltr' }),
          element('span', { className: 'stoa-editor-hint', textContent: t('editor.media.notShown') }),
        ),
      )
    })
    if (this.readOnly) return [picture]
    const label = t('editor.image.alt')
    const field = element('input', {
      className: 'stoa-editor-input',
      value: alt,
      placeholder: label,
      ariaLabel: label,
      maxLength: 500,
      dir: 'auto',
    })
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Tab') event.stopPropagation()
    })
    field.addEventListener('input', () => {
      const { alt: _, ...rest } = this.data
      this.data = field.value === '' ? rest : { ...rest, alt: field.value }
      picture.alt = field.value
    })
    return [picture, field]
  }

  renderSettings(): MenuItem[] {
    return this.settings(['withBorder', 'withBackground', 'stretched'])
  }
}
