import '../../settings/settings.css'
import { Banner, Button, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'

/** English texts of edit conflicts in settings. */
const conflictMessages = {
  'conflict.title': 'Someone else just changed this',
  'conflict.text': 'Nothing you entered is lost. Choose which version to keep.',
  'conflict.now': 'Now: {value}',
  'conflict.mine': 'Yours: {value}',
  'conflict.overwrite': 'Save mine',
  'conflict.take': 'Discard mine',
} as const

interface SettingConflictProps {
  /** Settings changed by both, with the current value and the viewer's. */
  settings: readonly { name: string; label: string; now: ReactNode; mine: ReactNode }[]
  busy: boolean
  onOverwrite: () => void
  onTake: () => void
}

/** Somebody else has saved a setting first: shows the current value next to the viewer's, which can still be saved. */
export function SettingConflict({ settings, busy, onOverwrite, onTake }: SettingConflictProps) {
  const t = useTranslate(conflictMessages)
  return (
    <Banner tone="warning" title={t('conflict.title')}>
      <p>{t('conflict.text')}</p>
      <dl className="stoa-app-settings-conflict">
        {settings.map(({ name, label, now, mine }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{t.rich('conflict.now', { value: now })}</dd>
            <dd>{t.rich('conflict.mine', { value: mine })}</dd>
          </div>
        ))}
      </dl>
      <div className="stoa-settings-ways">
        <Button size="s" busy={busy} onClick={onOverwrite}>
          {t('conflict.overwrite')}
        </Button>
        <Button size="s" disabled={busy} onClick={onTake}>
          {t('conflict.take')}
        </Button>
      </div>
    </Banner>
  )
}
