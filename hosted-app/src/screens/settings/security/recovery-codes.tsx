import { Banner, Button, useTranslate } from '@stoa/ui'
import { useEffect, useRef } from 'react'
import { CopyButton } from './copy-button.tsx'
import { securityMessages } from './messages.ts'

export interface RecoveryCodesProps {
  codes: readonly string[]
  /** The owner's username, for the file. */
  username: string
  /** Name of the forum, for the file. */
  forum: string
  /** The member has stored them. */
  onDone: () => void
}

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, username, forum, onDone }: RecoveryCodesProps) {
  const t = useTranslate(securityMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = [t('recovery.file', { name: username, forum }), '', ...codes, ''].join('\n')

  function download() {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = `recovery-codes-${username}.txt`
    link.click()
    // Later, because some engines start reading only after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  return (
    <div className="stoa-settings-part stoa-settings-recovery">
      <h4 ref={heading} tabIndex={-1}>
        {t('recovery.title')}
      </h4>
      <Banner tone="warning">{t('recovery.text')}</Banner>
      <ul className="stoa-settings-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="stoa-settings-ways">
        <CopyButton text={codes.join('\n')} label={t('recovery.copy')} />
        <Button size="s" onClick={download}>
          {t('recovery.download')}
        </Button>
        <Button size="s" onClick={() => window.print()}>
          {t('recovery.print')}
        </Button>
      </div>
      <div className="stoa-settings-ways">
        <Button variant="primary" onClick={onDone}>
          {t('recovery.done')}
        </Button>
      </div>
    </div>
  )
}
