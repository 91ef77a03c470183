import { Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { Problem } from './problem.tsx'
import { securityMessages } from './security-messages.ts'
import { useAttempt } from './use-attempt.ts'

export interface DataExportProps {
  /** Has an archive made, and answers where it can be fetched; rejects with the error to explain. */
  onMake: () => Promise<{ url: string }>
}

/** Everything that a member has here, as one archive to take away. */
export function DataExport({ onMake }: DataExportProps) {
  const t = useTranslate(securityMessages)
  const { busy, problem, run } = useAttempt()
  const [url, setUrl] = useState<string | null>(null)

  async function make() {
    const answer = await onMake()
    setUrl(answer.url)
    const link = document.createElement('a')
    link.href = answer.url
    link.download = ''
    link.click()
  }
  return (
    <div className="stoa-settings-part">
      <h3>{t('data.export')}</h3>
      <p className="stoa-app-muted">{t('data.export.text')}</p>
      <Problem>{problem}</Problem>
      <div className="stoa-settings-ways">
        <Button busy={busy} onClick={() => void run(make)}>
          {t('data.export.make')}
        </Button>
        <span className="stoa-settings-saved" role="status">
          {busy && t('data.export.making')}
          {!busy && url !== null && (
            <>
              {t('data.export.ready')}{' '}
              <a href={url} download="">
                {t('data.export.download')}
              </a>
            </>
          )}
        </span>
      </div>
    </div>
  )
}
