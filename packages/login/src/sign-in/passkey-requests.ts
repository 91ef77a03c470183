import { errorCode } from '@stoa/client'

/** How passkeys are offered in autofill. */
export interface PasskeyOffer<Proof> {
  /** Waits until one is chosen. The signal cancels it. */
  wait: (signal: AbortSignal) => Promise<Proof>
  /** Signs in with it. */
  send: (proof: Proof) => Promise<unknown>
}

/**
 * Coordinates passkey requests. Browsers allow one at a time, and of two responses from a device the server accepts the
 * newer one. A press therefore cancels the browser's autofill request, or joins a sign-in just picked there.
 */
export function createPasskeyTurns() {
  let offered: AbortController | null = null
  let picked: Promise<unknown> | null = null
  let pressed: Promise<unknown> | null = null
  return {
    /** The person asks for a passkey. */
    async press(signIn: () => Promise<unknown>): Promise<unknown> {
      if (picked) return picked
      offered?.abort()
      pressed = signIn()
      try {
        return await pressed
      } finally {
        pressed = null
      }
    },
    /** Offers passkeys until one was chosen or the signal ends it, and again after a canceled press. */
    async offer<Proof>(signal: AbortSignal, { wait, send }: PasskeyOffer<Proof>): Promise<unknown> {
      while (!signal.aborted && (await isFree(pressed))) {
        const controller = new AbortController()
        const end = () => controller.abort()
        signal.addEventListener('abort', end)
        offered = controller
        try {
          const proof = await wait(controller.signal)
          if (controller.signal.aborted) continue
          picked = send(proof)
          return await picked
        } catch (error) {
          if (!controller.signal.aborted) throw error
        } finally {
          signal.removeEventListener('abort', end)
          if (offered === controller) offered = picked = null
        }
      }
      return undefined
    },
  }
}

/** Waits for a press. Resolves to whether to ask the device again, because the person canceled. */
async function isFree(pressed: Promise<unknown> | null): Promise<boolean> {
  if (!pressed) return true
  return pressed.then(
    () => false,
    (error: unknown) => errorCode(error) === 'ABORTED',
  )
}
