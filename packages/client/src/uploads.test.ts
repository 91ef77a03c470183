import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { IMAGE_MAX_BYTES, PROFILE_IMAGE_MAX_BYTES, RESPONSE_MAX_MS, VIDEO_MAX_MS } from '@stoa/contract'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createUploads } from './uploads.ts'

// The browser build.
vi.mock('tus-js-client', () => import('tus-js-client/lib.esm/browser/index.js' as string))

/** A server that stores one upload. */
interface FakeServer {
  origin: string
  received: Buffer
  requests: string[]
  tokens: Set<string>
  /** Fails this many pieces after their first half has arrived. */
  cutOff: number
  /** Responds to every creation with this error. */
  refusal: { status: number; code: string } | null
  /** The file's states in order; the last one stays. */
  states: { status: string; error?: string }[]
  expireToken: boolean
}

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const PATH = '/api/media/uploads'
const ID = 'a'.repeat(20)

async function startServer(): Promise<FakeServer> {
  const state: FakeServer = {
    origin: '',
    received: Buffer.alloc(0),
    requests: [],
    tokens: new Set(),
    cutOff: 0,
    refusal: null,
    states: [{ status: 'ready' }],
    expireToken: false,
  }
  let length = 0

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader(
      'Access-Control-Allow-Headers',
      '*, authorization, tus-resumable, upload-length, upload-offset, upload-metadata, content-type, idempotency-key',
    )
    response.setHeader('Access-Control-Allow-Methods', 'POST, HEAD, PATCH, DELETE, GET')
    response.setHeader('Access-Control-Expose-Headers', 'Location, Upload-Offset, Upload-Length, Tus-Resumable')
    response.setHeader('Tus-Resumable', '1.0.0')
    const fail = (status: number, code: string) =>
      response.writeHead(status).end(JSON.stringify({ status: 'error', code, message: code, requestId: '' }))
    if (method === 'OPTIONS') return void response.writeHead(204).end()
    state.requests.push(`${method} ${url}`)
    state.tokens.add(headers.authorization ?? '')
    if (state.expireToken) {
      state.expireToken = false
      return void fail(401, 'TOKEN_EXPIRED')
    }
    if (url === PATH) {
      if (state.refusal) return void fail(state.refusal.status, state.refusal.code)
      length = Number(headers['upload-length'])
      return void response.writeHead(201, { Location: `${PATH}/${ID}` }).end()
    }
    if (method === 'HEAD') {
      const about = { 'Upload-Offset': String(state.received.length), 'Upload-Length': String(length) }
      return void response.writeHead(200, about).end()
    }
    if (method === 'DELETE' || url === '/api/media/delete') {
      return void response.writeHead(method === 'DELETE' ? 204 : 200).end()
    }
    if (method === 'GET') {
      const now = state.states.length > 1 ? state.states.shift() : state.states[0]
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status: 'success', payload: { media: { id: ID, error: null, ...now } } }))
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const piece = Buffer.concat(parts)
    if (Number(headers['upload-offset']) !== state.received.length) return void fail(409, 'UPLOAD_CONFLICT')
    if (state.cutOff > 0) {
      state.cutOff -= 1
      state.received = Buffer.concat([state.received, piece.subarray(0, piece.length / 2)])
      return void response.destroy()
    }
    state.received = Buffer.concat([state.received, piece])
    response.writeHead(204, { 'Upload-Offset': String(state.received.length) }).end()
  }

  server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

const tokens = () => {
  let number = 1
  return { getAccessToken: async () => `token-${number}`, refresh: async () => `token-${(number += 1)}` }
}
const uploadsTo = ({ origin }: FakeServer) => createUploads({ origin, session: tokens(), retryDelays: [1, 1, 1] })
const picture = (bytes: number) => new File([new Uint8Array(bytes).fill(7)], 'a.png', { type: 'image/png' })

