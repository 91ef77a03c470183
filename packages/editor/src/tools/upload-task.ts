import type { UploadedMedia, UploadOptions } from '../editor-props.ts'
import { button, element } from './dom.ts'
import type { StoaToolConfig } from './tool-config.ts'

type Kind = UploadOptions['kind']

/** Types as declared by browsers. The server checks the content. */
const ACCEPTED: Readonly<Record<Kind, string>> = {
  image: 'image/png,image/gif,image/jpeg,image/tiff,image/bmp,image/webp,image/avif',
  video: 'video/*',
  audio: 'audio/*',
  captions: 'text/vtt,.vtt',
}

/** The `accept` value for a kind. */
export function acceptedTypes(kind: Kind): string {
  return ACCEPTED[kind]
}

/** How to add files of a kind, and their maximum size and duration. */
export function dropHint(config: StoaToolConfig, kind: Kind): string {
  const { t, locale, uploads } = config
  const size = megabytes(limitOf(config, kind), locale)
  const ms = kind === 'video' ? uploads?.limits.videoMs : kind === 'audio' ? uploads?.limits.audioMs : null
  if (!ms) return t('editor.media.drop', { size })
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return t('editor.media.drop.duration', { size, duration: format.format(ms / 60_000) })
}

/**
 * Uploads a file into a block, with progress, errors, and buttons to cancel and retry. `onDone` replaces this view,
 * `onGivenUp` restores the previous one.
 */
export function startUpload(options: {
  config: StoaToolConfig
  kind: Kind
  /** For captions: id of their video. */
  captionsFor?: string
  file: File
  onDone(media: UploadedMedia): void
  onGivenUp(): void
}): { element: HTMLElement; abort(): void } {
  const { config, kind, captionsFor, file, onDone, onGivenUp } = options
  const { t, uploads } = config
  const box = element('div', { className: 'stoa-editor-upload' })
  let stop = new AbortController()

  const run = () => {
    const refusal = refusalOf(config, kind, file)
    if (refusal !== null || !uploads) return fail(refusal ?? t('editor.media.noUploads'), false)
    stop = new AbortController()
    const { signal } = stop
    const name = t('editor.media.uploading', { name: file.name })
    const bar = element('progress', { className: 'stoa-editor-progress', max: 1, value: 0, ariaLabel: name })
    box.replaceChildren(
      element('span', { className: 'stoa-editor-upload-name', dir: 'auto', textContent: name }),
      bar,
      button(t('editor.media.cancel'), () => {
        stop.abort()
        onGivenUp()
      }),
    )
    const onProgress = (fraction: number) => {
      bar.value = Math.min(1, Math.max(0, fraction))
    }
    uploads.upload(file, { kind, captionsFor, signal, onProgress }).then(
      (media) => {
        if (signal.aborted) return
        config.announce(t('editor.media.uploaded', { name: file.name }))
        onDone(media)
      },
      (error: unknown) => {
        if (signal.aborted) return
        const message = error instanceof Error && error.message ? error.message : t('editor.media.failed')
        fail(message, uploads.mayRetry?.(error) ?? true)
      },
    )
  }

  const fail = (message: string, mayRetry: boolean) => {
    box.replaceChildren(
      element('span', { className: 'stoa-editor-upload-name', dir: 'auto', textContent: file.name }),
      element('p', { className: 'stoa-editor-problem', role: 'alert', textContent: message }),
      element(
        'div',
        { className: 'stoa-editor-form-line' },
        ...(mayRetry ? [button(t('editor.media.retry'), run)] : []),
        button(t('editor.media.cancel'), onGivenUp),
      ),
    )
  }

  run()
  return { element: box, abort: () => stop.abort() }
}

function refusalOf(config: StoaToolConfig, kind: Kind, file: File): string | null {
  const { t, locale } = config
  const limit = limitOf(config, kind)
  if (file.size > limit) return t('editor.media.tooLarge', { name: file.name, size: megabytes(limit, locale) })
  const types = ACCEPTED[kind].split(',')
  const family = file.type.split('/')[0]
  const fits =
    kind === 'captions' ? /\.vtt$/i.test(file.name) : types.includes(file.type) || types.includes(`${family}/*`)
  return fits ? null : t('editor.media.wrongType', { name: file.name })
}

function limitOf({ uploads }: StoaToolConfig, kind: Kind): number {
  if (!uploads) return Number.POSITIVE_INFINITY
  const { imageBytes, captionsBytes, mediaBytes } = uploads.limits
  return kind === 'image' ? imageBytes : kind === 'captions' ? captionsBytes : mediaBytes
}

function megabytes(bytes: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return format.format(bytes / 1024 / 1024)
}
