import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * A forum on another port of this machine, whose build can change: then its first script has another name, and the
 * former name is missing.
 */
export async function startChangedBuild(forum: string) {
  let isChanged = false
  let entry = ''
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    const isFormer = isChanged && path === `/assets/${entry}`
    const asked = isChanged ? path.replace('changed-', '') : path
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    delete (headers as Record<string, unknown>)['if-none-match']
    const sent = request(forum + (isFormer ? '/assets/gone-00000000.js' : asked), { method: incoming.method, headers })
    sent.once('error', () => outgoing.destroy())
    sent.once('response', async (response) => {
      const type = response.headers['content-type'] ?? ''
      if (!/html|javascript/.test(type)) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
        return
      }
      const body = await text(response)
      entry ||= /src="\/assets\/(index-[\w-]+\.js)"/.exec(body)?.[1] ?? ''
      const shown = isChanged ? body.replaceAll(entry, `changed-${entry}`).replace('"version":"', '$&2') : body
      const { 'content-length': _length, etag: _etag, 'transfer-encoding': _encoding, ...rest } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, rest)
      outgoing.end(shown)
    })
    incoming.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    change() {
      isChanged = true
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
