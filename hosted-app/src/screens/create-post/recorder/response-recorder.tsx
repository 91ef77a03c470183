import type { Uploads } from '@stoa/client/uploads'
import { type Media, type PostDocument, RESPONSE_MAX_MS } from '@stoa/contract'
import type { UnfinishedUploads } from '@stoa/editor'
import { alertMessages, alertText } from '@stoa/store'
import { Banner, Button, MicrophoneIcon, useTranslate, VideoIcon } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useListedUpload } from '../../../shell/uploads/use-listed-upload.ts'
import { mayRetryUpload } from '../../../shell/uploads/use-uploads.ts'
import { recorderMessages } from './messages.ts'
import { RecorderDialog } from './recorder-dialog.tsx'
import type { Devices, RecordingKind } from './use-recorder.ts'

const MINUTE_MS = 60_000
const ACCEPTED = { video: 'video/*', audio: 'audio/*' } as const
const KINDS = ['video', 'audio'] as const

export interface ResponseRecorderProps {
  uploads: Uploads
  /** Adds the block for a recording. */
  onAdd: (block: PostDocument['blocks'][number]) => void
  /** Lists a recording that is being uploaded or failed. Default: it isn't listed. */
  unfinished?: UnfinishedUploads | undefined
  /** Source of camera and microphone. Default: the browser's. */
  devices?: Devices | undefined
}

type Sending =
  | { state: 'sending'; file: File; percent: number; stop: AbortController }
  | { state: 'processing'; file: File; stop: AbortController }
  | { state: 'failed'; file: File; why: string; mayRetry: boolean; url: string }

/**
 * Responds to a post with a video or sound: recorded here, or a file. A recording that can't be sent stays, to be sent
 * again or downloaded.
 */
export function ResponseRecorder({ uploads, onAdd, unfinished, devices }: ResponseRecorderProps) {
  const t = useTranslate(recorderMessages)
  const tAlert = useTranslate(alertMessages)
  const [recording, setRecording] = useState<RecordingKind | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const listed = useListedUpload(unfinished)

  useEffect(() => {
    if (sending?.state !== 'failed') return
    return () => URL.revokeObjectURL(sending.url)
  }, [sending])

  async function send(file: File): Promise<void> {
    const stop = new AbortController()
    setRecording(null)
    listed.set({ name: file.name, remove: () => stop.abort() })
    setSending({ state: 'sending', file, percent: 0, stop })
    try {
      const media = await uploads.upload(file, {
        purpose: 'response',
        signal: stop.signal,
        onProgress({ phase, sentBytes, totalBytes }) {
          const percent = totalBytes === 0 ? 0 : Math.floor((100 * sentBytes) / totalBytes)
          setSending(phase === 'sending' ? { state: phase, file, percent, stop } : { state: phase, file, stop })
        },
      })
      forget()
      onAdd(blockOf(media))
    } catch (error) {
      if (stop.signal.aborted) forget()
      else fail(file, error)
    }
  }

  function fail(file: File, error: unknown): void {
    const why = alertText(error, { t: tAlert })
    const mayRetry = mayRetryUpload(error)
    setSending({ state: 'failed', file, why, mayRetry, url: URL.createObjectURL(file) })
    listed.set({ name: file.name, problem: why, retry: mayRetry ? () => void send(file) : null, remove: forget })
  }

  function forget(): void {
    setSending(null)
    listed.end()
  }

  return (
    <section className="stoa-app-response-recorder" aria-label={t('response.label')}>
      {sending ? (
        <SendingNotice sending={sending} onRetry={send} onForget={forget} />
      ) : (
        <>
          <div className="stoa-app-form-end">
            {KINDS.map((kind) => (
              <Button
                key={kind}
                icon={kind === 'video' ? <VideoIcon /> : <MicrophoneIcon />}
                onClick={() => setRecording(kind)}
              >
                {t(`response.${kind}`)}
              </Button>
            ))}
            <Button variant="quiet" onClick={() => field.current?.click()}>
              {t('response.file')}
            </Button>
          </div>
          <input
            ref={field}
            type="file"
            hidden
            aria-label={t('response.file')}
            accept={Object.values(ACCEPTED).join()}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void send(file)
              currentTarget.value = ''
            }}
          />
          <p className="stoa-app-muted">{t('response.limit', { minutes: RESPONSE_MAX_MS / MINUTE_MS })}</p>
        </>
      )}
      {recording && (
        <RecorderDialog
          kind={recording}
          devices={devices}
          onUse={(file) => void send(file)}
          onClose={() => setRecording(null)}
        />
      )}
    </section>
  )
}

function SendingNotice(props: { sending: Sending; onRetry: (file: File) => Promise<void>; onForget: () => void }) {
  const { sending, onRetry, onForget } = props
  const t = useTranslate(recorderMessages)
  const { file } = sending
  if (sending.state === 'failed') {
    return (
      <Banner tone="danger" title={t('response.failed')}>
        <p>{sending.why}</p>
        <div className="stoa-app-form-end">
          {sending.mayRetry && <Button onClick={() => void onRetry(file)}>{t('record.retry')}</Button>}
          <a href={sending.url} download={file.name}>
            {t('response.keep')}
          </a>
          <Button variant="quiet" onClick={onForget}>
            {t('record.discard')}
          </Button>
        </div>
      </Banner>
    )
  }
  return (
    <div className="stoa-app-form-end">
      {sending.state === 'sending' ? (
        <>
          <progress max={100} value={sending.percent} aria-label={t('response.sending')} />
          <span className="stoa-app-muted">{t('response.sending')}</span>
        </>
      ) : (
        <span className="stoa-app-muted" role="status">
          {t('response.processing')}
        </span>
      )}
      <Button size="s" onClick={() => sending.stop.abort()}>
        {t('record.cancel')}
      </Button>
    </div>
  )
}

function blockOf({ kind, url, posterUrl, width, height, durationMs }: Media): PostDocument['blocks'][number] {
  const duration = durationMs === null ? {} : { durationMs }
  if (kind === 'audio') return { type: 'audio', data: { url, ...duration } }
  const size = width === null || height === null ? {} : { width, height }
  return { type: 'video', data: { url, ...(posterUrl === null ? {} : { image: posterUrl }), ...size, ...duration } }
}
