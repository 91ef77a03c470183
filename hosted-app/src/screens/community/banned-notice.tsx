import { type CallOutput, isBanned } from '@stoa/contract'
import { alertMessages } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { Banner, ButtonLink, RelativeTime, useHasCome, useTranslate, Written } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { DECISIONS_PATH } from '../../paths.ts'

/** English texts of the notice to somebody who is banned or in a time-out. */
const bannedMessages = {
  'banned.timeout': 'You’re in a time-out.',
  'banned.until': 'You can write here again {date}.',
  'banned.always': 'This ban is permanent unless a moderator lifts it.',
  'banned.reason': 'Reason: {reason}',
  'banned.reason.stop': 'Reason: {reason}.',
  'banned.appeal': 'Appeal…',
  'banned.decision': 'Your decisions',
} as const

type Decision = CallOutput<'decisionList'>['items'][number]

/** Tells a banned viewer why, until when, and how to appeal. Renders nothing for others. */
export function BannedNotice({ tokenName }: { tokenName: string }) {
  const t = useTranslate(bannedMessages)
  const alerts = useTranslate(alertMessages)
  const viewer = useViewer() ?? null
  const isBannedHere = useIsBanned(tokenName)
  const decision = useDecision(tokenName, isBannedHere)
  if (!viewer || !isBannedHere) return null
  const until = viewer.bannedCommunities[tokenName] ?? 0
  const reason = decision?.reason ?? ''
  return (
    <Banner
      tone="warning"
      title={viewer.timeouts?.includes(tokenName) ? t('banned.timeout') : alerts('alert.banned')}
      action={
        <ButtonLink size="s" href={DECISIONS_PATH}>
          {t(decision?.canAppeal ? 'banned.appeal' : 'banned.decision')}
        </ButtonLink>
      }
    >
      {until === 0 ? t('banned.always') : t.rich('banned.until', { date: <RelativeTime value={until} /> })}
      {reason && (
        <>
          {' '}
          {t.rich(endsSentence(reason) ? 'banned.reason' : 'banned.reason.stop', {
            reason: <Written>{reason}</Written>,
          })}
        </>
      )}
    </Banner>
  )
}

/** Whether a text ends with a mark that ends a sentence. */
function endsSentence(text: string): boolean {
  return /[.!?…。！？؟।]$/u.test(text)
}

/** Whether the viewer is banned from the community or in a time-out, until that ends. */
export function useIsBanned(tokenName: string): boolean {
  const { clock } = useStoa()
  const viewer = useViewer() ?? null
  const until = viewer?.bannedCommunities[tokenName] ?? 0
  const isOver = useHasCome(until)
  return viewer !== null && isBanned(viewer, tokenName, clock()) && !(isOver && until !== 0)
}

/** The decision that bans the viewer; null until known. */
function useDecision(tokenName: string, isWanted: boolean): Decision | null {
  const { call } = useStoa().client
  const [decision, setDecision] = useState<Decision | null>(null)
  useEffect(() => {
    if (!isWanted) return
    call('decisionList', {}).then(
      ({ items }) => {
        const bans = items.filter(({ action }) => action === 'banned' || action === 'timedOut')
        setDecision(bans.find(({ community, undone }) => community.tokenName === tokenName && !undone) ?? null)
      },
      // The notice shows the rest.
      () => {},
    )
  }, [call, tokenName, isWanted])
  return decision
}
