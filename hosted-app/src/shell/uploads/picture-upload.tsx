import './picture-upload.css'
import { StoaError } from '@stoa/client'
import type { UploadProgress, Uploads } from '@stoa/client/uploads'
import { acceptedTypes, errors, MEDIA_TYPES, type Media, type MediaPurpose, maxBytesOf } from '@stoa/contract'
import type { UnfinishedUploads } from '@stoa/editor'
import { Banner, Button, ImageIcon, translatable, useI18n, useTranslate } from '@stoa/ui'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useListedUpload } from './use-listed-upload.ts'
import { mayRetryUpload } from './use-uploads.ts'

/** English texts of uploading a picture. */
const pictureUploadMessages = {
  'picture.upload': 'Upload an image',
  'picture.drop': 'Choose a file or drop it here. Up to {size} MB.',
  'picture.uploading': 'Uploading… {percent}%',
  'picture.processing': 'Processing…',
  'picture.cancel': 'Cancel',
  'picture.tooLarge': 'This image is {size} MB. The limit is {limit} MB.',
  'picture.failed': 'Couldn’t upload the image. Please try again.',
} as const

export interface PictureUploadProps {
  /** Uploads the file. */
  uploads: Uploads
  /** Purpose of the picture, which decides its maximum size. */
  purpose: MediaPurpose
  /** Label of the button. Default: "Upload a picture". */
  label?: string
  /** Lists a picture that is being uploaded or failed. Default: it isn't listed. */
  unfinished?: UnfinishedUploads | undefined
  onUploaded: (media: Media) => void
  /** Further buttons beside its own. Default: none. */
  children?: ReactNode
}

const MB = 1024 * 1024

/** Uploads a chosen or dropped picture, with progress and cancel. */
export function PictureUpload(props: PictureUploadProps) {
  const { uploads, purpose, label, unfinished, onUploaded, children } = props
  const t = useTranslate(pictureUploadMessages)
  const { locale } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [failure, setFailure] = useState('')
  const [isOver, setOver] = useState(false)
  const control = useRef<AbortController | null>(null)
  const listed = useListedUpload(unfinished)
  // Calls the latest callback, so that changes during the upload aren't lost.
  const latest = useRef(onUploaded)
  useEffect(() => {
    latest.current = onUploaded
  })
  useEffect(() => () => control.current?.abort(), [])
  const limit = maxBytesOf(purpose, 'image')
  const isSending = progress !== null

  function explain(error: unknown, file: File): string {
    const { code, message } = error as { code?: string; message?: string }
    if (code !== 'MEDIA_TOO_LARGE') return (code && message) || t('picture.failed')
    // Rounded up, so that it never equals the limit.
    const size = new Intl.NumberFormat(locale).format(Math.ceil((file.size / MB) * 10) / 10)
    return t('picture.tooLarge', { size, limit: limit / MB })
  }

  function fail(file: File, error: unknown): void {
    const problem = explain(error, file)
    const remove = () => {
      setFailure('')
      listed.end()
    }
    setFailure(problem)
    listed.set({ name: file.name, problem, retry: mayRetryUpload(error) ? () => void send(file) : null, remove })
  }

  async function send(file: File | undefined): Promise<void> {
    if (!file || control.current) return
    const mine = new AbortController()
    control.current = mine
    setFailure('')
    listed.set({ name: file.name, remove: () => mine.abort() })
    setProgress({ phase: 'sending', sentBytes: 0, totalBytes: file.size })
    try {
      const media = await uploads.upload(file, { purpose, signal: mine.signal, onProgress: setProgress })
      // A file's name may promise a picture.
      if (media.kind !== 'image') throw new StoaError('MEDIA_TYPE_UNSUPPORTED', errors.MEDIA_TYPE_UNSUPPORTED)
      listed.end()
      if (!mine.signal.aborted) latest.current(media)
    } catch (error) {
      if (mine.signal.aborted) listed.end()
      else fail(file, error)
    }
    control.current = null
    setProgress(null)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }

  return (
    <div
      className="stoa-app-picture-upload"
      data-busy={isSending || undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept={purpose === 'post' ? MEDIA_TYPES.image.join(',') : acceptedTypes(purpose)}
        aria-label={label ?? t('picture.upload')}
        hidden
        onChange={(event) => {
          void send(event.currentTarget.files?.[0])
          // So that the same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <div className="stoa-app-picture-upload-ways">
        <Button ref={button} icon={<ImageIcon />} busy={isSending} onClick={() => input.current?.click()}>
          {label ?? t('picture.upload')}
        </Button>
        {!isSending && children}
        {isSending && (
          <Button
            size="s"
            variant="quiet"
            onClick={() => {
              // This one is about to go.
              button.current?.focus()
              control.current?.abort()
            }}
          >
            {t('picture.cancel')}
          </Button>
        )}
        <span className="stoa-app-muted" role="status">
          {translatable(
            progress === null
              ? t('picture.drop', { size: limit / MB })
              : progress.phase === 'processing'
                ? t('picture.processing')
                : t('picture.uploading', { percent: percentOf(progress) }),
          )}
        </span>
      </div>
      {failure !== '' && <Banner tone="danger">{failure}</Banner>}
    </div>
  )
}

function percentOf({ sentBytes, totalBytes }: UploadProgress): number {
  return totalBytes === 0 ? 0 : Math.round((sentBytes / totalBytes) * 100)
}
