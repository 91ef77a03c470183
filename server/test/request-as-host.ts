import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestApp } from './harness.ts'

/** The response, with its body parsed if it is JSON. */
export interface HostResponse {
  status: number
  headers: IncomingHttpHeaders
  body: { code?: string; payload?: unknown } & Record<string, unknown>
}

/** Sends a request with any Host header, which `fetch` doesn't allow. With `sent` it is a write. */
export function requestAsHost(
  stoa: TestApp,
  path: string,
  about: { headers: IncomingHttpHeaders; requestBody?: string },
): Promise<HostResponse> {
  const { headers, requestBody } = about
  return new Promise((resolve, reject) => {
    const options = { headers, method: requestBody === undefined ? 'GET' : 'POST' }
    const clientRequest = request(stoa.url + path, options, (response) => {
      const isJson = response.headers['content-type']?.includes('json') ?? false
      text(response).then((body) => {
        const { statusCode: status = 0, headers: responseHeaders } = response
        resolve({ status, headers: responseHeaders, body: isJson ? JSON.parse(body) : { html: body } })
      }, reject)
    })
    clientRequest.once('error', reject).end(requestBody)
  })
}
