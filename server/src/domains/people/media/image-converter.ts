import { type ChildProcess, fork } from 'node:child_process'
import { type ErrorCode, errors } from '@stoa/contract'
import { DomainError } from '../../../platform/domain-error.ts'
import { createConcurrencyLimit } from '../../../platform/jobs/background.ts'
import type { ProbedVideo } from './video-converter.ts'

/** The program is loaded from its file next to this one. */
const PROGRAM = new URL('./image-process.js', import.meta.url)
/** Idle time after which the process ends. */
const IDLE_MS = 20_000
/** JavaScript heap, in MB. Pixels are stored outside it. */
const HEAP_MB = 256
const TIMEOUT_MS = 90_000

export interface ImageLimits {
  bytes: number
  /** Limit per picture or frame. */
  pixels: number
  /** Limit for all frames together. */
  animationPixels: number
  frames: number
}

export interface ImageWork {
  path: string
  /** An empty output folder. */
  folder: string
  limits: ImageLimits
  /** Widths of smaller versions; those larger than the picture are skipped. */
  widths: readonly number[]
  /** Maximum size of the whole picture. */
  most: { width: number; height: number; animationWidth: number }
}

export interface ConvertedImage {
  width: number
  height: number
  /** Such as `#aabbcc`. */
  placeholder: string
  sizes: { width: number; height: number; avif: boolean }[]
  /** File names in the folder. */
  files: string[]
}

/** A file's content. */
export interface Inspected {
  /** Media type; empty if unknown. */
  type: string
  /** Of a picture: pixels of all frames; otherwise 0. */
  pixels: number
}

/**
 * Reads and processes uploaded files in a separate process, one at a time. Refusals are DomainErrors; other errors, such
 * as the death of the process, are no fault of the file.
 */
export interface ImageConverter {
  /** Reads a file's header. Refuses pictures beyond the limits. */
  inspect(path: string, limits: ImageLimits): Promise<Inspected>
  /** Reads size and duration of a video or recording; null if unreadable. */
  measure(path: string): Promise<ProbedVideo | null>
  makeImage(work: ImageWork): Promise<ConvertedImage>
}

type Reply = { result: unknown } | { code: string; message: string }

/** `timeoutMs`: per file. Default 90 s. */
export function createImageConverter({ timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): ImageConverter {
  const inTurn = createConcurrencyLimit({ runningMax: 1 })
  let idle: { child: ChildProcess; timer: NodeJS.Timeout } | null = null

  function take(): ChildProcess {
    if (idle?.child.connected) {
      clearTimeout(idle.timer)
      const { child } = idle
      idle = null
      return child
    }
    idle = null
    return fork(PROGRAM, {
      // The server's environment holds secrets, so the process gets none of it.
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  }

  function release(child: ChildProcess): void {
    // The child doesn't keep the server running.
    child.unref()
    child.channel?.unref()
    const timer = setTimeout(() => child.kill('SIGKILL'), IDLE_MS)
    timer.unref()
    idle = { child, timer }
  }

  function ask(child: ChildProcess, message: object): Promise<Reply> {
    return new Promise((resolve, reject) => {
      let isTooSlow = false
      const end = (reply: Reply) => {
        clearTimeout(timer)
        child.off('message', end).off('exit', died).off('error', reject)
        resolve(reply)
      }
      // It may have been killed for want of memory, so the work is tried again. A file that takes too long isn't.
      const died = () => end({ code: isTooSlow ? 'MEDIA_FAILED' : '', message: 'The picture process ended.' })
      const timer = setTimeout(() => {
        isTooSlow = true
        child.kill('SIGKILL')
      }, timeoutMs)
      child.on('message', end).once('exit', died).once('error', reject)
      child.ref()
      child.channel?.ref()
      child.send(message)
    })
  }

  const work = <Result>(name: string, about: object): Promise<Result> =>
    inTurn(async () => {
      const child = take()
      const reply = await ask(child, { work: name, about })
      if (child.connected) release(child)
      if ('result' in reply) return reply.result as Result
      if (reply.code in errors) throw new DomainError(reply.code as ErrorCode, undefined, { cause: reply.message })
      throw new Error(reply.message)
    })

  return {
    inspect: (path, limits) => work('inspect', { path, limits }),
    measure: (path) => work('measure', { path }),
    makeImage: (about) => work('makeImage', about),
  }
}
