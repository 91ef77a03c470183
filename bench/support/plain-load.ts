import { connect, type Socket } from 'node:net'
import type { LoadResult } from './load.ts'

/** A request without its connection headers. */
export interface PlainRequest {
  headers: Record<string, string>
  body: string
}

const HEAD_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d+)/i

/**
 * Sends requests to one address over several connections, one at a time on each. The load generator shares processors
 * with what it measures, so it's cheap: it writes requests as text and reads only status and length of responses.
 */
export async function plainLoad(about: {
  url: string
  connections: number
  seconds: number
  /** Creates each POST request. Default: sends GET. */
  request?(): PlainRequest
}): Promise<LoadResult & { count: number }> {
  const { url, connections, seconds, request } = about
  const { hostname, port, pathname, search } = new URL(url)
  const first = `${request ? 'POST' : 'GET'} ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n`
  const text = () => {
    const { headers, body } = request?.() ?? { headers: {}, body: '' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return `${first}${lines.join('')}Content-Length: ${Buffer.byteLength(body)}${HEAD_END}${body}`
  }
  const times: number[] = []
  let failed = 0
  const start = performance.now()
  const until = start + seconds * 1000
  const worker = async () => {
    const socket = await openSocket(hostname, Number(port))
    try {
      while (performance.now() < until) {
        const startTime = performance.now()
        const status = await exchange(socket, text())
        if (status >= 200 && status < 300) times.push(performance.now() - startTime)
        else failed += 1
      }
    } catch {
      failed += 1
    } finally {
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const took = (performance.now() - start) / 1000
  times.sort((left, right) => left - right)
  const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return { count: times.length, perSecond: times.length / took, p50: share(0.5), p99: share(0.99), failed }
}

function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends a request; resolves with the status once the whole response has arrived. */
function exchange(socket: Socket, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let response = ''
    const end = (settle: () => void) => {
      socket.removeAllListeners('data').removeAllListeners('close')
      settle()
    }
    socket.on('close', () => end(() => reject(new Error('the connection was closed'))))
    socket.on('data', (part: Buffer) => {
      response += part.toString('latin1')
      const head = response.indexOf(HEAD_END)
      if (head < 0) return
      const length = LENGTH.exec(response.slice(0, head))?.[1]
      if (length === undefined) end(() => reject(new Error('the response has no Content-Length')))
      else if (response.length >= head + HEAD_END.length + Number(length))
        end(() => resolve(Number(response.slice(9, 12))))
    })
    socket.write(request)
  })
}
