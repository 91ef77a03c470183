import '../settings.css'
import { StoaError } from '@stoa/client'
import { useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../../hosted-app.ts'
import { useUnsentQuestion } from '../../../outbox/use-unsent-question.tsx'
import { ACCOUNT_SETTINGS_PATH, loginPath } from '../../../paths.ts'
import type { MemberScreenProps } from '../../../shell/member-screen.tsx'
import { useConfirmation } from '../security/use-confirmation.ts'
import { MergeAccounts, type MergeAccountsProps } from './merge-accounts.tsx'
import { arrivalOf, forgetJourney, keepJourney } from './merge-proof.ts'
import { mergeMessages } from './messages.ts'

const MERGED = `${ACCOUNT_SETTINGS_PATH}/merge`

/** Merging accounts, connected to the server. */
export function MergePage({ viewer }: MemberScreenProps) {
  const t = useTranslate(mergeMessages)
  const { call } = useStoa().client
  const { session, toasts } = useHostedApp()
  const navigate = useNavigate()
  const { confirmed, dialog } = useConfirmation()
  const [arrival] = useState(() => arrivalOf(viewer.username, Date.now()))
  const { mayLeave, question } = useUnsentQuestion()
  async function assertMayLeave(): Promise<void> {
    if (!(await mayLeave())) throw new StoaError('ABORTED', { message: '' })
  }
  const merge: MergeAccountsProps['onMerge'] = async (input) => {
    if (input.mainAccount === 'other') await assertMayLeave()
    const { user, signedOut } = await confirmed(() => call('userForward', input))
    forgetJourney()
    toasts.show({ text: t('merge.done', { name: `@${user.username}` }), tone: 'success' })
    await navigate(signedOut ? loginPath(MERGED) : MERGED)
    if (signedOut) await session?.signOut().catch(() => {})
  }
  const leave: MergeAccountsProps['onLeave'] = async (partner) => {
    await assertMayLeave()
    keepJourney({ ...(await confirmed(() => call('userForwardProve', { partner }))), partner })
    // This screen is for members, so visitors sign in first and come back.
    await session?.signOut()
  }
  return (
    <div className="stoa-settings-part stoa-settings-merge">
      <h2>{t('merge.title')}</h2>
      <p className="stoa-app-muted">{t('merge.text')}</p>
      <MergeAccounts
        username={viewer.username}
        onProve={(credentials) => confirmed(() => call('userForwardProve', credentials))}
        onMerge={merge}
        onLeave={leave}
        arrival={arrival}
        onForget={forgetJourney}
      />
      <p>
        <a href={MERGED}>{t('merge.back')}</a>
      </p>
      {dialog}
      {question}
    </div>
  )
}
