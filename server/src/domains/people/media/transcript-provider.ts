import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { CAPTIONS_MAX_BYTES } from '@stoa/contract'

/** A video or recording to transcribe. */
export interface TranscriptSource {
  body: Readable
  bytes: number
  /** The file's media type. */
  type: string
}

/** Transcribes videos and recordings. */
export interface TranscriptProvider {
  /** Returns captions as WebVTT. Errors are retried. */
  transcribe(film: TranscriptSource): Promise<Buffer>
}

const TIMEOUT_MS = 20 * 60_000

/**
 * A provider that accepts the file by POST and responds with WebVTT. The operator configures its address, so any is
 * allowed and credentials in it are sent. Redirects aren't followed, and the response size is limited.
 */
export function createHttpTranscripts(address: string): TranscriptProvider {
  const url = new URL(address)

  function post({ body, bytes, type }: TranscriptSource): Promise<http.IncomingMessage> {
    const { request } = url.protocol === 'https:' ? https : http
    const headers = { 'content-type': type, 'content-length': bytes, accept: 'text/vtt' }
    return new Promise((resolve, reject) => {
      const clientRequest = request(url, { method: 'POST', headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
      clientRequest.on('response', resolve)
      clientRequest.on('error', reject)
      body.on('error', (error) => clientRequest.destroy(error))
      body.pipe(clientRequest)
    })
  }

  return {
    async transcribe(film) {
      try {
        const response = await post(film)
        try {
          if (response.statusCode !== 200) throw new Error(`The transcript provider answers ${response.statusCode}.`)
          return await readBounded(response)
        } finally {
          response.destroy()
        }
      } finally {
        film.body.destroy()
      }
    },
  }
}

async function readBounded(response: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > CAPTIONS_MAX_BYTES) throw new Error('The transcript provider answers too much.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
