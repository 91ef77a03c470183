import type { DomainSettings } from '@stoa/contract'
import { domainSettings } from '@stoa/contract/schemas'
import { startTestApp, type TestApp } from '../../server/test/harness.ts'
import { mailsTo } from '../../server/test/mailbox.ts'
import { requestAsHost } from '../../server/test/request-as-host.ts'
import { report } from '../support/report.ts'

/** `PROVE_ACTIONS=5000` for the full proof. */
const ACTIONS = Number(process.env.PROVE_ACTIONS ?? 400)
const SEED = 20_261_129
const COMMUNITIES = ['GARDEN', 'BOATS', 'TRAINS', 'CLOCKS'] as const
const DOMAINS = 6
const PREFIXES = ['/forum', '/topics', '/town']
/** What is read at every host, once to fill caches and once from them. */
const PATHS = [
  ...['/config.json', '/api/communities', '/api/posts', '/api/domain/public', '/api/settings/public'],
  ...[
    '/feed.atom',
    '/sitemap.xml',
    '/sitemap-communities.xml',
    '/robots.txt',
    '/lang/en.json',
    '/manifest.webmanifest',
  ],
  ...COMMUNITIES.flatMap((token) => [
    `/api/communities/${token}`,
    `/bbs/${token}/feed.atom`,
    `/forum/${token}/feed.atom`,
  ]),
]

type Action = (run: Run) => Promise<string>

/** What a domain is, as the proof knows it. */
interface Model {
  name: string
  /** The canonical one first. Empty: it isn't served. */
  hosts: string[]
  settings: DomainSettings
  version: number
}

interface Run {
  stoa: TestApp
  random: () => number
  domains: Model[]
  /** Hosts that no domain has any longer. */
  lost: Set<string>
  made: number
  /** Sealed tokens of previews, by the domain that they show, and the name that they show it under. */
  previews: { domain: Model; cookie: string; shown: string }[]
  counts: Record<string, number>
  reads: number
  mails: number
  wrong: string[]
}

/**
 * Random settings, versions, hosts, previews and mappings of several domains against a model: no response, finished or
 * cached, no mail and no cookie of a domain has another one's name, origin or, where there is one community only,
 * another community. Runs on SQLite or `STOA_TEST_DATABASE_URL`.
 */
export async function run(): Promise<void> {
  const stoa = await startTestApp({ STOA_URL: 'http://forum.example' })
  try {
    await prove(await prepare(stoa))
  } finally {
    await stoa.close()
  }
}

async function prepare(stoa: TestApp): Promise<Run> {
  const { communities, domains, servedDomains } = stoa.app.services
  await servedDomains.prepare()
  await domains.ensureDefaultCommunity()
  for (const tokenName of COMMUNITIES)
    await communities.create({
      tokenName,
      title: about(tokenName),
      urlSlug: tokenName.toLowerCase(),
      about: '',
      creatorId: '',
    })
  const { token } = await stoa.member('writer', { join: [...COMMUNITIES] })
  for (const tokenName of COMMUNITIES) {
    const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: about(tokenName) } }] })
    await stoa.call('postCreate', { tokenName, title: `A post ${about(tokenName)}`, postContent }, { token })
  }
  const run: Run = {
    stoa,
    random: randomNumbers(SEED),
    domains: [],
    lost: new Set(),
    made: 0,
    previews: [],
    counts: {},
    reads: 0,
    mails: 0,
    wrong: [],
  }
  for (let index = 0; index < DOMAINS; index += 1) await addDomain(run)
  return run
}

/** Names only its community. */
const about = (tokenName: string) => `about-${tokenName}-only`
const newName = (run: Run) => `Name${(run.made += 1)}x`
const pick = <One>(run: Run, all: readonly One[]): One => all[Math.floor(run.random() * all.length)] as One
const isSometimes = (run: Run) => run.random() < 0.5
const hostOf = (run: Run) => `host${(run.made += 1)}x.example`

function randomSettings(run: Run): DomainSettings {
  const basePath = pick(run, PREFIXES)
  const mapped = COMMUNITIES.filter(() => isSometimes(run))
  return domainSettings.parse({
    defaultTokenName: pick(run, COMMUNITIES),
    domainDisplayName: newName(run),
    logoLink: `/${newName(run)}.svg`,
    poweredBy: isSometimes(run),
    enableForumPicker: isSometimes(run),
    isSingleTokenDomain: isSometimes(run),
    urlMapping: mapped.map((tokenName) => ({ tokenName, basePath })),
  })
}

