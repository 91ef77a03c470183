import { type Logger, pino } from 'pino'

export type { Logger }

/** Structured log lines on standard output, without personal data: no bodies, no addresses, no names. */
export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: serializeError } }
  return destination ? pino(options, destination) : pino(options)
}

/** Where an error happened and of what kind it is. A database's message holds the values of the statement, so it is left out. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack = '' } = error
  const code = 'code' in error ? String(error.code) : undefined
  const isOfDatabase = code !== undefined && /^(SQLITE|ER)_/.test(code)
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return { type: name, code, ...(isOfDatabase ? {} : { message }), stack: frames.map((line) => line.trim()) }
}
