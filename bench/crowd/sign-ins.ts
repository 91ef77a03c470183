import { setTimeout as sleep } from 'node:timers/promises'

/** Who signs in: accounts `signer_0` and so on, all with one password. */
export interface SignersAsked {
  url: string
  count: number
  password: string
}

/** How long it took until the last was in, and how often somebody was told to wait. */
export interface SignersTold {
  seconds: number
  refused: number
}

/** A process of its own, so that what it costs to ask does not count as the readers' waiting. */
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

/** Waits as it is told to; answers how often that was. */
async function signIn({ url, password }: SignersAsked, index: number): Promise<number> {
  const body = JSON.stringify({ login: `signer_${index}`, password })
  for (let refused = 0; ; refused += 1) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/auth/signIn`, { method: 'POST', headers, body })
    await answer.text()
    if (answer.ok) return refused
    if (answer.status !== 503) throw new Error(`a sign-in was answered with ${answer.status}`)
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
}