async function addDomain(run: Run): Promise<Model> {
  const [name, host, settings] = [`park-${(run.made += 1)}`, hostOf(run), randomSettings(run)]
  await run.stoa.app.services.domainSettings.create('operator', { name, host, settings }, { isProven: true })
  const model = { name, hosts: [host], settings, version: 1 }
  run.domains.push(model)
  return model
}

async function save(run: Run, model: Model): Promise<DomainSettings> {
  const settings = randomSettings(run)
  const { domainSettings } = run.stoa.app.services
  await domainSettings.save('operator', { name: model.name, baseVersion: model.version, settings })
  model.version += 1
  return settings
}

const ACTS: Record<string, Action> = {
  async 'publish other settings'(run) {
    const model = pick(run, run.domains)
    const settings = await save(run, model)
    await run.stoa.app.services.domainSettings.publish('operator', { name: model.name, version: model.version })
    model.settings = settings
    return model.name
  },
  async 'save without publishing'(run) {
    const model = pick(run, run.domains)
    await save(run, model)
    return model.name
  },
  async 'preview a version'(run) {
    const model = pick(run, run.domains)
    const { domainDisplayName: shown } = await save(run, model)
    const { url } = await run.stoa.app.services.domainSettings.preview('operator', {
      name: model.name,
      number: model.version,
    })
    const { pathname, search, host } = new URL(url)
    const { status, headers } = await requestAsHost(run.stoa, pathname + search, { headers: { host } })
    const cookie = String(headers['set-cookie'])
    if (status !== 303 || /domain=/i.test(cookie)) run.wrong.push(`preview of ${model.name}: ${status} ${cookie}`)
    run.previews = [...run.previews.slice(-5), { domain: model, cookie: cookie.split(';')[0] ?? '', shown }]
    return model.name
  },
  async 'add a host'(run) {
    const model = pick(run, run.domains)
    if (model.hosts.length > 3) return 'nothing to do'
    // Hosts change hands.
    const host = run.lost.size > 0 && isSometimes(run) ? pick(run, [...run.lost]) : hostOf(run)
    const { domainSettings } = run.stoa.app.services
    await domainSettings.editHost('operator', { name: model.name, host, action: 'add' }, { isProven: true })
    run.lost.delete(host)
    model.hosts.push(host)
    return model.name
  },
  async 'remove a host'(run) {
    const model = pick(run, run.domains)
    const host = model.hosts.at(-1)
    if (host === undefined || model.hosts.length < 2) return 'nothing to do'
    await run.stoa.app.services.domainSettings.editHost('operator', { name: model.name, host, action: 'remove' })
    model.hosts.pop()
    run.lost.add(host)
    return model.name
  },
  async 'make another host the canonical one'(run) {
    const model = pick(run, run.domains)
    const host = pick(run, model.hosts)
    await run.stoa.app.services.domainSettings.editHost('operator', { name: model.name, host, action: 'makeCanonical' })
    model.hosts = [host, ...model.hosts.filter((one) => one !== host)]
    return model.name
  },
  async 'remove a domain and add another'(run) {
    const model = pick(run, run.domains)
    await run.stoa.app.services.domainSettings.remove('operator', model.name)
    for (const host of model.hosts) run.lost.add(host)
    run.domains = run.domains.filter((one) => one !== model)
    run.previews = run.previews.filter(({ domain }) => domain !== model)
    return (await addDomain(run)).name
  },
}

/** Whatever identifies a domain or a community, of which a text has some that it may not have. */
function strangers(text: string, own: { names: readonly string[]; hosts: readonly string[]; only: string | null }) {
  const names = text.match(/Name\d+x/g) ?? []
  const hosts = text.match(/host\d+x\.example/g) ?? []
  const communities = COMMUNITIES.filter(
    (token) => own.only !== null && token !== own.only && text.includes(about(token)),
  )
  return [
    ...names.filter((name) => !own.names.includes(name)),
    ...hosts.filter((host) => !own.hosts.includes(host)),
    ...communities,
  ]
}

const ownOf = ({ settings, hosts }: Model, names = [settings.domainDisplayName, settings.logoLink.slice(1, -4)]) => ({
  names,
  hosts,
  only: settings.isSingleTokenDomain ? settings.defaultTokenName : null,
})

