import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { openProbe, PROBE_HEADER, type SeenRequest, signProbe } from '../../http/proxy-probe.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const TIMEOUT_MS = 5000
/** An address and a host that a client may claim, and that nobody has (RFC 5737, RFC 2606). */
const CLAIM = { 'x-forwarded-for': '192.0.2.77', 'x-forwarded-host': 'claimed.invalid' }
const ADD_IT = 'nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'

/** Whether the server learns people's addresses through the proxy, and believes no client about them. */
export async function checkAddresses(config: Config): Promise<Finding> {
  const { url, port, trustedProxies } = config
  const plain = await seenBy(config)
  if (plain === null) {
    return warning(
      'proxy',
      'the server doesn’t say which address it takes for the client',
      'Start this version with the same STOA_SECRET, and let the proxy pass on all headers and /livez.',
    )
  }
  const nearest = shown(plain.nearest)
  if (plain.forwardedFor === null) {
    const { protocol, port: open } = new URL(url)
    if (protocol === 'http:' && Number(open || 80) === port)
      return ok('proxy', `no proxy is in front of the server at ${url}; it takes ${nearest} for this client`)
    const isBelieved = (await seenBy(config, CLAIM))?.client === CLAIM['x-forwarded-for']
    const found = `requests have no X-Forwarded-For: everybody shares the address ${nearest} and its limits${isBelieved ? ', and whoever sends the header themselves takes any address' : ''}`
    // Something terminates TLS, or is said to be there.
    if (protocol === 'https:' || trustedProxies.length > 0)
      return failed('proxy', found, `Let the proxy send it (${ADD_IT})${plain.isTrusted ? '' : trustIt(nearest)}.`)
    return warning('proxy', found, `If a proxy is in front, let it send it (${ADD_IT})${trustIt(nearest)}.`)
  }
  return problemOf(plain, await seenBy(config, CLAIM)) ?? allRight(url, plain)
}

function problemOf(plain: SeenRequest, claimed: SeenRequest | null): Finding | null {
  const [nearest, client] = [shown(plain.nearest), shown(plain.client)]
  if (!plain.isTrusted) {
    return failed(
      'proxy',
      `STOA_TRUSTED_PROXIES doesn’t name ${nearest}, which sends X-Forwarded-For: everybody behind it shares its address and limits`,
      `If that is your proxy, set it to ${nearest}${/^(127\.|::1$)/.test(nearest) ? ', or to loopback' : ''}, and restart the server.`,
    )
  }
  if (partsOf(claimed?.forwardedFor).at(-1) === CLAIM['x-forwarded-for']) {
    return failed(
      'proxy',
      'the proxy passes on X-Forwarded-For as clients send it: anybody can take any address',
      `Let it add the client’s address (${ADD_IT}), or replace the header.`,
    )
  }
  const [first = ''] = partsOf(plain.forwardedFor)
  if (shown(first) !== client) {
    return failed(
      'proxy',
      `${client} is taken for the client, but is a proxy in front of ${nearest}: everybody behind it shares its address and limits`,
      `Add it to STOA_TRUSTED_PROXIES, with the other addresses of that proxy, and restart the server.`,
    )
  }
  if (!plain.setsHost) return null
  if (partsOf(claimed?.forwardedHost)[0] === CLAIM['x-forwarded-host']) {
    return failed(
      'proxy',
      `X-Forwarded-Host of ${nearest} is trusted, which passes it on as clients send it: they choose the domain`,
      'Let the proxy set it itself on each request, or remove the proxy from STOA_FORWARDED_HOST_PROXIES.',
    )
  }
  if (plain.forwardedHost !== null) return null
  return warning(
    'proxy',
    `X-Forwarded-Host of ${nearest} is trusted, but it sends none`,
    'Let the proxy set it itself on each request, or remove the proxy from STOA_FORWARDED_HOST_PROXIES.',
  )
}

function allRight(url: string, { nearest, client, setsHost }: SeenRequest): Finding {
  const ofHost = setsHost ? 'X-Forwarded-Host, too' : 'not X-Forwarded-Host'
  return ok(
    'proxy',
    `host and web sockets reach the server at ${url}; it takes ${shown(client)} for this client, trusting X-Forwarded-For of ${shown(nearest)}, ${ofHost}, and never X-Forwarded-Proto`,
  )
}

/** How the server sees a request to its public address; null: it doesn't say. */
async function seenBy({ url, secret }: Config, claims: Record<string, string> = {}): Promise<SeenRequest | null> {
  try {
    const response = await fetch(`${url}/livez`, {
      headers: { ...claims, [PROBE_HEADER]: signProbe(secret, Date.now()) },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { seen } = (await response.json()) as { seen?: unknown }
    return openProbe(secret, seen)
  } catch {
    return null
  }
}

const partsOf = (header: string | null | undefined) => (header ?? '').split(',').map((part) => part.trim())

/** IPv4 addresses also come as `::ffff:127.0.0.1`. */
function shown(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  return isIP(plain) ? plain : address
}

const trustIt = (nearest: string) => `, and set STOA_TRUSTED_PROXIES to ${nearest}`
