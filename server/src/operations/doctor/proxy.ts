import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type Config, isLocal } from '../../config.ts'
import { checkAddresses } from './addresses.ts'
import { type Finding, failed, ok, skipped } from './finding.ts'
import { reach } from './reach.ts'

const TIMEOUT_MS = 5000
const MISDIRECTED = 421
const SWITCHING = 101

/** Whether what is in front of the server passes on the host, web sockets and people's addresses. */
export async function checkProxy(config: Config): Promise<Finding> {
  const { url } = config
  const { status, problem } = await reach(`${url}/config.json`)
  if (status === null) {
    if (isLocal(url)) return skipped('proxy', `the server doesn’t run: nothing answers at ${url}`)
    return failed('proxy', `nothing answers at ${url} (${problem})`, adviceOn(problem))
  }
  if (status === MISDIRECTED) {
    return failed(
      'proxy',
      'the server does not know the host that the proxy passes on',
      'Pass on the browser’s host (nginx: proxy_set_header Host $host;) and check STOA_URL.',
    )
  }
  if (status >= 500)
    return failed('proxy', `${url} answers ${status}`, 'Start the server, and let the proxy lead to HOST and PORT.')
  const upgraded = await upgradeOf(url)
  if (upgraded !== SWITCHING) {
    return failed(
      'proxy',
      `a web socket gets ${upgraded ?? 'no answer'} instead of ${SWITCHING}: pages aren’t live`,
      'Pass on Upgrade and Connection of /socket.io (docs/operating.md, “Behind a proxy”).',
    )
  }
  return checkAddresses(config)
}

/** Whether each domain's public address leads to a server. */
export async function checkOrigins(origins: readonly string[]): Promise<Finding> {
  const reached = await Promise.all(origins.map(async (origin) => ({ origin, ...(await reach(`${origin}/livez`)) })))
  const wrong = reached.filter(({ status }) => status !== 200)
  if (wrong.length === 0) return ok('origins', origins.join(', '))
  const isStopped = wrong.every(({ origin, status }) => isLocal(origin) && status === null)
  if (isStopped) return skipped('origins', `the server doesn’t run: nothing answers at ${origins.join(', ')}`)
  const texts = wrong.map(({ origin, status, problem }) => `${origin} (${status ?? problem})`)
  return failed('origins', `no Stoa answers at ${texts.join(', ')}`, adviceOn(wrong[0]?.problem ?? ''))
}

function adviceOn(problem: string): string {
  if (/ENOTFOUND|EAI_AGAIN/.test(problem))
    return 'Let the name’s DNS records lead to this machine, or correct the name.'
  if (/CERT|TLS|SSL|ALTNAME/.test(problem)) return 'Renew the certificate, with all names, in the proxy.'
  return 'Start the server and the proxy, and open the ports 80 and 443 in the firewall.'
}

/** Status of the response to a web socket's request; null: there is none. */
function upgradeOf(url: string): Promise<number | null> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const asked = send(`${url}/socket.io/?EIO=4&transport=websocket`, {
      timeout: TIMEOUT_MS,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin: url,
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('stoa doctor test').toString('base64'),
      },
    })
    const end = (status: number | null) => {
      asked.destroy()
      resolve(status)
    }
    asked.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      end(statusCode)
    })
    asked.on('response', ({ statusCode = 0 }) => end(statusCode))
    asked.on('timeout', () => end(null))
    asked.on('error', () => end(null))
    asked.end()
  })
}
