import type { CallInput, DomainMenu, MenuItem } from '@stoa/contract'
import { errorDetails } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, Dialog, TextArea, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { menuMessages } from './messages.ts'

interface ImportProps {
  domain: string
  onImport: (checked: Pick<DomainMenu, 'items' | 'targets'>) => void
  onClose: () => void
}

/** Reads a menu from JSON. Problems are named by path, such as `items[1].target`. */
export function ImportDialog({ domain, onImport, onClose }: ImportProps) {
  const t = useTranslate(menuMessages)
  const { call } = useStoa().client
  const attempt = useFormAction()
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<readonly string[]>([])

  function read(): unknown {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && 'items' in value ? value.items : value
  }
  async function load(): Promise<void> {
    setProblems([])
    let items: unknown
    try {
      items = read()
    } catch (error) {
      setProblems([t('menu.json.bad', { problem: (error as Error).message })])
      return
    }
    await attempt.run(async () => {
      try {
        onImport(await call('menuCheck', { name: domain, items: items as CallInput<'menuCheck'>['items'] }))
      } catch (error) {
        const { issues } = errorDetails(error, t)
        setProblems(issues.map(({ field, message }) => `${field.replaceAll(/\.(\d+)/g, '[$1]')}: ${message}`))
        throw error
      }
    })
  }
  return (
    <Dialog
      open
      title={t('menu.json.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('menu.dialog.cancel')}
          </Button>
          <Button variant="primary" busy={attempt.busy} onClick={() => void load()}>
            {t('menu.json.submit')}
          </Button>
        </>
      }
    >
      <div className="stoa-settings-fields">
        <p>{t('menu.json.text')}</p>
        <TextArea
          label={t('menu.json.field')}
          value={text}
          rows={10}
          dir="ltr"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {problems.length > 0 ? (
          <Banner tone="danger" title={t('menu.json.problems')}>
            <ul className="stoa-app-menu-problems">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Banner>
        ) : (
          attempt.problem !== '' && <Banner tone="danger">{attempt.problem}</Banner>
        )}
      </div>
    </Dialog>
  )
}

/** The menu as JSON, to copy. */
export function ExportDialog({ items, onClose }: { items: readonly MenuItem[]; onClose: () => void }) {
  const t = useTranslate(menuMessages)
  const { toasts } = useHostedApp()
  const text = JSON.stringify({ items }, null, 2)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toasts.show({ text: t('menu.json.copied'), tone: 'success' }),
      () => toasts.show({ text: t('menu.json.copyFailed'), tone: 'danger' }),
    )
  return (
    <Dialog
      open
      title={t('menu.json.export')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('menu.json.close')}
          </Button>
          <Button variant="primary" onClick={() => void copy()}>
            {t('menu.json.copy')}
          </Button>
        </>
      }
    >
      <TextArea label={t('menu.json.field')} value={text} rows={12} dir="ltr" readOnly spellCheck={false} />
    </Dialog>
  )
}
