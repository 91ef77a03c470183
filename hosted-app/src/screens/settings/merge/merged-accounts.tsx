import { Button, ButtonLink, EmptyState, RelativeTime, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved, Section } from '../settings-section.tsx'
import { mergeMessages } from './messages.ts'

/** An account merged into the viewer's. */
export interface MergedAccount {
  userId: string
  username: string
  mergedAt: number
}

export interface MergedAccountsProps {
  /** Latest merge last. Null until loaded: most people have none, so nothing is shown until then. */
  accounts: readonly MergedAccount[] | null
  /** Loading failed. */
  failed: boolean
  onRetry: () => void
  /** Undoes the latest merge; rejects with the error to show. */
  onUndo: (userId: string) => Promise<unknown>
}

/** Accounts merged into this one, undoing the latest merge, and a link to merge another. */
export function MergedAccounts({ accounts, failed, onRetry, onUndo }: MergedAccountsProps) {
  const t = useTranslate(mergeMessages)
  const [announcement, setAnnouncement] = useState('')
  const container = useRef<HTMLDivElement>(null)
  return (
    <Section id="merge" title={t('merge.title')} text={t('merge.text')}>
      {failed && accounts === null && (
        <EmptyState
          level={3}
          title={t('merge.failed')}
          action={<Button onClick={onRetry}>{t('merge.retry')}</Button>}
        />
      )}
      {accounts && accounts.length > 0 && (
        <ul className="stoa-settings-list" aria-label={t('merge.merged')}>
          {accounts.map((account, index) => (
            <Merged
              key={account.userId}
              account={account}
              isLatest={index === accounts.length - 1}
              onUndo={async () => {
                await onUndo(account.userId)
                setAnnouncement(t('merge.undone', { name: `@${account.username}` }))
                // Its button has disappeared.
                container.current?.querySelector('a')?.focus()
              }}
            />
          ))}
        </ul>
      )}
      {accounts && accounts.length > 1 && <p className="stoa-app-muted">{t('merge.undo.latest')}</p>}
      <div ref={container} className="stoa-settings-ways">
        <ButtonLink href="/bbs/my-account/merge">{t('merge.open')}</ButtonLink>
        <Saved>{announcement}</Saved>
      </div>
    </Section>
  )
}

interface MergedProps {
  account: MergedAccount
  isLatest: boolean
  onUndo: () => Promise<unknown>
}

function Merged({ account, isLatest, onUndo }: MergedProps) {
  const t = useTranslate(mergeMessages)
  const { busy, problem, run } = useFormAction()
  const { username, mergedAt } = account
  return (
    <li>
      <div>
        <strong dir="ltr">{`@${username}`}</strong>
        <p className="stoa-app-muted">{t.rich('merge.merged.at', { time: <RelativeTime value={mergedAt} /> })}</p>
        <Problem>{problem}</Problem>
      </div>
      {isLatest && (
        <Button
          size="s"
          busy={busy}
          aria-label={t('merge.undo.name', { name: `@${username}` })}
          onClick={() => void run(onUndo)}
        >
          {t('merge.undo')}
        </Button>
      )}
    </li>
  )
}
