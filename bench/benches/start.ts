import { report } from '../support/report.ts'
import { startStoa } from '../support/server-process.ts'

const IDLE_MS = 3000

/** Time until a built server is ready, and its memory when idle. */
export async function run(): Promise<void> {
  const first = await startStoa()
  await first.stop()
  const server = await startStoa()
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const memory = server.memoryMb()
  await server.stop()
  report([
    {
      what: 'ready from a built tree',
      value: `${Math.round(server.readyAfterMs)} ms`,
      goal: '< 1000 ms',
      reached: server.readyAfterMs < 1000,
    },
    { what: 'idle memory', value: `${Math.round(memory)} MB`, goal: '< 120 MB', reached: memory < 120 },
  ])
}
