import { Button, ButtonLink, EmptyState, RelativeTime, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { useAttempt } from '../../shell/use-attempt.ts'
import { Problem } from './problem.tsx'
import { Saved, Section } from './section.tsx'
import { securityMessages } from './security-messages.ts'

/** An account that was merged into the viewer's. */
export interface MergedAccount {
  userId: string
  username: string
  mergedAt: number
}

export interface MergedAccountsProps {
  /** Null as long as they are not loaded: most people have none, so that nothing stands there until then. */
  accounts: readonly MergedAccount[] | null
  /** They could not be loaded. */
  failed: boolean
  onRetry: () => void
  /** Makes it an account of its own again; rejects with the error to explain. */
  onUndo: (userId: string) => Promise<unknown>
}

/** What was merged into this account, how to undo that, and the way to merge one more. */
export function MergedAccounts({ accounts, failed, onRetry, onUndo }: MergedAccountsProps) {
  const t = useTranslate(securityMessages)
  const [said, setSaid] = useState('')
  const place = useRef<HTMLDivElement>(null)
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
          {accounts.map((account) => (
            <Merged
              key={account.userId}
              account={account}
              onUndo={async () => {
                await onUndo(account.userId)
                setSaid(t('merge.undone', { name: `@${account.username}` }))
                // Its button has gone.
                place.current?.querySelector('a')?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <div ref={place} className="stoa-settings-ways">
        <ButtonLink href="/bbs/my-account/merge">{t('merge.open')}</ButtonLink>
        <Saved>{said}</Saved>
      </div>
    </Section>
  )
}

function Merged({ account, onUndo }: { account: MergedAccount; onUndo: () => Promise<unknown> }) {
  const t = useTranslate(securityMessages)
  const { busy, problem, run } = useAttempt()
  const { username, mergedAt } = account
  return (
    <li>
      <div>
        <strong dir="ltr">{`@${username}`}</strong>
        <p className="stoa-app-muted">{t.rich('merge.merged.at', { time: <RelativeTime value={mergedAt} /> })}</p>
        <Problem>{problem}</Problem>
      </div>
      <Button
        size="s"
        busy={busy}
        aria-label={t('merge.undo.name', { name: `@${username}` })}
        onClick={() => void run(onUndo)}
      >
        {t('merge.undo')}
      </Button>
    </li>
  )
}
