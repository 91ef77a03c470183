import { pageStorage, randomId } from '@stoa/client'

const NAME = 'stoa.payment'

interface Try {
  content: string
  idempotencyKey: string
}

/**
 * The idempotency key of a payment. A try whose end is unknown may have been paid all the same, so the same again has
 * the same key, also after the page was reloaded.
 */
export function paymentKey(payer: string, payment: object): string {
  const content = JSON.stringify([payer, payment])
  const last = lastTry()
  const idempotencyKey = last?.content === content ? last.idempotencyKey : randomId()
  pageStorage('session').setItem(NAME, JSON.stringify({ content, idempotencyKey } satisfies Try))
  return idempotencyKey
}

/** The payment was made: the same again is another one. */
export function forgetPaymentKey(): void {
  pageStorage('session').removeItem(NAME)
}

function lastTry(): Try | null {
  try {
    return JSON.parse(pageStorage('session').getItem(NAME) ?? 'null') as Try | null
  } catch {
    return null
  }
}