test('uploads a file in pieces and waits until it is ready', async () => {
  const fake = await startServer()
  fake.states = [{ status: 'processing' }, { status: 'ready' }]
  const progress: string[] = []
  const media = await uploadsTo(fake).upload(picture(5_000_000), {
    purpose: 'post',
    onProgress: ({ phase, sentBytes, totalBytes }) => progress.push(`${phase} ${sentBytes === totalBytes}`),
  })
  expect(media).toMatchObject({ id: ID, status: 'ready' })
  expect(fake.received.length).toBe(5_000_000)
  expect(fake.requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(3)
  expect([...fake.tokens]).toEqual(['Bearer token-1'])
  expect(progress.at(-1)).toBe('processing true')
})

test('resumes an interrupted upload', async () => {
  const fake = await startServer()
  fake.cutOff = 2
  await uploadsTo(fake).upload(picture(100_000), { purpose: 'post' })
  expect(fake.received.equals(Buffer.alloc(100_000, 7))).toBe(true)
  expect(fake.requests.filter((request) => request.startsWith('HEAD'))).toHaveLength(2)
})

test('renews an expired token', async () => {
  const fake = await startServer()
  fake.expireToken = true
  await uploadsTo(fake).upload(picture(100), { purpose: 'post' })
  expect([...fake.tokens]).toEqual(['Bearer token-1', 'Bearer token-2'])
})

test('does not send what would be refused', async () => {
  const fake = await startServer()
  const { upload } = uploadsTo(fake)
  const svg = new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })
  await expect(upload(svg, { purpose: 'post' })).rejects.toMatchObject({ code: 'MEDIA_TYPE_UNSUPPORTED', status: 415 })
  await expect(upload(picture(IMAGE_MAX_BYTES + 1), { purpose: 'post' })).rejects.toMatchObject({
    code: 'MEDIA_TOO_LARGE',
  })
  const avatar = picture(PROFILE_IMAGE_MAX_BYTES + 1)
  await expect(upload(avatar, { purpose: 'avatar' })).rejects.toMatchObject({ code: 'MEDIA_TOO_LARGE' })
  expect(fake.requests).toEqual([])
})

test('does not send a video or recording that is too long', async () => {
  const fake = await startServer()
  const { upload } = uploadsTo(fake)
  Object.assign(URL, { createObjectURL: () => 'blob:film', revokeObjectURL: () => {} })
  let seconds = 0
  const duration = vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockImplementation(() => seconds)
  const src = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')))
  })
  onTestFinished(() => {
    for (const spy of [duration, src]) spy.mockRestore()
    Reflect.deleteProperty(URL, 'createObjectURL')
    Reflect.deleteProperty(URL, 'revokeObjectURL')
  })
  const film = new File(['film'], 'film.mp4', { type: 'video/mp4' })
  const sound = new File(['sound'], 'sound.mp3', { type: 'audio/mpeg' })
  const tooLong = { code: 'MEDIA_TOO_LONG', status: 422 }
  seconds = VIDEO_MAX_MS / 1000
  await expect(upload(film, { purpose: 'post' })).rejects.toMatchObject(tooLong)
  seconds = RESPONSE_MAX_MS / 1000
  await expect(upload(sound, { purpose: 'response' })).rejects.toMatchObject(tooLong)
  expect(fake.requests).toEqual([])
  seconds -= 1
  await upload(sound, { purpose: 'response' })
  fake.received = Buffer.alloc(0)
  seconds = Number.POSITIVE_INFINITY
  await upload(film, { purpose: 'post' })
})

test('passes on the server’s codes', async () => {
  const fake = await startServer()
  const { upload } = uploadsTo(fake)
  fake.refusal = { status: 429, code: 'MEDIA_QUOTA' }
  await expect(upload(picture(10), { purpose: 'post' })).rejects.toMatchObject({ code: 'MEDIA_QUOTA', status: 429 })
  fake.refusal = null
  fake.states = [{ status: 'failed', error: 'MEDIA_DAMAGED' }]
  await expect(upload(picture(10), { purpose: 'post' })).rejects.toMatchObject({ code: 'MEDIA_DAMAGED' })
})

test('removes an aborted upload', async () => {
  const fake = await startServer()
  const { upload } = uploadsTo(fake)
  const firstController = new AbortController()
  const first = upload(picture(5_000_000), {
    purpose: 'post',
    signal: firstController.signal,
    onProgress: () => firstController.abort(),
  })
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
  await expect.poll(() => fake.requests.at(-1)).toBe(`DELETE ${PATH}/${ID}`)
  fake.received = Buffer.alloc(0)
  fake.states = [{ status: 'processing' }]
  const secondController = new AbortController()
  const second = upload(picture(10), {
    purpose: 'post',
    signal: secondController.signal,
    onProgress: ({ phase }) => phase === 'processing' && setTimeout(() => secondController.abort(), 20),
  })
  await expect(second).rejects.toMatchObject({ code: 'ABORTED' })
  await expect.poll(() => fake.requests.at(-1)).toBe('POST /api/media/delete')
})

test('reports a lasting network failure', async () => {
  const { upload } = createUploads({ origin: 'http://127.0.0.1:1', session: tokens(), retryDelays: [1] })
  await expect(upload(picture(10), { purpose: 'post' })).rejects.toMatchObject({ code: 'NETWORK' })
})
