import { Button, useTranslate } from '@stoa/ui'
import { useFormAction } from '../../shell/use-form-action.ts'
import { Problem } from './problem.tsx'
import { Saved } from './section.tsx'
import { securityMessages } from './security-messages.ts'

export interface DataExportProps {
  /** Has an archive made, and answers where it can be fetched once; rejects with the error to explain. */
  onMake: () => Promise<{ url: string }>
}

/** Everything that a member has here, as one archive to take away. */
export function DataExport({ onMake }: DataExportProps) {
  const t = useTranslate(securityMessages)
  const { busy, done, problem, run } = useFormAction()

  async function make() {
    const { url } = await onMake()
    const link = document.createElement('a')
    link.href = url
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
        <Saved>{busy ? t('data.export.making') : done ? t('data.export.ready') : ''}</Saved>
      </div>
    </div>
  )
}
