const TIMEOUT_MS = 5000

interface Reached {
  /** Null: nothing responded. */
  status: number | null
  /** Why nothing responded, such as ECONNREFUSED. */
  problem: string
  /** Time of the `Date` header; null: there is none. */
  date: number | null
}

/** Requests an address of this installation, as a browser would. */
export async function reach(address: string): Promise<Reached> {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    const date = Date.parse(response.headers.get('date') ?? '')
    return { status: response.status, problem: '', date: Number.isNaN(date) ? null : date }
  } catch (error) {
    const { code, message } = Object(error instanceof Error ? (error.cause ?? error) : {}) as NodeJS.ErrnoException
    return { status: null, problem: code ?? message ?? 'unknown', date: null }
  }
}
