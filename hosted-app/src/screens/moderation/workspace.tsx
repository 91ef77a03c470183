import { useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { useHasRoom, WithSide } from '../../side/side-panels.tsx'
import { queueMessages } from './messages.ts'
import { ModerationSide } from './moderation-side.tsx'
import { ModerationQueue } from './queue.tsx'
import { useModerated } from './use-moderated-communities.ts'
import { useReadQueueNotifications } from './use-read-notifications.ts'

export interface WorkspaceProps {
  /** Null: all communities that the viewer moderates. */
  tokenName: string | null
  /** Above it and the panels: a community's header. Default: nothing. */
  head?: ReactNode
  /** The community's moderation log instead of its queue. Default: the queue. */
  log?: ReactNode
}

/** Where moderators work: queue, decisions and log of one community or of all that the viewer moderates. */
export function Workspace({ tokenName, head, log }: WorkspaceProps) {
  const t = useTranslate(queueMessages)
  const communities = useModerated()
  const hasRoom = useHasRoom()
  useReadQueueNotifications(tokenName)
  const Heading = tokenName === null ? 'h1' : 'h2'
  return (
    <WithSide
      head={head && <div>{head}</div>}
      side={hasRoom && <ModerationSide communities={communities} tokenName={tokenName} isLog={log !== undefined} />}
    >
      <Heading className="stoa-app-title">{t('queue.title')}</Heading>
      <ModerationQueue tokenName={tokenName} communities={communities} log={log} />
    </WithSide>
  )
}
