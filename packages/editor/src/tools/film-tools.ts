import type { MenuItem, PasteConfig, ToolboxEntry } from '@editorjs/editorjs'
import { mediaIdOf } from '@stoa/contract'
import type { UploadedMedia } from '../editor-props.ts'
import { button, element } from './dom.ts'
import { icons } from './icons.ts'
import { MediaTool } from './media-tool.ts'
import { filePicker, startUpload } from './upload-task.ts'

/** Resets all fields of a previous video or recording. */
const GONE: Readonly<Record<string, undefined>> = {}

/** Common base of videos and recordings: captions as a file. */
abstract class FilmTool extends MediaTool {
  protected url(): string | null {
    const { url } = this.data
    return typeof url === 'string' && url !== '' ? url : null
  }

  renderSettings(): MenuItem[] {
    return this.settings(this.kind === 'video' ? ['withBorder', 'stretched'] : [])
  }

  /** The line for adding or removing captions; external videos can't have any. */
  protected captionsLine(): Node[] {
    const { config } = this
    const { t, uploads } = config
    const captionsFor = mediaIdOf(this.url() ?? '')
    if (this.readOnly || !uploads) return []
    const line = element('div', { className: 'stoa-editor-form-line stoa-editor-captions' })
    if (typeof this.data.captions === 'string') {
      const remove = () => this.change({ captions: undefined })
      line.append(
        element('span', { className: 'stoa-editor-hint', textContent: t('editor.media.captions.there') }),
        button(t('editor.media.captions.remove'), remove),
      )
      return [line]
    }
    if (captionsFor === null) return []
    const start = ([file]: readonly File[]) => {
      if (!file) return
      const refresh = () => this.refresh()
      const task = startUpload({
        config,
        kind: 'captions',
        captionsFor,
        file,
        onDone: ({ url }) => this.change({ captions: url }),
        onCancelled: refresh,
        onAnother: (other) => start([other]),
        onRemoved: refresh,
      })
      this.upload = task
      line.replaceChildren(task.element)
    }
    const field = filePicker('captions', start)
    line.append(
      button(t('editor.media.captions'), () => field.click()),
      field,
    )
    return [line]
  }

  /** The player with captions as a track, which needs no CORS for the server's own files. */
  protected player(tag: 'video' | 'audio', url: string): HTMLMediaElement {
    const label = this.config.t(`editor.${tag}`)
    const player = element(tag, {
      className: `stoa-editor-${tag}`,
      controls: true,
      preload: 'none',
      src: url,
      ariaLabel: label,
    })
    const { captions } = this.data
    if (typeof captions === 'string')
      player.append(element('track', { kind: 'captions', src: captions, default: true }))
    return player
  }
}

/** A video by upload or address. */
export class VideoTool extends FilmTool {
  static readonly toolbox: ToolboxEntry = { icon: icons.video, title: 'Video' }
  static readonly pasteConfig: PasteConfig = { files: { mimeTypes: ['video/*'] } }

  protected readonly kind = 'video'

  protected withUrl(url: string) {
    const { image, cdn, width, height, durationMs, captions } = GONE
    return { url, image, cdn, width, height, durationMs, captions }
  }

  protected withMedia({ url, posterUrl, width, height, durationMs }: UploadedMedia) {
    return {
      ...this.withUrl(url),
      ...(posterUrl === null ? {} : { image: posterUrl }),
      ...(width === null ? {} : { width }),
      ...(height === null ? {} : { height }),
      ...(durationMs === null ? {} : { durationMs }),
    }
  }

  protected draw(url: string): Node[] {
    const player = this.player('video', url) as HTMLVideoElement
    const { image } = this.data
    if (typeof image === 'string') player.poster = image
    return [player, ...this.captionsLine()]
  }
}

/** A recording by upload or address. */
export class AudioTool extends FilmTool {
  static readonly toolbox: ToolboxEntry = { icon: icons.audio, title: 'Audio' }
  static readonly pasteConfig: PasteConfig = { files: { mimeTypes: ['audio/*'] } }

  protected readonly kind = 'audio'

  protected withUrl(url: string) {
    const { durationMs, captions } = GONE
    return { url, durationMs, captions }
  }

  protected withMedia({ url, durationMs }: UploadedMedia) {
    return { ...this.withUrl(url), ...(durationMs === null ? {} : { durationMs }) }
  }

  protected draw(url: string): Node[] {
    return [this.player('audio', url), ...this.captionsLine()]
  }
}
