import { ConfigError } from './config.ts'

/** Why the server did not start, in words for whoever started it; what nobody expected comes with its stack. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use on ${address}. Stop what uses it, or set PORT to another one.`
  if (code === 'EADDRNOTAVAIL') return `HOST: ${address} is no address of this machine.`
  return String(error.stack)
}
