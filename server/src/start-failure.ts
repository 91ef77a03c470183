import { ConfigError } from './config.ts'

/** An error of the system, MySQL or SQLite. */
type Failure = NodeJS.ErrnoException & { port?: number; address?: string }

/** Explains to the operator why the server didn't start. Unexpected errors come with their stack. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  return ofListening(error) ?? ofDatabase(error) ?? ofFiles(error) ?? String(error.stack)
}

function ofListening({ code, syscall, port, address }: Failure): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use on ${address}. Stop what uses it, or set another one: PORT, or STOA_METRICS_PORT for the figures.`
  if (code === 'EADDRNOTAVAIL') return `HOST: ${address} is no address of this machine.`
  if (code === 'EACCES' && syscall === 'listen')
    return `PORT: ${port} is kept for the system's own services. Set PORT to 1024 or more.`
  return null
}

const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|PROTOCOL_CONNECTION_LOST)$/

function ofDatabase({ code = '', message }: Failure): string | null {
  if (UNREACHABLE.test(code))
    return `The database is not reached: ${message}. Start it, or set DATABASE_URL to where it is.`
  if (/^ER_.*ACCESS_DENIED/.test(code))
    return `The database does not let the server in: ${message}. Set user and password in DATABASE_URL, or give the user all rights to the database.`
  if (code === 'ER_BAD_DB_ERROR') return `${message}. Make it, or name another one in DATABASE_URL.`
  // The driver includes the path but has no error code for it.
  const unopened = /Unable to open connection to local database (.+): \d+/.exec(message)
  if (unopened) return `STOA_DATA: ${unopened[1]} can't be opened. ${WRITABLE}`
  if (code === 'SQLITE_READONLY') return `STOA_DATA: the database in it can't be written. ${WRITABLE}`
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
    return `STOA_DATA: stoa.sqlite in it is no database, or a damaged one (${message}). Put a backup in its place, or set STOA_DATA to another folder.`
  return null
}

const WRITABLE = 'Let the server’s user read and write it, or set STOA_DATA to another folder.'

function ofFiles({ code = '', path }: Failure): string | null {
  if (path === undefined) return null
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `STOA_DATA: ${path} is no folder. Move what is there away, or set STOA_DATA to another folder.`
  if (code === 'EISDIR') return `${path} is a folder, and should be a file. Move it away.`
  return /^(EACCES|EPERM|EROFS)$/.test(code) ? `${path} may not be used (${code}). ${WRITABLE}` : null
}
