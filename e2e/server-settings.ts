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
