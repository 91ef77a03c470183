import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openInProcess } from '../support/in-process.ts'
import { plainLoad } from '../support/plain-load.ts'
import { milliseconds, ratio, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { type RunningServer, startStoa, temporaryFolder } from '../support/server-process.ts'
import { type Sent, upload } from '../support/upload.ts'

const MEGABYTE = 1024 * 1024
const LARGE_BYTES = 100 * MEGABYTE
const PICTURES = 20
const PICTURES_PROCESS = join(import.meta.dirname, '../support/upload-pictures.ts')
const READERS = 10
const READING_S = 8

/**
 * The cost of uploads for other users: memory while one large file arrives, and latency of reading a cached thread, as
 * visitors do, while many pictures are uploaded.
 */
export async function run(): Promise<void> {
  const dataFolder = temporaryFolder()
  const { postId } = await seed({ url: null, dataFolder, comments: 30 })
  const { member, close } = await openInProcess({ url: null, dataFolder })
  const { token } = await member({ username: 'uploads_bench', join: 'BENCH' })
  await close()
  const server = await startStoa({ STOA_DATA: dataFolder })
  const url = `${server.url}/api/comments?type=post&postId=${postId}&limit=10`
  const read = () => plainLoad({ url, connections: READERS, seconds: READING_S })
  await plainLoad({ url, connections: READERS, seconds: 2 })

  const growth = await growthWhile(server, () => upload(server.url, token, largeVideo()))
  // A separate process sends the pictures; otherwise the reads would wait for it rather than for the server.
  const sender = fork(PICTURES_PROCESS, [String(PICTURES)])
  const [megabytes] = (await once(sender, 'message')) as [number]
  const alone = await read()
  const senderExit = once(sender, 'exit')
  sender.send({ url: server.url, token })
  const beside = await read()
  const [status] = (await senderExit) as [number | null]
  if (status !== 0) throw new Error('the pictures were not sent')
  await server.stop()
  const longer = beside.p99 / alone.p99
  report([
    {
      what: `memory while ${LARGE_BYTES / MEGABYTE} MB arrive`,
      value: `${growth.toFixed(0)} MB more`,
      goal: '<= 64 MB',
      reached: growth <= 64,
    },
    { what: 'reading alone, p99', value: milliseconds(alone.p99) },
    {
      what: `reading during the upload of ${PICTURES} pictures, ${megabytes.toFixed(0)} MB in total, p99`,
      value: milliseconds(beside.p99),
    },
    { what: 'slowdown', value: ratio(longer), goal: '<= 2 ×', reached: longer <= 2 },
    {
      what: 'failed reads',
      value: String(alone.failed + beside.failed),
      goal: '0',
      reached: alone.failed + beside.failed === 0,
    },
  ])
}

/** A file that starts like a video; the rest is filler. */
function largeVideo(): Sent {
  const bytes = Buffer.alloc(LARGE_BYTES)
  bytes.write('\0\0\0\x18ftypisom\0\0\0\0isomavc1', 'latin1')
  return { bytes, filename: 'large.mp4', filetype: 'video/mp4' }
}

/** Peak growth of a server's memory in MB while `work` runs. */
async function growthWhile(server: RunningServer, work: () => Promise<void>): Promise<number> {
  const before = server.memoryMb()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, server.memoryMb())), 20)
  await work()
  clearInterval(timer)
  return most - before
}
