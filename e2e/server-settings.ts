import { join, resolve } from 'node:path'

/** What all runs leave behind; the end of one removes it. */
export const DATA = resolve(import.meta.dirname, '../.cache/e2e-data')

/** The port of each worker's forum, made up by the configuration. */
export const forumPorts = () => (process.env.STOA_E2E_PORTS ?? '').split(',').map(Number)

/** The port of this worker's forum. */
export const forumPort = () => forumPorts()[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? 0

/** The data folder of this run's forum at a port. */
export const dataOf = (port: number) => join(DATA, process.env.STOA_E2E_RUN ?? '', String(port))

/** What a server of the journeys runs with: the demonstration in a data folder of its own. */
export function serverSettings({ port, data }: { port: number; data: string }) {
  return {
    PORT: String(port),
    STOA_URL: `http://localhost:${port}`,
    STOA_DATA: data,
    STOA_DEMO: '1',
    // A whole run acts from one address.
    STOA_RATE_SCALE: '100',
    LOG_LEVEL: 'error',
  }
}
