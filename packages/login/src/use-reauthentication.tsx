import { StoaError } from '@stoa/client'
import { type ReactNode, useRef, useState } from 'react'
import { failureOf } from './failure.ts'
import {
  ReauthenticationDialog,
  type ReauthenticationMethod,
  type ReauthenticationProof,
} from './reauthentication-dialog.tsx'

/** How `useReauthentication` reaches the server. */
export interface Reauthentication {
  /** What the account can confirm with. */
  methods: () => Promise<readonly ReauthenticationMethod[]>
  confirm: (proof: ReauthenticationProof) => Promise<unknown>
  /** Has a code sent. */
  mail: () => Promise<unknown>
}

interface Waiting {
  again: () => void
  giveUp: (error: unknown) => void
}

/**
 * Runs what may need a fresh proof of who it is: `const { confirmed, dialog } = useReauthentication(…)`, render `dialog`,
 * and call `await confirmed(() => client.call(…))`. When the action is refused with REAUTHENTICATION_REQUIRED the dialog
 * asks, and then the action runs again. Closing the dialog rejects with code ABORTED, of which nobody is to be told.
 */
export function useReauthentication(server: Reauthentication): {
  confirmed: <Result>(action: () => Promise<Result>) => Promise<Result>
  dialog: ReactNode
} {
  const [methods, setMethods] = useState<readonly ReauthenticationMethod[] | null>(null)
  const [open, setOpen] = useState(false)
  const waiting = useRef<Waiting | null>(null)

  async function confirmed<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action()
    } catch (error) {
      if (failureOf(error).code !== 'REAUTHENTICATION_REQUIRED') throw error
      await proven()
      return action()
    }
  }

  function proven(): Promise<void> {
    waiting.current?.giveUp(aborted())
    return new Promise((again, giveUp) => {
      waiting.current = { again, giveUp }
      setMethods(null)
      setOpen(true)
      server.methods().then(setMethods, (error: unknown) => end((one) => one.giveUp(error)))
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
      methods={methods}
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
