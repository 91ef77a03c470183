import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Data of this run. */
export const runData = () => join(tmpdir(), `stoa-e2e-${process.env.STOA_E2E_RUN ?? ''}`)

/** The port of each worker's forum, chosen by the configuration. */
export const forumPorts = () => (process.env.STOA_E2E_PORTS ?? '').split(',').map(Number)

export const forumPort = () => forumPorts()[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? 0

/** The data folder of this run's forum on a port. */
export const dataOf = (port: number) => join(runData(), String(port))

/** Environment of a journey's server: the demonstration in its own data folder. */
export function serverSettings({ port, data }: { port: number; data: string }) {
  return {
    PORT: String(port),
    STOA_URL: `http://localhost:${port}`,
    STOA_DATA: data,
    STOA_DEMO: '1',
    // A whole run comes from one address.
    STOA_RATE_SCALE: '100',
    LOG_LEVEL: 'error',
  }
}
