import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, isIP, type LookupFunction, Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFetcher, FetchRefused } from './fetcher.ts'

const MEGABYTE = 1024 * 1024
let page: Server
let inside: Server
let origin: string
let insideOrigin: string
let insideRequests = 0

const html = { 'content-type': 'text/html; charset=utf-8' }

const PACKED = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const page2 = (head: string, hex: string) => Buffer.concat([Buffer.from(`<head>${head}<title>`), bytes(hex)])
/** Content type, body, and the text at its end. */
const CHARSETS = [
  ['text/html; charset=Shift_JIS', bytes('93fa 967b'), '日本'],
  ['text/html', page2('<meta charset="shift_jis">', '93fa 967b'), '日本'],
  ['text/html', page2('<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">', 'c7d1 b1b9'), '한국'],
  ['text/html', page2(`<!--${'x'.repeat(2000)}--><meta charset = gb18030>`, 'd6d0 b9fa'), '中国'],
  ['text/html; charset="windows-1251"', bytes('d0f3f1'), 'Рус'],
  ['text/html; charset=windows-1251', Buffer.from('\ufeffРус'), 'Рус'],
  ['text/html', bytes('fffe 20042304'), 'РУ'],
  ['text/html', page2('<meta charset="utf-16">', 'd0a0'), 'Р'],
  // Hostile: nothing follows the spaces.
  ['text/html', page2(`${'<meta '.repeat(30)}charset=${' '.repeat(9000)}`, 'd0a3'), 'У'],
] as const

const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x.example')
  const redirect = (location: string) => response.writeHead(302, { location }).end()
  switch (pathname) {
    case '/page':
      return response.writeHead(200, html).end('<title>Hello</title>')
    case '/latin':
      return response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' }).end(Buffer.from([0xe9]))
    case '/hops': {
      const left = Number(searchParams.get('left'))
      return redirect(left > 1 ? `/hops?left=${left - 1}` : '/page')
    }
    case '/to':
      return redirect(searchParams.get('url') ?? '')
    case '/huge': {
      response.writeHead(200, html)
      const chunk = Buffer.alloc(MEGABYTE, 'x')
      const send = () => {
        while (!response.destroyed) if (!response.write(chunk)) return response.once('drain', send)
        return response
      }
      return send()
    }
    case '/slow':
      return response.writeHead(200, html).write('<title>')
    case '/silent':
      return undefined
    case '/bomb':
      return response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50 * MEGABYTE)))
    case '/packed': {
      const [encoding, pack] = PACKED[Number(searchParams.get('way'))] ?? []
      return response.writeHead(200, { ...html, 'content-encoding': encoding }).end(pack?.('<title>Grüße</title>'))
    }
    case '/charset': {
      const [type, bytes] = CHARSETS[Number(searchParams.get('way'))] ?? []
      return response.writeHead(200, { 'content-type': type }).end(bytes)
    }
    case '/picture':
      return response.writeHead(200, { 'content-type': 'image/png' }).end('x')
    default:
      return response.writeHead(404, html).end('')
  }
}

const listen = async (listener: RequestListener): Promise<[Server, string]> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`]
}

beforeAll(async () => {
  ;[page, origin] = await listen(answer)
  ;[inside, insideOrigin] = await listen((_request, response) => {
    insideRequests += 1
    response.writeHead(200, html).end('<title>Secret</title>')
  })
})
afterAll(() => {
  for (const server of [page, inside]) {
    server.closeAllConnections()
    server.close()
  }
})

const isTrusted = async (asked: string) => asked === origin
const isRegistered = async () => true
const fetcher = (timeoutMs = 5000) => createFetcher({ isTrusted, isRegistered, timeoutMs })

test('a page is read in its own encoding', async () => {
  expect(await fetcher().fetchPage(`${origin}/page`)).toEqual({ url: `${origin}/page`, html: '<title>Hello</title>' })
  expect((await fetcher().fetchPage(`${origin}/latin`)).html).toBe('é')
})

test.each(CHARSETS.map(([type, , text], way) => [type, text, way] as const))(
  '%s is read as %s',
  async (_, text, way) => {
    const before = process.cpuUsage()
    const { html: read } = await fetcher().fetchPage(`${origin}/charset?way=${way}`)
    expect(read.endsWith(text)).toBe(true)
    expect(process.cpuUsage(before).user).toBeLessThan(300_000)
  },
)

test.each(PACKED.map(([encoding], way) => [encoding, way] as const))(
  'a page packed with %s is read',
  async (_, way) => {
    expect((await fetcher().fetchPage(`${origin}/packed?way=${way}`)).html).toBe('<title>Grüße</title>')
  },
)

test('a packed page is read up to 2 MB, whatever it would grow to', async () => {
  expect((await fetcher().fetchPage(`${origin}/bomb`)).html).toHaveLength(2 * MEGABYTE)
})

test('five redirects are followed, but not six', async () => {
  const hops = (count: number) => fetcher().fetchPage(`${origin}/hops?left=${count}`)
  expect((await hops(4)).url).toBe(`${origin}/page`)
  expect((await hops(5)).url).toBe(`${origin}/page`)
  await expect(hops(6)).rejects.toThrow(FetchRefused)
})

test.each([
  'http://127.0.0.1',
  'http://localhost',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://0.0.0.0',
  'http://2130706433',
  'http://0x7f.1',
  'http://[::127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[64:ff9b::7f00:1]',
  'http://0177.1',
])('%s is another name of this machine and is not read', async (name) => {
  const address = `${name}:${new URL(insideOrigin).port}/`
  await expect(fetcher().fetchPage(address)).rejects.toThrow(/not allowed/)
  await expect(fetcher().fetchPage(`${origin}/to?url=${encodeURIComponent(address)}`)).rejects.toThrow(/not allowed/)
  expect(insideRequests).toBe(0)
})

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://192.168.0.1/',
  'http://[fe80::1]/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://[fd00:ec2::254]/',
])('a redirect to %s is refused before connecting', async (address) => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  await expect(fetcher().fetchPage(`${origin}/to?url=${encodeURIComponent(address)}`)).rejects.toThrow(/not allowed/)
  const hosts = connect.mock.calls.map((given) => (given.flat()[0] as unknown as { host: string }).host)
  connect.mockRestore()
  expect(hosts).toEqual(['127.0.0.1'])
})

/** A resolver that returns these answers in turn and counts its calls. */
function resolver(...answers: string[][]) {
  let asked = 0
  const lookup: LookupFunction = (_name, options, done) => {
    const addresses = (answers[asked++] ?? answers.at(-1) ?? []).map((address) => ({ address, family: isIP(address) }))
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
  return { lookup, asked: () => asked }
}

test.each([
  [['127.0.0.1']],
  [['::1']],
  [['::7f00:1']],
  [['168.63.129.16']],
  [['::ffff:168.63.129.16']],
  [['4000::1']],
  [['fec0::1']],
  [['192.0.2.1', '127.0.0.1']],
])('a name that resolves to %j is not connected to', async (addresses) => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const { lookup } = resolver(addresses)
  const guarded = createFetcher({ isRegistered, lookup, timeoutMs: 5000 })
  await expect(guarded.fetchPage(`http://inside.example:${new URL(insideOrigin).port}/`)).rejects.toThrow(/not allowed/)
  connect.mockRestore()
  expect(insideRequests).toBe(0)
})

