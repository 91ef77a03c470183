import { type Logger, pino } from 'pino'

export type { Logger }

/** Structured log lines on standard output, without personal data: no bodies, addresses or names. Level null: `info`. */
export function createLogger(level: string | null, destination?: { write(line: string): void }): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime
  const options = { level: level ?? 'info', base: null, timestamp, serializers: { err: serializeError } }
  return destination ? pino(options, destination) : pino(options)
}

/** An error's location and kind. Database messages contain the statement's values, so they are omitted. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack = '' } = error
  const code = 'code' in error ? String(error.code) : undefined
  const isOfDatabase = code !== undefined && /^(SQLITE|ER)_/.test(code)
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return { type: name, code, ...(isOfDatabase ? {} : { message }), stack: frames.map((line) => line.trim()) }
}
