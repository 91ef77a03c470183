import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'vitest'

/**
 * Scripts of a small forum: one loaded when the page is idle, so that no list of files could include it, and one with
 * the first press on a widget.
 */
interface Scripts {
  late: string
  pressed: string
}

const serverOf = ({ late, pressed }: Scripts) =>
  createServer((request, response) => {
    const type = request.url?.endsWith('.js') ? 'text/javascript' : 'text/html'
    const entry = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/entry.js"></script>'
    const bodies: Record<string, string> = {
      '/entry.js': 'setTimeout(() => import("/late.js"), 500)',
      '/late.js': `/* ${late} */`,
      '/embed.js': `for (const host of document.querySelectorAll('stoa-comments, stoa-reactions, stoa-poll')) {
        host.innerHTML = '<button>Press</button>'
        host.onclick = () => import('/pressed.js')
      }`,
      '/pressed.js': `/* ${pressed} */`,
    }
    response.setHeader('content-type', type).end(bodies[request.url ?? ''] ?? entry)
  })

async function sizes(scripts: Scripts) {
  const server = serverOf(scripts)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, ['scripts/checks/received-sizes.mjs', '--idle-ms=1000', origin])
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  server.close()
  return { output: output + errors, code }
}

const random = (bytes: number) => randomBytes(bytes).toString('base64')

// Both mostly wait for idle pages.
describe.concurrent('received sizes', () => {
  test('accepts pages within their ceilings', async ({ expect }) => {
    expect(await sizes({ late: random(40_000), pressed: '' })).toEqual({
      code: 0,
      output: expect.stringMatching(/a post, idle: 5\d{4} of \d+ bytes/),
    })
  })

  test('reports pages over their ceilings because of late scripts or a first press, with their files', async ({
    expect,
  }) => {
    const { output, code } = await sizes({ late: random(130_000), pressed: random(80_000) })
    expect(output).toMatch(/script of a post, idle is \d+ bytes over its ceiling\n(?: .*\n)* {2}\d+ \/late\.js/)
    expect(output).toMatch(
      /script of <stoa-reactions> alone, pressed is \d+ bytes over its ceiling\n(?: .*\n)* {2}\d+ \/pressed\.js/,
    )
    expect(output).not.toMatch(/alone, idle is \d+ bytes over/)
    expect(code).toBe(1)
  })
})
