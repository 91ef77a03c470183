import { moderatesSomewhere } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { Refused } from '../community/refused.tsx'
import { ModerationQueue } from './queue.tsx'
import { queueMessages } from './queue-messages.ts'

/** The queue of all communities. */
export function ModerationPage({ viewer }: MemberScreenProps) {
  const t = useTranslate(queueMessages)
  return (
    <>
      <h1>{t('queue.title')}</h1>
      {moderatesSomewhere(viewer) ? <ModerationQueue tokenName={null} /> : <Refused />}
    </>
  )
}
