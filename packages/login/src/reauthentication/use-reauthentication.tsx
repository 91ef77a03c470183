import { StoaError } from '@stoa/client'
import { errorDetails } from '@stoa/store'
import { type ReactNode, useRef, useState } from 'react'
import {
  ReauthenticationDialog,
  type ReauthenticationMethod,
  type ReauthenticationProof,
  type ReauthenticationProvider,
} from './reauthentication-dialog.tsx'

/** Methods to confirm one's identity. */
export interface ReauthenticationOptions {
  methods: readonly ReauthenticationMethod[]
  /** Default: none. */
  providers?: readonly ReauthenticationProvider[]
}

/** How `useReauthentication` reaches the server. */
export interface Reauthentication {
  /** The account's methods and, if there are none, providers that can confirm the identity. */
  methods: () => Promise<ReauthenticationOptions>
  /**
   * Opens a provider's window in the click handler. Resolves when it has confirmed the identity. Default: not offered.
   */
  provider?: (id: string) => Promise<unknown>
  confirm: (proof: ReauthenticationProof) => Promise<unknown>
  /** Mails a code. */
  mail: () => Promise<unknown>
}

interface Waiting {
  again: () => void
  giveUp: (error: unknown) => void
}

/**
 * Runs actions that may need reauthentication: `const { confirmed, dialog } = useReauthentication(…)`, render `dialog`,
 * and call `await confirmed(() => client.call(…))`. If the action is refused with REAUTHENTICATION_REQUIRED, the dialog
 * asks and the action runs again. Closing the dialog rejects with code ABORTED, which needs no message.
 */
export function useReauthentication(server: Reauthentication): {
  confirmed: <Result>(action: () => Promise<Result>) => Promise<Result>
  dialog: ReactNode
} {
  const [options, setOptions] = useState<ReauthenticationOptions | null>(null)
  const [open, setOpen] = useState(false)
  const waiting = useRef<Waiting | null>(null)

  async function confirmed<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action()
    } catch (error) {
      if (errorDetails(error).code !== 'REAUTHENTICATION_REQUIRED') throw error
      await proven()
      return action()
    }
  }

  function proven(): Promise<void> {
    waiting.current?.giveUp(aborted())
    return new Promise((again, giveUp) => {
      waiting.current = { again, giveUp }
      setOptions(null)
      setOpen(true)
      server.methods().then(setOptions, (error: unknown) => end((one) => one.giveUp(error)))
    })
  }

  function end(how: (one: Waiting) => void) {
    const one = waiting.current
    waiting.current = null
    setOpen(false)
    if (one) how(one)
  }

  const dialog = (
    <ReauthenticationDialog
      open={open}
      methods={options?.methods ?? null}
      providers={options?.providers}
      onProvider={
        server.provider &&
        (async (id) => {
          await server.provider?.(id)
          end((one) => one.again())
        })
      }
      onConfirm={async (proof) => {
        await server.confirm(proof)
        end((one) => one.again())
      }}
      onMail={server.mail}
      onClose={() => end((one) => one.giveUp(aborted()))}
    />
  )
  return { confirmed, dialog }
}

function aborted(): StoaError {
  return new StoaError('ABORTED', { message: 'It was not confirmed.' })
}