async function readAll(run: Run, step: string): Promise<void> {
  const { stoa } = run
  const get = async (host: string, path: string, headers: Record<string, string> = {}) => {
    run.reads += 1
    const { status, body, headers: sent } = await requestAsHost(stoa, path, { headers: { host, ...headers } })
    return { status, text: JSON.stringify(body), sent }
  }
  for (const model of run.domains) {
    const paths = [pick(run, PATHS), pick(run, PATHS), '/config.json']
    for (const host of [model.hosts[0] ?? '', pick(run, model.hosts)])
      for (const path of paths)
        for (let time = 0; time < 2; time += 1) {
          const { status, text, sent } = await get(host, path)
          const found = strangers(text + (sent.location ?? ''), ownOf(model))
          if (found.length > 0) run.wrong.push(`${step}: ${path} at ${model.name} names ${found.join(', ')}`)
          if (path === '/config.json' && !text.includes(model.settings.domainDisplayName))
            run.wrong.push(
              `${step}: ${model.name} isn’t ${model.settings.domainDisplayName}: ${status} ${text.slice(0, 100)}`,
            )
        }
  }
  for (const host of run.lost) {
    const { status, text } = await get(host, pick(run, PATHS.slice(0, 5)))
    if (strangers(text, { names: [], hosts: [host], only: '' }).length > 0)
      run.wrong.push(`${step}: ${host} is nobody’s, but responds with ${status} ${text.slice(0, 100)}`)
  }
  const preview = run.previews.length > 0 ? pick(run, run.previews) : null
  if (!preview) return
  for (const model of run.domains) {
    const isShown = model === preview.domain
    const { text } = await get(model.hosts[0] ?? '', '/config.json', { cookie: preview.cookie })
    if (isShown !== text.includes(`"${preview.shown}"`))
      run.wrong.push(`${step}: a preview of ${preview.domain.name} shows ${isShown ? 'nothing' : 'at'} ${model.name}`)
  }
}

/** Somebody asks for a mail at a domain, and signs in there. */
async function sign(run: Run, step: string): Promise<void> {
  const model = pick(run, run.domains)
  const host = pick(run, model.hosts)
  const email = `reader${(run.made += 1)}@mail.example`
  const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' }
  // What others preview changes no mail.
  const cookie = run.previews.at(-1)?.cookie ?? ''
  const requestBody = JSON.stringify({ email })
  const { headers: sent } = await requestAsHost(run.stoa, '/api/auth/emailLink/request', {
    headers: { ...headers, cookie },
    requestBody,
  })
  if (/domain=/i.test(String(sent['set-cookie'])))
    run.wrong.push(`${step}: a cookie of ${model.name} is sent to other hosts`)
  const mails = await mailsTo(run.stoa, email)
  if (mails.length === 0) run.wrong.push(`${step}: no mail from ${model.name}`)
  for (const { subject, text } of mails) {
    run.mails += 1
    const canonical = `http://${model.hosts[0]}/`
    const found = strangers(subject + text, ownOf(model))
    if (found.length > 0) run.wrong.push(`${step}: a mail of ${model.name} names ${found.join(', ')}`)
    if (!subject.includes(model.settings.domainDisplayName) || !text.includes(canonical))
      run.wrong.push(`${step}: a mail of ${model.name} doesn’t come from it: ${subject}`)
  }
}

async function prove(run: Run): Promise<void> {
  const began = performance.now()
  const names = Object.keys(ACTS)
  for (let index = 0; index < ACTIONS && run.wrong.length < 20; index += 1) {
    const name = pick(run, names)
    const outcome = await ACTS[name]?.(run)
    const kind = outcome === 'nothing to do' ? `${name}: nothing to do` : name
    run.counts[kind] = (run.counts[kind] ?? 0) + 1
    await readAll(run, `step ${index}, ${name}`)
    if (index % 5 === 0) await sign(run, `step ${index}`)
    if (run.wrong.length > 0 && process.env.STOA_PROVE_STOP === '1') break
  }
  for (const line of run.wrong.slice(0, 20)) console.log(line)
  const taken = names.filter((name) => (run.counts[name] ?? 0) > 0).length
  report([
    {
      what: `${ACTIONS} actions in ${Math.round((performance.now() - began) / 1000)} s`,
      value: JSON.stringify(run.counts),
    },
    {
      what: 'kinds of actions taken',
      value: `${taken} of ${names.length}`,
      goal: 'all',
      reached: taken === names.length,
    },
    { what: 'responses and mails', value: `${run.reads} and ${run.mails}`, goal: 'some', reached: run.mails > 0 },
    {
      what: 'with something of another domain, or of an earlier version',
      value: String(run.wrong.length),
      goal: '0',
      reached: run.wrong.length === 0,
    },
  ])
}

function randomNumbers(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
