import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { CallInput } from '@stoa/contract'
import type { Forum } from './forum.ts'

/** A message that a browser has received. */
interface Received {
  browser: string
  headers: IncomingHttpHeaders
  /** The decrypted text. */
  text: string
}

/** A push service with browsers, on this machine. */
export async function startPushService(forum: Forum, address = '127.0.0.1') {
  const incoming: Received[] = []
  /** What `after` has returned last. */
  const received: Received[] = []
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  /** Responses other than 201, by browser. */
  const replies = new Map<string, { status: number; headers?: Record<string, string> }>()
  /** Browsers whose messages get no response until `release`. */
  const silent = new Map<string, ServerResponse[]>()
  let tries = 0
  const server = createServer((request, response) => void receive(request, response))

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const browser = (request.url ?? '').slice(1)
    const body = await buffer(request)
    tries += 1
    if (silent.has(browser)) return void silent.get(browser)?.push(response)
    const keys = browsers.get(browser)
    const reply = replies.get(browser) ?? { status: keys ? 201 : 404 }
    if (keys && reply.status === 201) {
      incoming.push({ browser, headers: request.headers, text: decrypted(body, keys) })
    }
    response.writeHead(reply.status, reply.headers).end()
  }

  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const origin = `http://${address}:${(server.address() as AddressInfo).port}`
  await forum.stoa.app.services.partnerOrigins.register(forum.communityId, origin)
  let next = 0

  /** A subscription of a new browser. */
  function newBrowser(name = `browser-${(next += 1)}`): CallInput<'pushSubscribe'>['subscription'] {
    const ecdh = createECDH('prime256v1')
    const auth = randomBytes(16)
    const p256dh = ecdh.generateKeys('base64url')
    browsers.set(name, { ecdh, auth })
    return { endpoint: `${origin}/${name}`, keys: { p256dh, auth: auth.toString('base64url') } }
  }

  return {
    origin,
    received,
    replies,
    newBrowser,
    /** Doesn't respond to a browser's messages. Returns the function that counts them, and the one that ends this. */
    hang(browser: string): { waiting(): number; release(): void } {
      silent.set(browser, [])
      return {
        waiting: () => silent.get(browser)?.length ?? 0,
        release() {
          for (const response of silent.get(browser) ?? []) response.writeHead(503).end()
          silent.delete(browser)
        },
      }
    },
    tries: () => tries,
    async subscribe({ token }: { token: string }, name?: string, headers: Record<string, string> = {}) {
      const subscription = newBrowser(name)
      const response = await forum.stoa.call('pushSubscribe', { subscription }, { token, headers })
      if (response.status !== 200) throw new Error(`subscribing returned ${response.body.code}`)
      return {
        ...subscription,
        browser: subscription.endpoint.slice(origin.length + 1),
        devices: response.body.payload.devices,
      }
    },
    /** What browsers have received since the last call, when everything due after a time is sent. */
    async after(milliseconds: number): Promise<(Pick<Received, 'browser'> & { v: number; tag: string; do: string })[]> {
      const { app, clock } = forum.stoa
      await app.background.settled()
      clock.advance(milliseconds)
      // A job enqueues those that send.
      for (let round = 0; round < 3; round += 1) {
        await app.jobs.drain()
        await app.background.settled()
      }
      received.splice(0, received.length, ...incoming.splice(0))
      return received.map(({ browser, text }) => ({ browser, ...JSON.parse(text) }))
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Decrypts a body with one record of `aes128gcm` (RFC 8188, RFC 8291). */
function decrypted(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const encrypted = body.subarray(21 + keyLength)
  const derive = (secret: Buffer, about: { salt: Buffer; info: Buffer | string; length: number }) =>
    Buffer.from(hkdfSync('sha256', secret, about.salt, about.info, about.length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = derive(ecdh.computeSecret(senderKey), { salt: auth, info, length: 32 })
  const key = derive(secret, { salt, info: 'Content-Encoding: aes128gcm\0', length: 16 })
  const nonce = derive(secret, { salt, info: 'Content-Encoding: nonce\0', length: 12 })
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(encrypted.subarray(-16))
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  return padded.toString('utf8', 0, end)
}
