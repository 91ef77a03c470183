import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DomainSettings } from '@stoa/contract'
import { domainSettings } from '@stoa/contract/schemas'
import { domainOf } from '../../server/src/domains/people/tenants/domain-config.ts'
import { NO_PROVIDERS } from '../../server/src/domains/people/tenants/provider-config.ts'
import { createDomainRegistry } from '../../server/src/domains/people/tenants/registry.ts'
import { createTenants } from '../../server/src/domains/people/tenants/tenants.ts'
import { createUrlMapping } from '../../server/src/http/url-mapping.ts'
import { openInProcess } from '../support/in-process.ts'
import { milliseconds, report } from '../support/report.ts'
import { type RunningServer, startStoa, temporaryFolder } from '../support/server-process.ts'

const DOMAINS = 200
const SETTINGS = 50
const REQUESTS = 200_000
const ADDED_MS = 0.05
const PROCESSES = 3
const CHANGES = 10
const READERS = 4
const IN_FORCE_MS = 1000
const LOOK_EVERY_MS = 10
const HOST = 'garden.example'

/** What domains cost: finding a request's domain among many, and the time until a change is in force everywhere. */
export async function run(): Promise<void> {
  resolve()
  await change()
}

/** Settings of which 50 say something. */
function manySettings(name: string): DomainSettings {
  const plain = domainSettings.parse({ domainDisplayName: name })
  const mapped = SETTINGS - Object.keys(plain).length + 1
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  return {
    ...plain,
    urlMapping: Array.from({ length: mapped }, (_, index) => ({
      tokenName: `TOK${letters[Math.floor(index / 26)]}${letters[index % 26]}`,
      basePath: `/section-${index}`,
    })),
  }
}

/** In one process, without the network: what each request does before anything else. */
function resolve(): void {
  const about = { dataFolder: temporaryFolder(), providers: NO_PROVIDERS }
  const all = Array.from({ length: DOMAINS }, (_, index) => {
    const host = `domain-${index}.example`
    const settings = manySettings(`Domain ${index}`)
    return domainOf({ name: host, origin: `https://${host}`, hosts: [host], settings, revision: `${index}` }, about)
  })
  const [first, ...others] = all
  if (!first) return
  const communities = { require: () => Promise.reject(new Error('Nothing is looked up.')) }
  const registry = createDomainRegistry([first, ...others])
  const tenants = createTenants({ registry, setsHost: () => false, production: true, communities })
  const mapAddress = createUrlMapping({ tenants, communities, headers: {} })
  const requests = Array.from({ length: 1000 }, (_, index) => {
    const host = `domain-${(index * 7919) % DOMAINS}.example`
    return { method: 'GET', url: '/api/communities', headers: { host }, socket: {} } as unknown as IncomingMessage
  })
  const hosts = new Map(all.map((domain) => [domain.hosts[0], domain]))
  let found = 0
  const ceiling = perRequest(requests, ({ headers }) => (found += hosts.get(headers.host)?.cacheKey.length ?? 0))
  const resolved = perRequest(requests, (one) => {
    if (tenants.isServed(one)) found += tenants.cacheKey(one).length + tenants.of(one).config.domainDisplayName.length
  })
  const mapped = perRequest(requests, (one) => mapAddress(one, {} as never, () => (found += 1)))
  if (found === 0) throw new Error('nothing was found')
  report([
    { what: `ceiling: a look into a map of ${DOMAINS} hosts`, value: milliseconds5(ceiling) },
    {
      what: `finding host and configuration among ${DOMAINS} domains with ${SETTINGS} settings each`,
      value: milliseconds5(resolved),
      goal: `< ${ADDED_MS} ms`,
      reached: resolved < ADDED_MS,
    },
    {
      what: 'the same with mapped addresses',
      value: milliseconds5(resolved + mapped),
      goal: `< ${ADDED_MS} ms`,
      reached: resolved + mapped < ADDED_MS,
    },
  ])
}

const milliseconds5 = (value: number) => `${value.toFixed(5)} ms per request`

function perRequest(requests: readonly IncomingMessage[], work: (one: IncomingMessage) => unknown): number {
  const all = (times: number) => {
    for (let index = 0; index < times; index += 1) work(requests[index % requests.length] as IncomingMessage)
  }
  all(REQUESTS / 10)
  const began = performance.now()
  all(REQUESTS)
  return (performance.now() - began) / REQUESTS
}

/** Three servers of one database under load, while a fourth process publishes versions. */
async function change(): Promise<void> {
  const dataFolder = temporaryFolder()
  const servers: RunningServer[] = []
  for (let index = 0; index < PROCESSES; index += 1) servers.push(await startStoa({ STOA_DATA: dataFolder }))
  const stoa = await openInProcess({ url: null, dataFolder })
  const { domainSettings: settings, servedDomains } = stoa.app.services
  await servedDomains.prepare()
  const named = (domainDisplayName: string) => domainSettings.parse({ domainDisplayName })
  const input = { name: 'garden', host: HOST, settings: named('Name 0') }
  await settings.create('operator', input, { isProven: true })
  await Promise.all(servers.map((server) => isShown(server, 'Name 0')))

  const load = startLoad(servers)
  const times: number[] = []
  for (let number = 1; number <= CHANGES; number += 1) {
    const name = `Name ${number}`
    await settings.save('operator', { name: 'garden', baseVersion: number, settings: named(name) })
    const began = performance.now()
    await settings.publish('operator', { name: 'garden', version: number + 1 })
    times.push(...(await Promise.all(servers.map(async (server) => (await isShown(server, name)) - began))))
  }
  const { requests, failed } = await load.stop()
  await stoa.close()
  for (const server of servers) await server.stop()
  const worst = Math.max(...times)
  report([
    { what: 'ceiling: each process looks for changes', value: 'every 500 ms' },
    {
      what: `a published version in force in ${PROCESSES} processes, the slowest of ${CHANGES} changes`,
      value: milliseconds(worst),
      goal: `< ${IN_FORCE_MS} ms`,
      reached: worst < IN_FORCE_MS,
    },
    {
      what: `${requests} requests meanwhile`,
      value: `${failed} failed`,
      goal: '0',
      reached: failed === 0 && requests > 0,
    },
  ])
}

const agent = new Agent({ keepAlive: true })

function get(url: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(url + path, { agent, headers: { host: HOST } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
      .once('error', reject)
      .end()
  })
}

/** When a server shows a name. */
async function isShown({ url }: RunningServer, name: string): Promise<number> {
  for (;;) {
    const { body } = await get(url, '/config.json').catch(() => ({ body: '' }))
    if (body.includes(`"${name}"`)) return performance.now()
    await sleep(LOOK_EVERY_MS)
  }
}

function startLoad(servers: readonly RunningServer[]) {
  let isOn = true
  let requests = 0
  let failed = 0
  const paths = ['/api/communities', '/config.json', '/bbs/picker', '/feed.atom']
  const readers = servers.flatMap(({ url }) =>
    Array.from({ length: READERS }, async (_, reader) => {
      for (let index = reader; isOn; index += 1) {
        const { status } = await get(url, paths[index % paths.length] ?? '').catch(() => ({ status: 0 }))
        requests += 1
        if (status !== 200) failed += 1
      }
    }),
  )
  return {
    async stop() {
      isOn = false
      await Promise.all(readers)
      return { requests, failed }
    },
  }
}
