import { type Community, CommunityStatus, DRAFTS_MAX } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { durationText, useI18n, useTranslate } from '@stoa/ui'
import { useMemo } from 'react'
import { closestLimit } from './limits.ts'
import { createPostMessages } from './messages.ts'
import { addressProblem } from './post-form.ts'
import type { ComposedPost } from './use-composed-post.ts'
import { noticeFor } from './who-may.ts'

/** Props of `ComposerNotices`. */
export interface ComposerNoticesProps {
  composed: ComposedPost
  community: Community
  /** Number of the author's drafts; 0 until known. */
  drafts: number
  /** Why the community doesn't take the post as it is. Default: it does. */
  refusal?: string | undefined
  /** Id of the text that says what publishing does, for the button. */
  id: string
}

/** From this number of drafts on the limit is shown. */
const DRAFTS_SHOWN_FROM = DRAFTS_MAX - 20

/** What the author should know before publishing, and limits before they are met. */
export function ComposerNotices({ composed, community, drafts, refusal, id }: ComposerNoticesProps) {
  const t = useTranslate(createPostMessages)
  const { locale } = useI18n()
  const { clock } = useStoa()
  const { post, viewer, draft, isDraft } = composed
  const { title, publishStatus } = community
  const { joins, isApproved, slowModeSeconds } = noticeFor(viewer, { post, community, now: clock() })
  const { document } = draft.form
  const limit = useMemo(() => closestLimit(document), [document])
  const isTaken = addressProblem(draft.form, composed.takenSlug.taken) === 'create.address.taken'
  const isAlmostFull = isDraft && drafts >= DRAFTS_SHOWN_FROM
  const publishing = [
    joins && t('create.joins', { community: title }),
    isApproved && t('create.approval'),
    slowModeSeconds > 0 && t('create.slowMode', { pause: durationText(slowModeSeconds, locale) }),
  ].filter((text) => text !== false)
  return (
    <>
      {publishStatus === CommunityStatus.archived && (
        <p className="stoa-app-writing-note" data-tone="warning">
          {t('create.archived.text', { community: title })}
        </p>
      )}
      {publishing.length > 0 && (
        <p className="stoa-app-writing-note" id={id}>
          {publishing.join(' ')}
        </p>
      )}
      {refusal && (
        <p className="stoa-app-writing-note" data-tone="warning">
          {refusal}
        </p>
      )}
      {isTaken && (
        <p className="stoa-app-writing-note" data-tone="warning" role="status">
          {t('create.address.taken.notice')}
        </p>
      )}
      {limit && (
        <p className="stoa-app-writing-note" data-tone={limit.isOver ? 'danger' : 'warning'} role="status">
          {limit.isOver
            ? t(`create.over.${limit.kind}`)
            : t(`create.near.${limit.kind}`, { count: limit.count, max: limit.max })}
        </p>
      )}
      {isAlmostFull && (
        <p className="stoa-app-writing-note" data-tone="warning">
          {drafts >= DRAFTS_MAX && post === null
            ? t('create.over.drafts', { max: DRAFTS_MAX })
            : t('create.near.drafts', { count: drafts, max: DRAFTS_MAX })}
        </p>
      )}
    </>
  )
}
