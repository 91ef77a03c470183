import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../../config.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

const TIMEOUT_MS = 5000
const messageOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))

export async function checkRedis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === null) return skipped('Redis', 'not used: there is one server process')
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, { lazyConnect: true, connectTimeout: TIMEOUT_MS, retryStrategy: () => null })
  let reason = ''
  redis.on('error', (error) => {
    reason = messageOf(error)
  })
  try {
    await redis.connect()
    const start = performance.now()
    await redis.ping()
    return ok('Redis', `responds in ${(performance.now() - start).toFixed(1)} ms`)
  } catch (error) {
    return failed('Redis', `not reached: ${reason || messageOf(error)}`, 'Start Redis, or correct REDIS_URL.')
  } finally {
    redis.disconnect()
  }
}

/** Stores, reads and removes a small file, as uploads do. `open`: tests pass another. */
export async function checkStorage(config: Config, open = openStorage): Promise<Finding> {
  const place = config.s3 === null ? join(config.dataFolder, 'media') : `bucket ${config.s3.bucket}`
  const folder = await mkdtemp(join(tmpdir(), 'stoa-doctor-'))
  const content = randomBytes(16).toString('hex')
  const id = `doctor${content.slice(0, 14)}`
  const storage = open({ s3: config.s3, dataFolder: config.s3 === null ? config.dataFolder : folder })
  try {
    const file = join(folder, 'test')
    await writeFile(file, content)
    await storage.put(id, 'test.txt', file)
    const found = await text(await storage.read(id, 'test.txt'))
    if (found !== content) throw new Error('it returns something else than was stored')
    await storage.removeAll(id)
    if ((await storage.size(id, 'test.txt')) !== null) throw new Error('it doesn’t remove files')
    return ok('storage', `${place} stores, returns and removes files`)
  } catch (error) {
    const advice =
      config.s3 === null
        ? 'Let the server’s user write the folder, and make room on the disk.'
        : 'Correct S3_URL, and let its key read, write, list and delete in the bucket.'
    return failed('storage', `${place}: ${messageOf(error)}`, advice)
  } finally {
    // Also after a failure, which the finding names already.
    await storage.removeAll(id).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

/** Connects and signs in to the mail server, and sends nothing. */
export async function checkMail({ smtpUrl, mailFrom, production, dataFolder }: Config): Promise<Finding> {
  if (smtpUrl === null) {
    const found = `SMTP_URL is not set: mails are files in ${dataFolder}/mail`
    if (!production) return skipped('mail', found)
    return warning('mail', found, 'Set SMTP_URL; without it nobody gets sign-in links.')
  }
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: smtpUrl, disableFileAccess: true, disableUrlAccess: true, ...timeouts })
  const { host } = new URL(smtpUrl)
  try {
    await transport.verify()
    return ok('mail', `${host} lets us in; mails come from ${mailFrom} (to send one: stoa mail:test <address>)`)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    const advice =
      code === 'EAUTH'
        ? 'Correct user and password in SMTP_URL, percent-encoded.'
        : 'Correct SMTP_URL, and let this machine reach that port.'
    return failed('mail', `${host}: ${messageOf(error)}`, advice)
  } finally {
    transport.close()
  }
}
