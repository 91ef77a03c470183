import { Badge, Button, Dialog, translatable, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved, Section } from '../settings-section.tsx'
import { securityMessages } from './messages.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type TotpSecret, TotpSetup } from './totp-setup.tsx'

export interface TwoStepProps {
  isOn: boolean
  recoveryCodesLeft: number
  /** The account's role requires it, so it can't be turned off. */
  isMandatory: boolean
  username: string
  /** Name of the forum. */
  forum: string
  /** Starts the setup; nothing changes before a code is confirmed. Rejects with the error to show, like the others. */
  onBegin: () => Promise<TotpSecret>
  onConfirm: (code: string) => Promise<{ recoveryCodes: string[] }>
  onRenew: () => Promise<{ recoveryCodes: string[] }>
  onTurnOff: () => Promise<unknown>
}

/** With fewer recovery codes than these, new ones are suggested. */
const FEW_CODES = 3

/** Two-step verification: codes from an app, and recovery codes in case the phone is lost. */
export function TwoStep(props: TwoStepProps) {
  const { isOn, isMandatory, username, forum, onBegin, onConfirm } = props
  const t = useTranslate(securityMessages)
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { busy, problem, run } = useFormAction()
  const heading = useRef<HTMLParagraphElement>(null)

  function content() {
    if (codes) {
      const finish = () => {
        setCodes(null)
        heading.current?.focus()
      }
      return <RecoveryCodes codes={codes} username={username} forum={forum} onDone={finish} />
    }
    if (secret) {
      const confirm = async (code: string) => {
        const { recoveryCodes } = await onConfirm(code)
        setSecret(null)
        setCodes(recoveryCodes)
      }
      return <TotpSetup secret={secret} onConfirm={confirm} onCancel={() => setSecret(null)} />
    }
    if (isOn) return <TurnedOn {...props} onCodes={setCodes} />
    return (
      <>
        <Problem>{problem}</Problem>
        <div className="stoa-settings-ways">
          <Button variant="primary" busy={busy} onClick={() => void run(async () => setSecret(await onBegin()))}>
            {t('twoStep.start')}
          </Button>
        </div>
      </>
    )
  }
  return (
    <Section id="two-step" level={3} title={t('twoStep.title')} text={t('twoStep.text')}>
      <p className="stoa-settings-value" ref={heading} tabIndex={-1}>
        <Badge tone={isOn || codes ? 'success' : 'neutral'}>{t(isOn || codes ? 'twoStep.on' : 'twoStep.off')}</Badge>
        {isMandatory && <span className="stoa-app-muted">{t('twoStep.must')}</span>}
      </p>
      {content()}
    </Section>
  )
}

function TurnedOn({
  recoveryCodesLeft,
  isMandatory,
  onRenew,
  onTurnOff,
  onCodes,
}: TwoStepProps & { onCodes: (codes: readonly string[]) => void }) {
  const t = useTranslate(securityMessages)
  const { busy, isDone, problem, run } = useFormAction()
  const [dialog, setDialog] = useState<'renew' | 'turnOff' | null>(null)
  const close = () => setDialog(null)
  function doIt() {
    close()
    void run(async () => {
      if (dialog === 'renew') onCodes((await onRenew()).recoveryCodes)
      else await onTurnOff()
    })
  }
  return (
    <>
      <p>
        {translatable(
          `${t('twoStep.left', { count: recoveryCodesLeft })} ${recoveryCodesLeft < FEW_CODES ? t('twoStep.few') : ''}`,
        )}
      </p>
      <Problem>{problem}</Problem>
      <div className="stoa-settings-ways">
        <Button busy={busy} onClick={() => setDialog('renew')}>
          {t('twoStep.renew')}
        </Button>
        {!isMandatory && <Button onClick={() => setDialog('turnOff')}>{t('twoStep.turnOff')}</Button>}
        <Saved>{isDone ? t('twoStep.turnedOff') : ''}</Saved>
      </div>
      <Dialog
        open={dialog !== null}
        kind="alert"
        title={t(`twoStep.${dialog ?? 'renew'}.title`)}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('twoStep.cancel')}</Button>
            <Button variant="danger" onClick={doIt}>
              {t(`twoStep.${dialog ?? 'renew'}`)}
            </Button>
          </>
        }
      >
        {t(`twoStep.${dialog ?? 'renew'}.text`)}
      </Dialog>
    </>
  )
}
