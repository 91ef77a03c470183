import { useLoadedPost } from '@stoa/store/react'
import { LoadFailure, rootProps, Skeleton, useTranslate } from '@stoa/ui'
import { forwardRef } from 'react'
import { pollMessages } from './messages.ts'
import { StoredPoll, type StoredPollProps } from './stored-poll.tsx'

/** Props of `ConnectedPoll`. */
export interface ConnectedPollProps extends StoredPollProps {}

/** The poll of a post, loaded if needed. Renders nothing if the post has none or doesn't exist. */
export const ConnectedPoll = forwardRef<HTMLDivElement, ConnectedPollProps>(function ConnectedPoll(props, ref) {
  const t = useTranslate(pollMessages)
  const { status, reload } = useLoadedPost(props.postId)
  if (status === 'error') return <LoadFailure onRetry={reload}>{t('poll.notLoaded')}</LoadFailure>
  if (status === 'missing') return null
  if (status === 'success') return <StoredPoll {...props} ref={ref} />
  return (
    <div role="group" aria-label={t('poll.label')} aria-busy="true" {...rootProps(props, 'stoa-poll')} ref={ref}>
      <Skeleton lines={4} />
    </div>
  )
})
