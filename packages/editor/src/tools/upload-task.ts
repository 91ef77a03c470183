import { declaredType, mediaKindOf } from '@stoa/contract'
import type { UploadedMedia, UploadOptions } from '../editor-props.ts'
import { button, element } from './dom.ts'
import type { StoaToolConfig } from './tool-config.ts'

type Kind = UploadOptions['kind']

/** What file dialogs offer. Browsers don't know all types of videos and recordings by name. */
const ACCEPTED: Readonly<Record<Kind, string>> = {
  image: 'image/png,image/gif,image/jpeg,image/tiff,image/bmp,image/webp,image/avif',
  video: 'video/*',
  audio: 'audio/*',
  captions: 'text/vtt,.vtt',
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

export interface UploadTaskOptions {
  config: StoaToolConfig
  kind: Kind
  /** For captions: id of their video. */
  captionsFor?: string
  file: File
  /** Replaces this view. */
  onDone(media: UploadedMedia): void
  /** Stopped while uploading. Restores the former view. */
  onCancelled(): void
  /** Uploads another file in its place. */
  onAnother(file: File): void
  /** Removes a file that can't be uploaded. */
  onRemoved(): void
}

/** Uploads a file into a block, with progress, and buttons to cancel and, if it fails, for all ways to go on. */
export function startUpload(options: UploadTaskOptions): { element: HTMLElement; abort(): void } {
  const { config, kind, captionsFor, file, onDone, onCancelled, onAnother, onRemoved } = options
  const { t, uploads, unfinished } = config
  const { name } = file
  const box = element('div', { className: 'stoa-editor-upload' })
  let stop = new AbortController()
  let listed: number | undefined

  const end = () => {
    stop.abort()
    if (listed !== undefined) unfinished?.end(listed)
  }
  const remove = () => {
    end()
    onRemoved()
  }
  const run = () => {
    listed = unfinished?.set({ name, remove }, listed)
    const refusal = refusalOf(config, kind, file)
    if (refusal !== null || !uploads) return fail(refusal ?? t('editor.media.noUploads'), false)
    stop = new AbortController()
    const { signal } = stop
    const label = t('editor.media.uploading', { name })
    const bar = element('progress', { className: 'stoa-editor-progress', max: 1, value: 0, ariaLabel: label })
    box.replaceChildren(
      element('span', { className: 'stoa-editor-upload-name', dir: 'auto', textContent: label }),
      bar,
      button(t('editor.media.cancel'), () => {
        end()
        onCancelled()
      }),
    )
    const onProgress = (fraction: number) => {
      bar.value = Math.min(1, Math.max(0, fraction))
    }
    uploads.upload(file, { kind, captionsFor, signal, onProgress }).then(
      (media) => {
        if (signal.aborted) return
        end()
        config.announce(t('editor.media.uploaded', { name }))
        onDone(media)
      },
      (error: unknown) => {
        if (!signal.aborted) fail(problemOf(config, { kind, file, error }), uploads.mayRetry?.(error) ?? true)
      },
    )
  }

  const fail = (problem: string, mayRetry: boolean) => {
    unfinished?.set({ name, remove, problem, retry: mayRetry ? run : null }, listed)
    const another = filePicker(kind, ([chosen]) => {
      if (!chosen) return
      end()
      onAnother(chosen)
    })
    box.replaceChildren(
      element('span', { className: 'stoa-editor-upload-name', dir: 'auto', textContent: name }),
      element('p', { className: 'stoa-editor-problem', role: 'alert', textContent: problem }),
      element(
        'div',
        { className: 'stoa-editor-form-line' },
        ...(mayRetry ? [button(t('editor.media.retry'), run)] : []),
        ...(uploads ? [button(t('editor.media.another'), () => another.click()), another] : []),
        button(t('editor.media.remove'), remove),
      ),
    )
  }

  run()
  return { element: box, abort: end }
}

/** A hidden field for choosing files of a kind. Click it to open the browser's dialog. */
export function filePicker(kind: Kind, onFiles: (files: readonly File[]) => void): HTMLInputElement {
  const field = element('input', { type: 'file', hidden: true, accept: ACCEPTED[kind] })
  field.addEventListener('change', () => {
    const files = [...(field.files ?? [])]
    // So that the same file can be chosen again.
    field.value = ''
    onFiles(files)
  })
  return field
}

/** The reason why the server didn't take a file. */
function problemOf(config: StoaToolConfig, about: { kind: Kind; file: File; error: unknown }): string {
  const { t } = config
  const { code, message } = about.error as { code?: unknown; message?: unknown }
  // The server's own message is about all kinds.
  if (code === 'MEDIA_TYPE_UNSUPPORTED') return wrongType(config, about)
  return typeof message === 'string' && message !== '' ? message : t('editor.media.failed')
}

function wrongType({ t }: StoaToolConfig, { kind, file }: { kind: Kind; file: File }): string {
  return t('editor.media.wrongType', { name: file.name, types: t(`editor.${kind}.types`) })
}

function refusalOf(config: StoaToolConfig, kind: Kind, file: File): string | null {
  const { t, locale } = config
  const limit = limitOf(config, kind)
  if (file.size > limit) return t('editor.media.tooLarge', { name: file.name, size: megabytes(limit, locale) })
  return mediaKindOf(declaredType(file)) === kind ? null : wrongType(config, { kind, file })
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
