import { Button, useTranslate } from '@stoa/ui'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved } from '../settings-section.tsx'
import { dataMessages } from './messages.ts'

export interface DataExportProps {
  /** Creates an archive; resolves to its one-time address, or rejects with the error to show. */
  onMake: () => Promise<{ url: string }>
}

/** Exports all of a member's data as one archive. */
export function DataExport({ onMake }: DataExportProps) {
  const t = useTranslate(dataMessages)
  const { busy, isDone, problem, run } = useFormAction()

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
        <Saved>{busy ? t('data.export.making') : isDone ? t('data.export.ready') : ''}</Saved>
      </div>
    </div>
  )
}
