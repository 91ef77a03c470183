import { RESPONSE_MAX_MS } from '@stoa/contract'
import { useCallback, useEffect, useRef, useState } from 'react'

/** The server accepts less than three minutes, and a recorder may stop a little late. */
const LONGEST_MS = RESPONSE_MAX_MS - 1000
const TICK_MS = 250
/** Formats that browsers record, the most widely playable first. */
const TYPES = {
  video: ['video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video/mp4', 'video/webm;codecs=vp9,opus', 'video/webm'],
  audio: ['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm', 'audio/ogg;codecs=opus'],
} as const
/** Small enough to upload quickly, good enough for a face. */
const VIDEO = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } }
const BITS_PER_SECOND = { videoBitsPerSecond: 2_500_000, audioBitsPerSecond: 128_000 }

export type RecordingKind = keyof typeof TYPES
export type RecordingFailure = 'denied' | 'missing' | 'busy' | 'unsupported'

/** State of a recording. */
export type Recording =
  | { state: 'asking' }
  | { state: 'ready' | 'recording'; stream: MediaStream }
  /** `ended`: why it ended. */
  | { state: 'done'; file: File; url: string; ended: 'stopped' | 'full' | 'lost' }
  | { state: 'failed'; why: RecordingFailure }

/** Recording devices, replaceable in stories and tests. */
export type Devices = Pick<MediaDevices, 'getUserMedia'>

export interface Recorder {
  recording: Recording
  /** Duration so far, in ms. */
  elapsedMs: number
  start(): void
  stop(): void
  /** Discards the recording or error, and opens the camera again. */
  again(): void
}

/** Records a video or sound of at most three minutes. The camera is released as soon as possible. */
export function useRecorder(kind: RecordingKind, devices: Devices | undefined): Recorder {
  const [recording, setRecording] = useState<Recording>({ state: 'asking' })
  const [elapsedMs, setElapsed] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const recorder = useRef<MediaRecorder | null>(null)
  /** Start of the recording by `performance.now()`. */
  const began = useRef(0)
  const ended = useRef<'stopped' | 'full' | 'lost'>('stopped')

  useEffect(() => {
    let isWanted = true
    let stream: MediaStream | null = null
    setRecording({ state: 'asking' })
    setElapsed(0)
    ask(kind, devices).then(
      (newStream) => {
        stream = newStream
        if (isWanted) setRecording({ state: 'ready', stream: newStream })
        else release(newStream)
      },
      (error: unknown) => isWanted && setRecording({ state: 'failed', why: failureOf(error) }),
    )
    return () => {
      isWanted = false
      if (stream) release(stream)
    }
  }, [kind, devices, attempt])

  useEffect(() => {
    if (recording.state !== 'recording') return
    const timer = setInterval(() => {
      const passed = performance.now() - began.current
      setElapsed(Math.min(passed, LONGEST_MS))
      if (passed >= LONGEST_MS) finish('full')
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [recording.state])

  useEffect(() => {
    if (recording.state !== 'done') return
    return () => URL.revokeObjectURL(recording.url)
  }, [recording])

  function finish(how: 'stopped' | 'full' | 'lost'): void {
    if (recorder.current?.state !== 'recording') return
    ended.current = how
    recorder.current.stop()
  }

  return {
    recording,
    elapsedMs,
    start() {
      if (recording.state !== 'ready') return
      const { stream } = recording
      const mimeType = TYPES[kind].find((type) => MediaRecorder.isTypeSupported(type))
      const mediaRecorder = new MediaRecorder(stream, { ...(mimeType ? { mimeType } : {}), ...BITS_PER_SECOND })
      const parts: Blob[] = []
      mediaRecorder.ondataavailable = ({ data }) => data.size > 0 && parts.push(data)
      mediaRecorder.onerror = () => finish('lost')
      mediaRecorder.onstop = () => {
        release(stream)
        const [type = ''] = mediaRecorder.mimeType.split(';')
        const file = new File(parts, `${kind}.${type.split('/')[1] ?? 'webm'}`, { type })
        setRecording({ state: 'done', file, url: URL.createObjectURL(file), ended: ended.current })
      }
      for (const track of stream.getTracks()) track.onended = () => finish('lost')
      ended.current = 'stopped'
      recorder.current = mediaRecorder
      // Data arrives each second, so that an interrupted recording isn't lost.
      mediaRecorder.start(1000)
      began.current = performance.now()
      setRecording({ state: 'recording', stream })
    },
    stop: () => finish('stopped'),
    again: useCallback(() => setAttempt((count) => count + 1), []),
  }
}

function ask(kind: RecordingKind, devices: Devices | undefined): Promise<MediaStream> {
  if (!devices || typeof MediaRecorder === 'undefined') return Promise.reject(new DOMException('', 'NotSupportedError'))
  return devices.getUserMedia({ audio: true, video: kind === 'video' ? VIDEO : false })
}

function failureOf(error: unknown): RecordingFailure {
  const { name } = error as Error
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'unsupported'
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null
    track.stop()
  }
}
