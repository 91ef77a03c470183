import './recorder.css'
import { RESPONSE_MAX_MS } from '@stoa/contract'
import { Banner, Button, Dialog, Spinner, translatable, useTranslate, VisuallyHidden } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { recorderMessages } from './messages.ts'
import { type Devices, type Recorder, type RecordingKind, useRecorder } from './use-recorder.ts'

const MINUTE_MS = 60_000

export interface RecorderDialogProps {
  kind: RecordingKind
  /** Accepts the recording; the parent closes the dialog. */
  onUse: (file: File) => void
  onClose: () => void
  /** Source of camera and microphone. Default: the browser's. */
  devices?: Devices | undefined
}

/** Records a video or sound with the browser's camera and microphone, with a preview. */
export function RecorderDialog({ kind, onUse, onClose, devices = browserDevices() }: RecorderDialogProps) {
  const t = useTranslate(recorderMessages)
  const recorder = useRecorder(kind, devices)
  const { recording } = recorder
  const [isAsked, setAsked] = useState(false)
  const close = () => {
    if (recording.state === 'recording') recorder.stop()
    if (recording.state === 'recording' || recording.state === 'done') setAsked(true)
    else onClose()
  }
  if (isAsked) {
    return (
      <Dialog
        open
        kind="alert"
        title={t('record.discard.title')}
        onClose={() => setAsked(false)}
        actions={
          <>
            <Button variant="danger" onClick={onClose}>
              {t('record.discard')}
            </Button>
            <Button variant="primary" onClick={() => setAsked(false)}>
              {t('record.discard.keep')}
            </Button>
          </>
        }
      >
        <p>{t('record.discard.text')}</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      title={t(`record.${kind}.title`)}
      onClose={close}
      actions={<Actions recorder={recorder} onUse={onUse} onClose={close} />}
    >
      <div className="stoa-app-recorder">
        <Stage kind={kind} recorder={recorder} />
        <Said kind={kind} recorder={recorder} />
      </div>
    </Dialog>
  )
}

interface PartProps {
  kind: RecordingKind
  recorder: Recorder
}

/** The camera's picture, or the recording. */
function Stage({ kind, recorder: { recording, elapsedMs } }: PartProps) {
  const t = useTranslate(recorderMessages)
  const live = useRef<HTMLVideoElement>(null)
  const stream = 'stream' in recording ? recording.stream : null
  useEffect(() => {
    if (live.current) live.current.srcObject = stream
  }, [stream])
  if (recording.state === 'failed') return null
  if (recording.state === 'asking') {
    return (
      <div className="stoa-app-recorder-stage" data-kind={kind}>
        <Spinner />
      </div>
    )
  }
  if (recording.state === 'done') {
    return (
      <div className="stoa-app-recorder-stage" data-kind={kind}>
        {kind === 'video' ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a new recording has none
          <video controls playsInline src={recording.url} aria-label={t('record.review')} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a new recording has none
          <audio controls src={recording.url} aria-label={t('record.review')} />
        )}
      </div>
    )
  }
  return (
    <div className="stoa-app-recorder-stage" data-kind={kind}>
      {kind === 'video' && <video ref={live} autoPlay muted playsInline aria-label={t('record.preview')} />}
      <span className="stoa-app-recorder-time" data-recording={recording.state === 'recording' || undefined}>
        {recording.state === 'recording' && <VisuallyHidden>{t('record.now')} </VisuallyHidden>}
        {clockText(elapsedMs)}
      </span>
    </div>
  )
}

/** Announces the state of the recording. */
function Said({ kind, recorder: { recording } }: PartProps) {
  const t = useTranslate(recorderMessages)
  if (recording.state === 'failed') return <Banner tone="danger">{t(`record.failed.${recording.why}`)}</Banner>
  if (recording.state === 'done' && recording.ended === 'lost') {
    return <Banner tone="warning">{t('record.failed.lost')}</Banner>
  }
  const isSound = kind === 'audio'
  const text = {
    asking: t(isSound ? 'record.asking.audio' : 'record.asking'),
    ready: t(isSound ? 'record.ready.audio' : 'record.ready', { minutes: RESPONSE_MAX_MS / MINUTE_MS }),
    recording: t('record.now'),
    done: t(recording.state === 'done' && recording.ended === 'full' ? 'record.ended' : 'record.done'),
  }[recording.state]
  return (
    <p className="stoa-app-muted" role="status">
      {translatable(text)}
    </p>
  )
}

function Actions({
  recorder,
  onUse,
  onClose,
}: { recorder: Recorder } & Pick<RecorderDialogProps, 'onUse' | 'onClose'>) {
  const t = useTranslate(recorderMessages)
  const { recording, start, stop, again } = recorder
  switch (recording.state) {
    case 'recording':
      return (
        <Button variant="primary" onClick={stop}>
          {t('record.stop')}
        </Button>
      )
    case 'done':
      return (
        <>
          <Button onClick={again}>{t('record.again')}</Button>
          <Button variant="primary" onClick={() => onUse(recording.file)}>
            {t('record.use')}
          </Button>
        </>
      )
    case 'failed':
      return (
        <>
          <Button onClick={onClose}>{t('record.cancel')}</Button>
          {recording.why !== 'unsupported' && (
            <Button variant="primary" onClick={again}>
              {t('record.retry')}
            </Button>
          )}
        </>
      )
    case 'asking':
    case 'ready':
      return (
        <>
          <Button onClick={onClose}>{t('record.cancel')}</Button>
          <Button variant="primary" disabled={recording.state === 'asking'} onClick={start}>
            {t('record.start')}
          </Button>
        </>
      )
  }
}

function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Undefined where pages may not record, such as on http. */
function browserDevices(): Devices | undefined {
  return navigator.mediaDevices
}