test('connects to the address that was checked', async () => {
  // Nothing listens at the allowed documentation address; the second answer must never be requested.
  const { lookup, asked } = resolver(['1.0.0.0'], ['127.0.0.1'])
  const guarded = createFetcher({ isRegistered, lookup, timeoutMs: 300 })
  await expect(guarded.fetchPage(`http://moving.example:${new URL(insideOrigin).port}/`)).rejects.toThrow()
  expect([asked(), insideRequests]).toEqual([1, 0])
})

test.each(['http://168.63.129.16/', 'http://[::ffff:168.63.129.16]/', 'http://[4000::1]/'])(
  '%s is never connected to',
  async (address) => {
    await expect(fetcher().fetchPage(address)).rejects.toThrow(/not allowed/)
  },
)

test('other ports than 80 and 443 are allowed on registered sites only', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const asked: string[] = []
  const guarded = createFetcher({
    isTrusted,
    isRegistered: async (site) => {
      asked.push(site)
      return false
    },
  })
  for (const port of ['22', '25', '3306', '6379', '8080', '65535']) {
    const address = `http://192.0.2.1:${port}/`
    await expect(guarded.fetchPage(address)).rejects.toThrow(/ports 80 and 443/)
    await expect(guarded.fetchPage(`${origin}/to?url=${encodeURIComponent(address)}`)).rejects.toThrow(/ports 80 and/)
    expect(asked).toContain(`http://192.0.2.1:${port}`)
  }
  const hosts = connect.mock.calls.map((given) => (given.flat()[0] as unknown as { host: string }).host)
  connect.mockRestore()
  expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']))
})

test('at most eight pages are read at once', async () => {
  let open = 0
  let most = 0
  const [slow, slowOrigin] = await listen((_request, response) => {
    open += 1
    most = Math.max(most, open)
    setImmediate(() => {
      open -= 1
      response.writeHead(200, html).end('<title>Hello</title>')
    })
  })
  const guarded = createFetcher({ isTrusted: async (site) => site === slowOrigin })
  await Promise.all(Array.from({ length: 30 }, () => guarded.fetchPage(slowOrigin)))
  slow.close()
  expect(most).toBeLessThanOrEqual(8)
})

test.each([
  'file:///etc/passwd',
  'ftp://x.example/',
  'gopher://127.0.0.1/',
  'javascript:alert(1)',
  'http://u:p@x.example/',
])('%s is refused, also as a redirect', async (address) => {
  await expect(fetcher().fetchPage(address)).rejects.toThrow(FetchRefused)
  await expect(fetcher().fetchPage(`${origin}/to?url=${encodeURIComponent(address)}`)).rejects.toThrow(FetchRefused)
})

test('reading stops after 2 MB', async () => {
  expect((await fetcher().fetchPage(`${origin}/huge`)).html).toHaveLength(2 * MEGABYTE)
})

test.each(['/slow', '/silent'])('a page that never ends (%s) times out', async (path) => {
  await expect(fetcher(200).fetchPage(origin + path)).rejects.toThrow(/abort|timeout/i)
})

test.each(['/picture', '/missing'])('%s is refused', async (path) => {
  await expect(fetcher().fetchPage(origin + path)).rejects.toThrow(FetchRefused)
})
