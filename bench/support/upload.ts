import { setTimeout as sleep } from 'node:timers/promises'
import { UPLOADS_PATH } from '@stoa/contract'

/** Chunk size that browsers use for large files. */
const PIECE_BYTES = 2 * 1024 * 1024
/** Between polls, as `@stoa/client` does. */
const FIRST_LOOK_MS = 250
const LONGEST_LOOK_MS = 3000

export interface Sent {
  bytes: Buffer
  filename: string
  filetype: string
}

/** Uploads a file by the tus protocol and waits until it is ready, or rejected after processing. */
export async function upload(url: string, token: string, { bytes, filename, filetype }: Sent): Promise<void> {
  const headers = { 'Tus-Resumable': '1.0.0', authorization: `Bearer ${token}` }
  const metadata = Object.entries({ filename, filetype, purpose: 'post' })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const begun = await fetch(url + UPLOADS_PATH, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': String(bytes.length), 'Upload-Metadata': metadata },
  })
  const location = begun.headers.get('location')
  if (location === null) throw new Error(`the upload was rejected: ${begun.status} ${await begun.text()}`)
  const address = new URL(location, url)
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    const piece = await fetch(address, {
      method: 'PATCH',
      headers: {
        ...headers,
        'Upload-Offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(bytes.subarray(offset, offset + PIECE_BYTES)),
    })
    if (piece.status !== 204) throw new Error(`${filename} at ${offset}: ${piece.status} ${await piece.text()}`)
  }
  const id = address.pathname.split('/').at(-1) ?? ''
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(wait * 1.5, LONGEST_LOOK_MS)) {
    await sleep(wait)
    const response = await fetch(`${url}/api/media/${id}`, { headers })
    const { payload } = (await response.json()) as { payload?: { media: { status: string } } }
    if (payload?.media.status === 'ready' || payload?.media.status === 'failed') return
  }
}
