import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The smallest pictures of their types; the PNG is one pixel. */
export const PICTURES = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ),
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  webp: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
  avif: Buffer.from('0000001c667479706176696600000000617669666d6966316d696166', 'hex'),
}

export type PictureSite = Awaited<ReturnType<typeof startPictureSite>>

/** A local site that responds to each path as set, and counts requests. */
export async function startPictureSite() {
  const handlers = new Map<string, (response: ServerResponse, request: IncomingMessage) => unknown>()
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requestedPaths.push(path)
    const handler = handlers.get(path)
    if (handler) handler(response, request)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** Requested paths, in order. */
    requestedPaths,
    /** Serves these bytes at a path, or calls a handler; returns its address. */
    show(path: string, content: Buffer | string | ((response: ServerResponse) => unknown), type = 'image/png'): string {
      handlers.set(path, (response) =>
        typeof content === 'function'
          ? content(response)
          : response.writeHead(200, { 'content-type': type }).end(content),
      )
      return origin + path
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
