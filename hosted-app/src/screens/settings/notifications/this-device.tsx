import { BellIcon, Button, CheckIcon, InfoIcon, useTranslate, WarningIcon } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import type { PushState } from '../../../push/device.ts'
import { pushMessages } from '../../../push/messages.ts'
import { TurnOnDialog } from '../../../push/turn-on-dialog.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved, Section } from '../settings-section.tsx'
import { deviceMessages } from './messages.ts'

export interface ThisDeviceProps {
  state: PushState
  /** They reject with the error to show. */
  onTurnOn: () => Promise<unknown>
  onTurnOff: () => Promise<unknown>
  /** Resolves to whether the push service accepted the test. */
  onTest: () => Promise<boolean>
}

const ICONS = {
  on: CheckIcon,
  off: BellIcon,
  blocked: WarningIcon,
  homeScreen: InfoIcon,
  unsupported: InfoIcon,
  unavailable: InfoIcon,
} as const

/** Whether this browser shows notifications, and turning them on and off. */
export function ThisDevice({ state, onTurnOn, onTurnOff, onTest }: ThisDeviceProps) {
  const t = useTranslate({ ...deviceMessages, ...pushMessages })
  const turning = useFormAction()
  const testing = useFormAction()
  const [isExplaining, setExplaining] = useState(false)
  const [isAccepted, setAccepted] = useState(true)
  const status = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  const StateIcon = ICONS[state]
  useEffect(() => {
    if (!wasPressed.current) return
    // The pressed button has disappeared.
    wasPressed.current = false
    status.current?.focus({ preventScroll: true })
  }, [state])

  async function turn(change: () => Promise<unknown>): Promise<void> {
    testing.reset()
    wasPressed.current = true
    const isDone = await turning.run(change)
    if (!isDone) wasPressed.current = false
    else setExplaining(false)
  }
  return (
    <Section id="device" title={t('device.title')}>
      <div className="stoa-settings-device" data-state={state}>
        <StateIcon />
        <div>
          <p ref={status} role="status" tabIndex={-1}>
            <strong>{t(`device.${state}`)}</strong>
          </p>
          <p className="stoa-app-muted">{t(`device.${state}.text`)}</p>
        </div>
      </div>
      <Problem>
        {isExplaining
          ? ''
          : turning.problem || testing.problem || (testing.isDone && !isAccepted ? t('device.test.failed') : '')}
      </Problem>
      {state === 'off' && (
        <div className="stoa-settings-ways">
          <Button variant="primary" onClick={() => setExplaining(true)}>
            {t('push.turnOn')}
          </Button>
        </div>
      )}
      {state === 'on' && (
        <div className="stoa-settings-ways">
          <Button busy={testing.busy} onClick={() => void testing.run(async () => setAccepted(await onTest()))}>
            {t('device.test')}
          </Button>
          <Button variant="quiet" busy={turning.busy} onClick={() => void turn(onTurnOff)}>
            {t('device.turnOff')}
          </Button>
          <Saved>{testing.isDone && isAccepted ? t('device.test.sent') : ''}</Saved>
        </div>
      )}
      <TurnOnDialog
        open={isExplaining}
        busy={turning.busy}
        problem={turning.problem}
        onContinue={() => void turn(onTurnOn)}
        onClose={() => setExplaining(false)}
      />
    </Section>
  )
}
