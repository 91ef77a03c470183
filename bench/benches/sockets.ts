import { member, post } from '../support/member.ts'
import { milliseconds, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'
import { epochMs } from '../workers/socket-messages.ts'
import { openSocketPool } from '../workers/socket-pool.ts'

const SOCKETS = 10_000
const UNICAST_PER_SECOND = 1000
const UNICAST_SECONDS = 10
const FAN_OUTS = 10
const PAUSE_MS = 1000
/** Pause that lets the work of connecting finish before measuring. */
const SETTLE_MS = 3000

/**
 * Ten thousand sockets on one process, held by other processes: memory, latency of a response to one socket and of one
 * comment to all.
 */
export async function run(): Promise<void> {
  const dataFolder = temporaryFolder()
  const { tokenName, postId } = await seed({ url: null, dataFolder, comments: 10 })
  const server = await startStoa({ STOA_DATA: dataFolder })
  const idle = server.memoryMb()
  const { accessToken: token } = await member(server.url, { username: 'bench_writer', join: tokenName })
  const start = performance.now()
  const pool = await openSocketPool({ url: server.url, postId, sockets: SOCKETS })
  const { watching } = pool
  const perSecond = Math.round(watching / ((performance.now() - start) / 1000))
  const memory = server.memoryMb()
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))

  const beforeUnicast = server.cpuMs()
  const unicast = await pool.unicast(UNICAST_PER_SECOND, UNICAST_SECONDS)
  const beforeFanOut = server.cpuMs()
  const fanOut: number[] = []
  let unheard = 0
  for (let round = 0; round < FAN_OUTS; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const text = `To all of you, number ${round}.`
    let sentAt = 0
    const { arrivals, lost } = await pool.receive(text, async () => {
      sentAt = epochMs()
      await post(server.url, 'commentCreate', { input: { tokenName, postId, content: text }, token })
    })
    fanOut.push(...arrivals.map((arrival) => arrival - sentAt))
    unheard += lost
  }
  const most = server.memoryMb()
  const afterFanOut = server.cpuMs()
  pool.close()
  await server.stop()

  const [unicastP99, fanOutP99] = [quantile(unicast.times, 0.99), quantile(fanOut, 0.99)]
  report([
    { what: 'sockets connected and watching', value: `${watching}`, goal: `${SOCKETS}`, reached: watching === SOCKETS },
    { what: 'connected and watching, per second', value: `${perSecond}` },
    {
      what: 'memory of the server: idle, with all sockets, at the end',
      value: `${Math.round(idle)}, ${Math.round(memory)}, ${Math.round(most)} MB`,
      goal: '< 400 MB',
      reached: Math.max(memory, most) < 400,
    },
    {
      what: `response to one socket at ${UNICAST_PER_SECOND}/s, round trip: p50, p99`,
      value: `${milliseconds(quantile(unicast.times, 0.5))}, ${milliseconds(unicastP99)}`,
      goal: 'p99 < 50 ms',
      reached: unicastP99 < 50,
    },
    {
      what: `one comment to all sockets, ${FAN_OUTS} times, from sending it: p50, p99`,
      value: `${milliseconds(quantile(fanOut, 0.5))}, ${milliseconds(fanOutP99)}`,
      goal: 'p99 < 800 ms',
      reached: fanOutP99 < 800,
    },
    {
      what: "the server's own processor time: one response, one comment to all",
      value: `${milliseconds((beforeFanOut - beforeUnicast) / unicast.times.length)}, ${milliseconds((afterFanOut - beforeFanOut) / FAN_OUTS)}`,
    },
    {
      what: 'lost: responses, comments',
      value: `${unicast.lost}, ${unheard}`,
      goal: '0, 0',
      reached: unicast.lost + unheard === 0,
    },
  ])
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}
