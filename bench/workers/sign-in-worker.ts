import { setTimeout as sleep } from 'node:timers/promises'

/** Signs in the accounts `signer_0` and so on, which share one password. */
export interface SignInRequest {
  url: string
  count: number
  password: string
}

/** Time until the last account was signed in, and how often the server asked to wait. */
export interface SignInResult {
  seconds: number
  refused: number
}

/** A separate process, so that its load doesn't delay the readers. */
process.once('message', (request: SignInRequest) => void signInAll(request))

async function signInAll(request: SignInRequest): Promise<void> {
  const start = performance.now()
  const refused = await Promise.all(Array.from({ length: request.count }, (_, index) => signIn(request, index)))
  const result: SignInResult = {
    seconds: (performance.now() - start) / 1000,
    refused: refused.reduce((sum, times) => sum + times, 0),
  }
  process.send?.(result, () => process.exit())
}

/** Retries when the server asks to wait; returns how often it did. */
async function signIn({ url, password }: SignInRequest, index: number): Promise<number> {
  const body = JSON.stringify({ login: `signer_${index}`, password })
  for (let refused = 0; ; refused += 1) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/auth/signIn`, { method: 'POST', headers, body })
    await response.text()
    if (response.ok) return refused
    if (response.status !== 503) throw new Error(`sign-in failed with status ${response.status}`)
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
  }
}
