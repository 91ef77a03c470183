import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, measureReceived } from './received-bytes.mjs'

/** A script with that many random bytes, which hardly compress. */
const script = (bytes: number, code = '') => `/* ${randomBytes(bytes).toString('base64')} */${code}`

const files: Record<string, string> = {
  '/': `<!doctype html><link rel="icon" href="data:,"><link rel="modulepreload" href="/preloaded.js">
    <script type="module" src="/entry.js"></script><iframe src="/frame"></iframe>`,
  '/entry.js': script(3000, 'import "/preloaded.js"; setTimeout(() => import("/late.js"), 1000); fetch("/words.js")'),
  '/preloaded.js': script(2000),
  '/late.js': script(1000),
  '/words.js': script(500),
  '/frame': '<!doctype html><script src="/framed.js"></script>',
  '/framed.js': script(700),
  '/broken': '<!doctype html><link rel="icon" href="data:,"><script src="/nothing.js"></script>',
}
const compressed = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, brotliCompressSync(text)]))
const notFoundPage = brotliCompressSync('<!doctype html>Nothing here')
const server = createServer((request, response) => {
  const body = compressed[request.url ?? '']
  const type = request.url?.endsWith('.js') ? 'text/javascript' : 'text/html'
  response.writeHead(body ? 200 : 404, {
    'content-type': type,
    'content-encoding': 'br',
    'content-length': (body ?? notFoundPage).length,
  })
  response.end(body ?? notFoundPage)
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await closeBrowser()
  server.close()
})

const scripts = (paths: string[]) => paths.map((path) => [path, compressed[path]?.length]).sort()

async function scriptsOf(idleMs: number) {
  const received = await measureReceived({ url: `${origin}/`, idleMs })
  return received
    .filter(({ type }) => type === 'script')
    .map(({ url, bytes }) => [new URL(url).pathname, bytes])
    .sort()
}

test('every script counts once, in compressed bytes: preloaded, fetched, in frames, and loaded later', async () => {
  expect(await scriptsOf(2000)).toEqual(scripts(['/entry.js', '/preloaded.js', '/late.js', '/words.js', '/framed.js']))
})

test('without an idle time, nothing after the load event counts', async () => {
  const received = await scriptsOf(0)
  expect(received).toContainEqual(['/entry.js', compressed['/entry.js']?.length])
  expect(received.map(([path]) => path)).not.toContain('/late.js')
})

test.each(['/nothing', '/broken'])('a missing page or script is an error, not a small page: %s', async (path) => {
  await expect(measureReceived({ url: origin + path, idleMs: 0 })).rejects.toThrow('returned 404')
})
