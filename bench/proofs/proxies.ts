import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { atExit } from '../support/at-exit.ts'
import { openLiveReader } from '../support/live-reader.ts'
import { member, post } from '../support/member.ts'
import { report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { freePort, startStoa, temporaryFolder } from '../support/server-process.ts'
import { upload } from '../support/upload.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const READY_WITHIN_MS = 15_000
const ARRIVES_WITHIN_MS = 5000
/** Sign-ins of one address, more than the limit of a server with `FEW`. */
const TRIES = 40
const FEW = '0.01'
const MANY = '1000000'
/** Another domain of the same server, behind the same proxy. */
const GARDEN = 'garden.localhost'

interface Ports {
  stoa: number
  http: number
  https: number
}

interface Proxy {
  name: string
  /** Debian's package. */
  debian: string
  /** Writes its configuration and returns its arguments. */
  prepare(folder: string, ports: Ports): string[]
}

/** A file of `deploy/` with replaced parts, each of which must be there. */
function adapted(file: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} no longer has: ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(join(DEPLOY, file), 'utf8'),
  )
}

const nginx: Proxy = {
  name: 'nginx',
  debian: 'nginx-light',
  prepare(folder, { stoa, http, https }) {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const newCertificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
    execFileSync('openssl', [...newCertificate, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    const site = adapted('nginx.conf', {
      '127.0.0.1:3000': `127.0.0.1:${stoa}`,
      'listen 443 ssl': `listen ${https} ssl`,
      'listen [::]:443 ssl': `listen [::]:${https} ssl`,
      'listen 80': `listen ${http}`,
      'listen [::]:80': `listen [::]:${http}`,
      'server_name forum.example;': `server_name localhost ${GARDEN};`,
      '/etc/ssl/forum.example.pem': certificate,
      '/etc/ssl/forum.example.key': key,
    })
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    const file = join(folder, 'nginx.conf')
    // As root its workers would be another user, who may not write there.
    const user = process.getuid?.() === 0 ? 'user root root;' : ''
    const head = `${user} daemon off; pid ${folder}/pid; error_log stderr crit; events {}`
    writeFileSync(file, `${head}\nhttp { access_log off; ${temporary}\n${site}}\n`)
    return ['-p', folder, '-c', file, '-e', 'stderr']
  },
}

const caddy: Proxy = {
  name: 'caddy',
  debian: 'caddy',
  prepare(folder, { stoa, http, https }) {
    const site = adapted('Caddyfile', {
      '{$STOA_HOST:forum.example} {': `localhost, ${GARDEN} {\n\ttls internal`,
      '{$STOA_UPSTREAM:127.0.0.1:3000}': `127.0.0.1:${stoa}`,
    })
    const ports = `http_port ${http}\nhttps_port ${https}`
    const storage = `storage file_system ${folder}/storage`
    const options = `{\nadmin off\nskip_install_trust\n${storage}\n${ports}\nlog {\nlevel FATAL\n}\n}`
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `${options}\n${site}`)
    return ['run', '--adapter', 'caddyfile', '--config', file]
  },
}

async function start(proxy: Proxy, ports: Ports): Promise<ChildProcess> {
  const child = spawn(proxy.name, proxy.prepare(temporaryFolder(), ports), { stdio: ['ignore', 'ignore', 'inherit'] })
  atExit(() => child.kill('SIGKILL'))
  const until = Date.now() + READY_WITHIN_MS
  for (; Date.now() < until; await sleep(50)) {
    const response = await fetch(`https://localhost:${ports.https}/readyz`).catch(() => null)
    if (response?.status === 200) return child
    if (child.exitCode !== null) break
  }
  throw new Error(`${proxy.name} did not become ready`)
}

/** A server and the proxy in front of it. */
interface Setup {
  ports: Ports
  stop(): Promise<void>
  /** Starts the server again, on the same port. */
  start(): Promise<void>
}

/** Runs work behind a proxy in front of a new server. */
async function behind(
  proxy: Proxy,
  about: { dataFolder: string; scale: string },
  work: (setup: Setup) => Promise<void>,
): Promise<void> {
  const ports = { stoa: await freePort(), http: await freePort(), https: await freePort() }
  mkdirSync(join(about.dataFolder, 'domains'), { recursive: true })
  const garden = { origin: `https://${GARDEN}:${ports.https}`, domainDisplayName: 'Garden' }
  writeFileSync(join(about.dataFolder, 'domains', 'garden.json'), JSON.stringify(garden))
  const startServer = () =>
    startStoa({
      PORT: String(ports.stoa),
      STOA_URL: `https://localhost:${ports.https}`,
      STOA_DATA: about.dataFolder,
      STOA_DOMAINS: 'files',
      STOA_RATE_SCALE: about.scale,
      STOA_TRUSTED_PROXIES: '127.0.0.1',
    })
  // Each is ready when the other is.
  const [first, child] = await Promise.all([startServer(), start(proxy, ports)])
  let server = first
  await work({
    ports,
    stop: () => server.stop(),
    async start() {
      server = await startServer()
    },
  })
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  await server.stop()
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Asks the proxy as a host, from one of this machine's addresses. */
function ask(
  { https }: Ports,
  about: { path: string; host?: string; from?: string; headers?: Record<string, string>; json?: unknown },
): Promise<Answer> {
  const { path, host = 'localhost', from = '127.0.0.1', headers = {}, json } = about
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', servername: host, port: https, localAddress: from, rejectUnauthorized: false },
        ...{ method: json === undefined ? 'GET' : 'POST', path },
        headers: {
          host: `${host}:${https}`,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        buffer(response).then((body) => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        }, reject)
      },
    )
    sent.on('error', reject)
    sent.end(json === undefined ? undefined : JSON.stringify(json))
  })
}

