import { Button, useTranslate } from '@stoa/ui'
import { useId, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import { turnOnPush } from '../device.ts'
import { pushMessages } from '../messages.ts'
import { TurnOnDialog } from '../turn-on-dialog.tsx'

interface ConnectedPushInvitationProps {
  viewerId: string
  /** It was dismissed or accepted. */
  onEnd: () => void
}

/** The invitation, connected to the browser and the server. */
export function ConnectedPushInvitation({ viewerId, onEnd }: ConnectedPushInvitationProps) {
  const t = useTranslate(pushMessages)
  const { toasts, stoa } = useHostedApp()
  const { busy, problem, run } = useFormAction()
  function end(): void {
    // The pressed button disappears.
    document.getElementById('main')?.focus({ preventScroll: true })
    onEnd()
  }
  const turnOn = () =>
    run(async () => {
      const { state } = await turnOnPush({ call: stoa.client.call, viewerId })
      const isOn = state === 'on'
      toasts.show({ text: t(isOn ? 'push.done' : 'push.refused'), tone: isOn ? 'success' : 'neutral' })
      end()
    })
  return <PushInvitation busy={busy} problem={problem} onTurnOn={() => void turnOn()} onDismiss={end} />
}

export interface PushInvitationProps {
  /** The browser is asking. */
  busy: boolean
  /** Why it failed; empty if it didn't. */
  problem: string
  /** After the explanation: lets the browser ask. */
  onTurnOn: () => void
  onDismiss: () => void
}

/** A line that offers push. It moves nothing, takes no focus, and asks for no permission by itself. */
export function PushInvitation({ busy, problem, onTurnOn, onDismiss }: PushInvitationProps) {
  const t = useTranslate(pushMessages)
  const id = useId()
  const [isExplaining, setExplaining] = useState(false)
  return (
    <section className="stoa-app-suggestion" aria-labelledby={id}>
      <p id={id} role="status">
        {t('push.invitation')}
      </p>
      <div className="stoa-app-suggestion-ways">
        <Button size="s" variant="primary" onClick={() => setExplaining(true)}>
          {t('push.turnOn')}
        </Button>
        <Button size="s" variant="quiet" onClick={onDismiss}>
          {t('push.ask.cancel')}
        </Button>
      </div>
      <TurnOnDialog
        open={isExplaining}
        busy={busy}
        problem={problem}
        onContinue={onTurnOn}
        onClose={() => setExplaining(false)}
      />
    </section>
  )
}
