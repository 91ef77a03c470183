import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
      'listen 80': `listen ${http}`,
      'forum.example;': 'localhost;',
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
      '{$STOA_HOST:forum.example} {': 'localhost {\n\ttls internal',
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

/** Runs work behind a proxy in front of a new server. */
async function behind(
  proxy: Proxy,
  about: { dataFolder: string; scale: string },
  work: (ports: Ports) => Promise<void>,
): Promise<void> {
  const ports = { stoa: await freePort(), http: await freePort(), https: await freePort() }
  // Each is ready when the other is.
  const stoa = startStoa({
    PORT: String(ports.stoa),
    STOA_URL: `https://localhost:${ports.https}`,
    STOA_DATA: about.dataFolder,
    STOA_RATE_SCALE: about.scale,
    STOA_TRUSTED_PROXIES: '127.0.0.1',
  })
  const [server, child] = await Promise.all([stoa, start(proxy, ports)])
  await work(ports)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  await server.stop()
}

/** Status of a sign-in with a wrong password, sent from one of this machine's addresses. */
function signIn(ports: Ports, about: { from: string; claims?: string }): Promise<number> {
  const body = JSON.stringify({ login: 'nobody', password: 'Wrong-Passw0rd' })
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', servername: 'localhost', port: ports.https, localAddress: about.from },
        ...{ method: 'POST', path: '/api/auth/signIn', rejectUnauthorized: false },
        headers: {
          host: `localhost:${ports.https}`,
          'content-type': 'application/json',
          ...(about.claims ? { 'x-forwarded-for': about.claims } : {}),
        },
      },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
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
    await behind(proxy, { dataFolder, scale: MANY }, (ports) => proveUse(proxy, { ports, tokenName, postId, picture }))
    await behind(proxy, { dataFolder, scale: FEW }, (ports) => proveAddresses(proxy, ports))
  }
}

async function proveUse(
  { name }: Proxy,
  about: { ports: Ports; tokenName: string; postId: string; picture: Buffer },
): Promise<void> {
  const { ports, tokenName, postId, picture } = about
  const url = `https://localhost:${ports.https}`
  const page = await fetch(`${url}/bbs`)
  const redirect = await fetch(`http://localhost:${ports.http}/bbs`, { redirect: 'manual' })
  const { accessToken: token } = await member(url, { username: `via_${name}`, join: tokenName })
  const uploaded = await upload(url, token, { bytes: picture, filename: 'noise.png', filetype: 'image/png' }).then(
    () => 'arrived',
    (error: unknown) => String(error),
  )
  const reader = await Promise.race([openLiveReader([url], postId), sleep(READY_WITHIN_MS, null)])
  const content = `Said behind ${name}`
  await post(url, 'commentCreate', { input: { tokenName, postId, content }, token })
  const until = Date.now() + ARRIVES_WITHIN_MS
  const hasArrived = () => reader?.arrived.has(content) ?? false
  while (!hasArrived() && Date.now() < until) await sleep(5)
  const isLive = hasArrived()
  reader?.close()
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
    {
      what: `${name}: web socket receives a comment`,
      value: isLive ? 'yes' : 'no',
      goal: 'yes',
      reached: isLive,
    },
    { what: `${name}: polling fallback`, value: String(polled.status), goal: '200', reached: polled.status === 200 },
  ])
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
