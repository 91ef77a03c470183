import { type ChildProcess, fork } from 'node:child_process'
import { type ErrorCode, errors } from '@stoa/contract'
import { DomainError } from '../../platform/domain-error.ts'
import { createConcurrencyLimit } from '../../platform/jobs/background.ts'

/** Loaded by its name, beside this one. */
const PROGRAM = new URL('./image-process.js', import.meta.url)
/** The process ends when it has had nothing to do for so long. */
const IDLE_MS = 20_000
/** Memory of JavaScript, in MB: pixels are elsewhere. */
const HEAP_MB = 256
const TIMEOUT_MS = 90_000

export interface ImageLimits {
  bytes: number
  /** Of one picture, or of one frame. */
  pixels: number
  /** Of all frames together. */
  animationPixels: number
  frames: number
}

export interface ImageWork {
  path: string
  /** Where files are put; it is empty. */
  folder: string
  limits: ImageLimits
  /** Of smaller versions; larger ones than the picture are left out. */
  widths: readonly number[]
  /** The whole is made to fit into this. */
  most: { width: number; height: number; animationWidth: number }
}

export interface MadeImage {
  width: number
  height: number
  /** Such as `#aabbcc`. */
  placeholder: string
  sizes: { width: number; height: number; avif: boolean }[]
  /** Names in the folder. */
  files: string[]
}

/** Reads what people have sent in a process of its own, one file at a time. Refusals are DomainErrors. */
export interface ImageMaker {
  /** The media type of a file by its content; empty: unknown. */
  inspect(path: string): Promise<string>
  makeImage(work: ImageWork): Promise<MadeImage>
}

type Reply = { result: unknown } | { code: string; message: string }

/** `timeoutMs`: for one file. Default 90 s. */
export function createImageMaker({ timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): ImageMaker {
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
      // It sees nothing of the server's environment, which holds secrets.
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  }

  function giveBack(child: ChildProcess): void {
    // It keeps nobody from stopping.
    child.unref()
    child.channel?.unref()
    const timer = setTimeout(() => child.kill('SIGKILL'), IDLE_MS)
    timer.unref()
    idle = { child, timer }
  }

  function ask(child: ChildProcess, message: object): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const end = (reply: Reply) => {
        clearTimeout(timer)
        child.off('message', end).off('exit', died).off('error', reject)
        resolve(reply)
      }
      // Too much work or memory, or a fault in a decoder: the file is to blame.
      const died = () => end({ code: 'MEDIA_DAMAGED', message: 'The process ended.' })
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
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
      if (child.connected) giveBack(child)
      if ('result' in reply) return reply.result as Result
      if (reply.code in errors) throw new DomainError(reply.code as ErrorCode, undefined, { cause: reply.message })
      throw new Error(reply.message)
    })

  return {
    inspect: (path) => work('inspect', { path }),
    makeImage: (about) => work('makeImage', about),
  }
}
