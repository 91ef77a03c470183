import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { bundledProgram } from './bundled-program.ts'

/** A server in its own process, on the system clock. */
export interface ServerProgram {
  url: string
  stop(): Promise<void>
}

/** Starts a server with a test application's settings; it ends with the test's process at the latest. */
export async function startServerProgram(settings: Record<string, string>): Promise<ServerProgram> {
  const child = spawn(process.execPath, [await bundledProgram('server-program')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const port = await portOf(child)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const exitEvent = once(child, 'exit')
      child.kill('SIGKILL')
      await exitEvent
      process.off('exit', kill)
    },
  }
}

async function portOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the event did not arrive')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('a server did not start')
}
