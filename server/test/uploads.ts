import { type Media, UPLOADS_PATH } from '@stoa/contract'
import sharp from 'sharp'
import type { TestApp } from './harness.ts'

/** A file on a person's device. */
export interface TestFile {
  filename: string
  filetype: string
  bytes: Buffer
}

export interface TusResponse {
  status: number
  headers: Headers
  code: string | undefined
  message: string
}

type Running = Pick<TestApp, 'url'>
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A request of the tus protocol. */
export async function tus(
  { url }: Running,
  about: { method: string; path: string; token?: string; headers?: Record<string, string>; body?: Buffer },
): Promise<TusResponse> {
  const { method, path, token, headers = {}, body } = about
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      'Tus-Resumable': '1.0.0',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/offset+octet-stream' } : {}),
      ...headers,
    },
    ...(body ? { body: new Uint8Array(body) } : {}),
  })
  const text = await response.text()
  const refusal = text.startsWith('{') ? (JSON.parse(text) as { code: string; message: string }) : null
  return { status: response.status, headers: response.headers, code: refusal?.code, message: refusal?.message ?? text }
}

/** Announces a file to upload. */
export function announce(
  running: Running,
  token: string,
  about: { filename?: string; filetype?: string; purpose?: string; bytes: number; captionsFor?: string },
): Promise<TusResponse> {
  const { filename = 'picture.png', filetype = 'image/png', purpose = 'post', bytes, captionsFor } = about
  const fields = { filename, filetype, purpose, ...(captionsFor ? { captionsFor } : {}) }
  const metadata = Object.entries(fields).map(([name, value]) => `${name} ${base64(value)}`)
  const headers = { 'Upload-Length': String(bytes), 'Upload-Metadata': metadata.join(',') }
  return tus(running, { method: 'POST', path: UPLOADS_PATH, token, headers })
}

/** Announces a file that is accepted; returns the id of its upload. */
export async function announced(running: Running, token: string, bytes = 100): Promise<string> {
  const { status, headers, message } = await announce(running, token, { bytes })
  if (status !== 201) throw new Error(`${status}: ${message}`)
  return idOf(headers)
}

export function idOf(headers: Headers): string {
  return headers.get('location')?.split('/').at(-1) ?? ''
}

export function sendPart(
  running: Running,
  token: string,
  about: { id: string; offset: number; body: Buffer },
): Promise<TusResponse> {
  const { id, offset, body } = about
  const headers = { 'Upload-Offset': String(offset) }
  return tus(running, { method: 'PATCH', path: `${UPLOADS_PATH}/${id}`, token, headers, body })
}

/** Uploads a file and processes it; returns the result. */
export async function upload(
  stoa: TestApp,
  token: string,
  file: Partial<TestFile> & { bytes: Buffer; purpose?: string; captionsFor?: string },
): Promise<Media> {
  const { bytes, ...about } = file
  const begun = await announce(stoa, token, { ...about, bytes: bytes.length })
  if (begun.status !== 201) throw new Error(`${begun.status}: ${begun.message}`)
  const id = idOf(begun.headers)
  const partResponse = await sendPart(stoa, token, { id, offset: 0, body: bytes })
  if (partResponse.status !== 204) throw new Error(`${partResponse.status}: ${partResponse.message}`)
  await stoa.app.jobs.drain()
  return (await stoa.call('mediaGet', { mediaId: id }, { token })).body.payload.media
}

/** A picture with some noise, so that it doesn't compress to nothing. */
export function picture({ width = 64, height = 48 } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
  return sharp({ create: { width, height, channels: 3, background: '#c08040', noise } })
    .png()
    .toBuffer()
}
