import { useStoa } from '@stoa/store/react'
import { Banner, Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import type { StepProps } from '../guide.tsx'
import { setupMessages } from '../messages.ts'

const SETTINGS = `SMTP_URL=smtp://user:password@mail.example:587
STOA_MAIL_FROM=forum@mail.example`

/** Sends a test mail, or says which settings send mail. */
export function EmailStep({ state }: StepProps) {
  const t = useTranslate(setupMessages)
  const stoa = useStoa()
  const { busy, problem, run } = useFormAction()
  const [result, setResult] = useState<{ to: string; error: string } | null>(null)
  if (!state.hasMailServer)
    return (
      <div className="stoa-setup-fields">
        <Banner tone="warning">{t('setup.email.missing')}</Banner>
        <p>{t('setup.email.how')}</p>
        <pre dir="ltr">
          <code>{SETTINGS}</code>
        </pre>
      </div>
    )
  const send = () =>
    run(async () => {
      setResult(null)
      setResult(await stoa.client.call('setupMailTest', {}))
    })
  return (
    <div className="stoa-setup-fields">
      <p>{t('setup.email.ready')}</p>
      <div>
        <Button busy={busy} onClick={() => void send()}>
          {t('setup.email.send')}
        </Button>
      </div>
      <div className="stoa-setup-result" role="status">
        {result?.error === '' && <Banner tone="success">{t('setup.email.sent', { address: result.to })}</Banner>}
        {result?.to === '' && <Banner tone="warning">{t('setup.email.noAddress')}</Banner>}
        {result && result.to !== '' && result.error !== '' && (
          <>
            <Banner tone="danger">{t('setup.email.failed')}</Banner>
            <pre dir="ltr">
              <code>{result.error}</code>
            </pre>
          </>
        )}
      </div>
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
    </div>
  )
}
