import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { type Attack, tryAll } from '../../support/attack.ts'
import { member, post } from '../../support/member.ts'
import { startStoa } from '../../support/server-process.ts'

type Json = Record<string, unknown>

interface Forged {
  what: string
  token: string
}

const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString()) as Json

/** Access tokens that weren't signed by the server or are for something else, over HTTP and over live connections. */
export async function attackAccessTokens(): Promise<Attack[]> {
  const server = await startStoa({ LOG_LEVEL: 'fatal' })
  const { accessToken } = await member(server.url, { username: 'token_owner' })
  const all = forgeries(accessToken)
  if (!(await isTaken(server.url, accessToken))) throw new Error('the valid token is rejected')
  const overHttp = await tryAll('forged access tokens over HTTP', all, async ({ what, token }) =>
    (await isTaken(server.url, token)) ? what : null,
  )
  const received = await receivingConnections(server.url, {
    owner: accessToken,
    tokens: [accessToken, ...all.map(({ token }) => token)],
  })
  if (!received[0]) throw new Error('the valid token receives no events')
  const overSockets = await tryAll('forged access tokens over the live connection', all, async (forged) =>
    received[all.indexOf(forged) + 1] ? forged.what : null,
  )
  await server.stop()
  return [overHttp, overSockets]
}

async function isTaken(url: string, token: string): Promise<boolean> {
  const response = await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  return response.ok
}

/** Returns the connections that receive an event meant for the owner only. */
async function receivingConnections(
  url: string,
  { owner, tokens }: { owner: string; tokens: string[] },
): Promise<boolean[]> {
  const received = tokens.map(() => false)
  const sockets = await Promise.all(
    tokens.map(async (token, index) => {
      const socket = io(url, { auth: { token, visitorId: `attacker ${index}` }, transports: ['websocket'] })
      socket.on('viewer.changed', () => (received[index] = true))
      await new Promise((resolve) => socket.on('connect', () => resolve(null)))
      socket.emit('watch', { communities: ['FORUM'] })
      return socket
    }),
  )
  const everybody = (count: number) => Promise.all(sockets.map((socket) => news(socket, count)))
  // Events arrive in order: a connection that received the second change has received the first.
  const twice = everybody(2)
  for (const join of [true, false])
    await post(url, 'communityJoin', { input: { tokenName: 'FORUM', join }, token: owner })
  await twice
  for (const socket of sockets) socket.disconnect()
  return received
}

function news(socket: Socket, count: number): Promise<void> {
  let remaining = count
  return new Promise((resolve) => {
    socket.on('community.changed', () => {
      remaining -= 1
      if (remaining === 0) resolve()
    })
  })
}

/** The token with changed parts, other algorithms and other keys. */
function forgeries(good: string): Forged[] {
  const [first, second, signature = ''] = good.split('.')
  const header = read(first)
  const claims = read(second)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signed = (head: Json, body: Json) => signWith(privateKey, head, body)
  const hmac = (head: Json, key: string | Buffer) => {
    const text = `${part(head)}.${part(claims)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  const now = Math.floor(Date.now() / 1000)
  const changes: [string, Json][] = [
    ['somebody else', { sub: 'A'.repeat(20) }],
    ['another session', { sid: 'A'.repeat(20) }],
    ['another site', { site: 'https://evil.example' }],
    ['another issuer', { iss: 'evil' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'other-api' }],
    ['no audience', { aud: undefined }],
    ['expired', { exp: now - 60 }],
    ['no expiry', { exp: undefined }],
    ['expiry in the far future', { exp: now + 1e9 }],
    ['not valid yet', { nbf: now + 3600 }],
    ['text instead of numbers', { exp: 'never' }],
  ]
  const heads: [string, Json][] = [
    ['type JWT', { ...header, typ: 'JWT' }],
    ['no type', { ...header, typ: undefined }],
    ['kid traversal', { ...header, kid: '../../../../dev/null' }],
    ['kid SQL', { ...header, kid: "x' or '1'='1" }],
    ['jku', { ...header, jku: 'http://127.0.0.1:9/keys.json' }],
    ['x5u', { ...header, x5u: 'http://127.0.0.1:9/chain.pem' }],
    ["attacker's jwk", { ...header, jwk: publicKey.export({ format: 'jwk' }) }],
    ['critical', { ...header, crit: ['b64'], b64: false }],
  ]
  const none = ['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg): Forged[] => [
    { what: `alg ${alg || 'empty'} without a signature`, token: `${part({ ...header, alg })}.${second}.` },
    {
      what: `alg ${alg || 'empty'} with the original signature`,
      token: `${part({ ...header, alg })}.${second}.${signature}`,
    },
  ])
  const confused = ['HS256', 'HS384', 'HS512', 'RS256', 'ES256', 'PS256'].flatMap((alg): Forged[] => [
    { what: `alg ${alg} with an empty key`, token: hmac({ ...header, alg }, '') },
    { what: `alg ${alg} with a public key`, token: hmac({ ...header, alg }, pem) },
    { what: `alg ${alg} with the issuer's name as key`, token: hmac({ ...header, alg }, 'stoa') },
  ])
  return [
    ...none,
    ...confused,
    ...changes.map(([what, change]) => ({
      what: `${what}, original signature`,
      token: `${first}.${part({ ...claims, ...change })}.${signature}`,
    })),
    ...changes.map(([what, change]) => ({
      what: `${what}, attacker's key`,
      token: signed(header, { ...claims, ...change }),
    })),
    ...heads.map(([what, head]) => ({ what: `${what}, attacker's key`, token: signed(head, claims) })),
    { what: "attacker's key", token: signed(header, claims) },
    { what: 'no signature', token: `${first}.${second}.` },
    { what: 'two parts', token: `${first}.${second}` },
    { what: 'five parts', token: `${good}..` },
    {
      what: 'a flipped bit',
      token: `${first}.${second}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    },
    { what: 'nothing', token: '..' },
  ]
}

function signWith(key: KeyObject, head: Json, body: Json): string {
  const text = `${part(head)}.${part(body)}`
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}
