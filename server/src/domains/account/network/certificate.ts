import { connect } from 'node:tls'
import { MINUTE_MS } from '../../../platform/clock.ts'

export interface CertificateState {
  validUntil: number | null
  problem: string | null
}

const TIMEOUT_MS = 3000
const KEPT_MS = 10 * MINUTE_MS

/** Reads the certificate of the forum's public address, as browsers get it. Null: the address isn't https. */
export function createCertificateCheck({ url }: { url: string }) {
  const { protocol, hostname, port } = new URL(url)
  let kept: { at: number; state: Promise<CertificateState> } | null = null

  function read(): Promise<CertificateState> {
    return new Promise((resolve) => {
      const servername = hostname.replace(/^\[|\]$/g, '')
      // An invalid certificate is reported, not refused. Nothing is sent.
      const socket = connect({ host: servername, port: Number(port) || 443, servername, rejectUnauthorized: false })
      const end = (state: CertificateState) => {
        socket.destroy()
        resolve(state)
      }
      socket.setTimeout(TIMEOUT_MS, () => end({ validUntil: null, problem: 'ETIMEDOUT' }))
      socket.once('error', (error: NodeJS.ErrnoException) =>
        end({ validUntil: null, problem: error.code ?? 'UNREACHABLE' }),
      )
      socket.once('secureConnect', () => {
        const until = Date.parse(socket.getPeerCertificate().valid_to)
        const problem = socket.authorized ? null : String(socket.authorizationError)
        end({ validUntil: Number.isNaN(until) ? null : until, problem })
      })
    })
  }

  return (now: number): Promise<CertificateState> | null => {
    if (protocol !== 'https:') return null
    if (kept === null || now - kept.at > KEPT_MS) kept = { at: now, state: read() }
    return kept.state
  }
}