/** Status of a sign-in with a wrong password. */
async function signIn(ports: Ports, { from, claims }: { from: string; claims?: string }): Promise<number> {
  const json = { login: 'nobody', password: 'Wrong-Passw0rd' }
  const headers = claims ? { 'x-forwarded-for': claims } : {}
  return (await ask(ports, { path: '/api/auth/signIn', from, headers, json })).status
}

/** The files in `deploy/` for nginx and Caddy in front of the built server. Programs that are missing are named. */
export async function run(): Promise<void> {
  // Their certificates are made for this run.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const picture = await sharp({
    create: {
      width: 1400,
      height: 1400,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  for (const proxy of [nginx, caddy]) {
    try {
      execFileSync(proxy.name, [proxy.name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' })
    } catch {
      report([{ what: proxy.name, value: `missing: apt-get install ${proxy.debian}`, goal: 'there', reached: false }])
      continue
    }
    const dataFolder = temporaryFolder()
    const { tokenName, postId } = await seed({ url: null, dataFolder, comments: 0 })
    await behind(proxy, { dataFolder, scale: MANY }, (setup) => proveUse(proxy, { setup, tokenName, postId, picture }))
    await behind(proxy, { dataFolder, scale: FEW }, ({ ports }) => proveAddresses(proxy, ports))
  }
}

interface Used {
  setup: Setup
  tokenName: string
  postId: string
  picture: Buffer
}

async function proveUse({ name }: Proxy, about: Used): Promise<void> {
  const { setup, tokenName, postId, picture } = about
  const { ports } = setup
  const url = `https://localhost:${ports.https}`
  const page = await fetch(`${url}/bbs`)
  const redirect = await fetch(`http://localhost:${ports.http}/bbs`, { redirect: 'manual' })
  const { accessToken: token } = await member(url, { username: `via_${name}`, join: tokenName })
  const uploaded = await upload(url, token, { bytes: picture, filename: 'noise.png', filetype: 'image/png' }).then(
    () => 'arrived',
    (error: unknown) => String(error),
  )
  const reader = await Promise.race([openLiveReader([url], postId), sleep(READY_WITHIN_MS, null)])
  const hears = async (content: string) => {
    await post(url, 'commentCreate', { input: { tokenName, postId, content }, token })
    for (const until = Date.now() + ARRIVES_WITHIN_MS; Date.now() < until; await sleep(5)) {
      if (reader?.arrived.has(content)) return true
    }
    return false
  }
  const isLive = await hears(`Said behind ${name}`)
  const size = `${(picture.length / 1e6).toFixed(1)} MB`
  const polled = await fetch(`${url}/socket.io/?EIO=4&transport=polling`)
  report([
    { what: `${name}: a page`, value: String(page.status), goal: '200', reached: page.status === 200 },
    {
      what: `${name}: http leads to https`,
      value: `${redirect.status} ${redirect.headers.get('location')}`,
      goal: 'redirect',
      reached: [301, 308].includes(redirect.status) && (redirect.headers.get('location') ?? '').startsWith('https://'),
    },
    {
      what: `${name}: picture of ${size} in pieces`,
      value: uploaded,
      goal: 'arrived',
      reached: uploaded === 'arrived',
    },
    yes(`${name}: web socket receives a comment`, isLive),
    { what: `${name}: polling fallback`, value: String(polled.status), goal: '200', reached: polled.status === 200 },
  ])
  await proveHosts(name, ports)
  await proveEncoding(name, ports)

  // The proxy goes on while the server behind it is away, and the reader comes back by themselves.
  await setup.stop()
  const { status: away } = await ask(ports, { path: '/bbs' })
  await setup.start()
  const { status: back } = await ask(ports, { path: '/bbs' })
  const isLiveAgain = await hears(`Said behind ${name} after a restart`)
  reader?.close()
  report([
    {
      what: `${name}: a page while the server is away, and when it is back`,
      value: `${away}, ${back}`,
      goal: '502, 200',
      reached: away === 502 && back === 200,
    },
    yes(`${name}: the same web socket client receives a comment afterwards`, isLiveAgain),
  ])
}

const yes = (what: string, isReached: boolean) => ({
  what,
  value: isReached ? 'yes' : 'no',
  goal: 'yes',
  reached: isReached,
})

/** `Host` selects the domain, and clients can't select another one by a header that proxies set. */
async function proveHosts(name: string, ports: Ports): Promise<void> {
  const shown = async (about: { host?: string; headers?: Record<string, string> }) => {
    const { status, body } = await ask(ports, { path: '/config.json', ...about })
    return status === 200 ? (JSON.parse(body.toString()) as { domainDisplayName: string }).domainDisplayName : status
  }
  const [own, other] = [await shown({}), await shown({ host: GARDEN })]
  const claimed = await shown({ headers: { 'x-forwarded-host': `${GARDEN}:${ports.https}` } })
  report([
    {
      what: `${name}: domain of its host, of another host, of a claimed one`,
      value: `${own}, ${other}, ${claimed}`,
      goal: 'Stoa, Garden, Stoa',
      reached: own === 'Stoa' && other === 'Garden' && claimed === 'Stoa',
    },
  ])
}

/** The proxy passes on the server's compression and revalidation as they are. */
async function proveEncoding(name: string, ports: Ports): Promise<void> {
  const plain = (await ask(ports, { path: '/bbs' })).body.length
  const figures = []
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await ask(ports, { path: '/bbs', headers: { 'accept-encoding': encoding } })
    const found = headers['content-encoding']
    const text = found === encoding ? decompress(body).toString() : ''
    figures.push({
      what: `${name}: page with ${encoding}`,
      value: `${found}, ${body.length} of ${plain} bytes`,
      goal: `${encoding}, smaller`,
      reached: text.includes('</html>') && body.length < plain,
    })
  }
  const first = await ask(ports, { path: '/config.json' })
  const again = await ask(ports, { path: '/config.json', headers: { 'if-none-match': first.headers.etag ?? '' } })
  figures.push({
    what: `${name}: revalidation`,
    value: String(again.status),
    goal: '304',
    reached: again.status === 304,
  })
  report(figures)
}

async function proveAddresses({ name }: Proxy, ports: Ports): Promise<void> {
  const statuses: number[] = []
  for (let count = 0; count < TRIES; count += 1) statuses.push(await signIn(ports, { from: '127.0.0.2' }))
  const limited = statuses.filter((status) => status === 429).length
  const claimed = await signIn(ports, { from: '127.0.0.2', claims: '198.51.100.7' })
  const other = await signIn(ports, { from: '127.0.0.3' })
  report([
    {
      what: `${name}: rate limits by the client's address`,
      value: `${limited} of ${TRIES} sign-ins limited; with a claimed address ${claimed}, from another address ${other}`,
      goal: '429, 429, not 429',
      reached: limited > 0 && claimed === 429 && other !== 429,
    },
  ])
}
