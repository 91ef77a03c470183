import { setTimeout as sleep } from 'node:timers/promises'

/** Signs in the accounts `signer_0` and so on, which share one password. */
export interface SignersAsked {
  url: string
  count: number
  password: string
}

/** Time until the last account was signed in, and how often the server asked to wait. */
export interface SignersTold {
  seconds: number
  refused: number
}

/** A separate process, so that its load doesn't delay the readers. */
process.once('message', (asked: SignersAsked) => void signInAll(asked))

async function signInAll(asked: SignersAsked): Promise<void> {
  const began = performance.now()
  const refused = await Promise.all(Array.from({ length: asked.count }, (_, index) => signIn(asked, index)))
  const told: SignersTold = {
    seconds: (performance.now() - began) / 1000,
    refused: refused.reduce((sum, times) => sum + times, 0),
  }
  process.send?.(told, () => process.exit())
}

/** Retries when the server asks to wait; returns how often it did. */
async function signIn({ url, password }: SignersAsked, index: number): Promise<number> {
  const body = JSON.stringify({ login: `signer_${index}`, password })
  for (let refused = 0; ; refused += 1) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/auth/signIn`, { method: 'POST', headers, body })
    await answer.text()
    if (answer.ok) return refused
    if (answer.status !== 503) throw new Error(`sign-in failed with status ${answer.status}`)
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
}
