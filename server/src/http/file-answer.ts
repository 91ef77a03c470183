import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** What a call with `answers: 'file'` gives: a download that is made while it is sent. */
export interface FileAnswer {
  name: string
  type: string
  parts: AsyncIterable<Uint8Array>
}

/** Sends the download as fast as it is taken; what goes wrong on the way cuts it off, so that nobody takes it for whole. */
export async function sendFile(response: Response, { name, type, parts }: FileAnswer): Promise<void> {
  response.type(type).set('Content-Disposition', `attachment; filename="${name}"`)
  await pipeline(Readable.from(parts), response)
}
