import { useLoadedComment, useLoadedPost } from '@stoa/store/react'
import { LoadFailure, rootProps, ThumbDownIcon, ThumbUpIcon, useTranslate } from '@stoa/ui'
import { forwardRef, type Ref } from 'react'
import { reactionMessages } from './reaction-bar.tsx'
import { StoredReactions, type StoredReactionsProps } from './stored-reactions.tsx'

/** Props of `ConnectedReactions`. */
export interface ConnectedReactionsProps extends StoredReactionsProps {}

/** The reactions of a post or comment, loaded if needed. Renders nothing if it doesn't exist. */
export const ConnectedReactions = forwardRef<HTMLDivElement, ConnectedReactionsProps>(
  function ConnectedReactions(props, ref) {
    const Entity = props.entityType === 'Post' ? OfPost : OfComment
    return <Entity reactionProps={props} root={ref} />
  },
)

interface EntityProps {
  reactionProps: ConnectedReactionsProps
  root: Ref<HTMLDivElement>
}

function OfPost(props: EntityProps) {
  return <Loading {...useLoadedPost(props.reactionProps.entityId)} {...props} />
}

function OfComment(props: EntityProps) {
  return <Loading {...useLoadedComment(props.reactionProps.entityId)} {...props} />
}

interface LoadingProps extends EntityProps {
  status: 'loading' | 'success' | 'error' | 'missing'
  reload: () => void
}

function Loading({ status, reload, reactionProps, root }: LoadingProps) {
  const t = useTranslate(reactionMessages)
  if (status === 'success') return <StoredReactions {...reactionProps} ref={root} />
  if (status === 'missing') return null
  if (status === 'error') return <LoadFailure onRetry={reload}>{t('reaction.notLoaded')}</LoadFailure>
  const { size = 'medium' } = reactionProps
  return (
    <div
      role="group"
      aria-label={t('reaction.group')}
      aria-busy="true"
      data-size={size}
      {...rootProps(reactionProps, 'stoa-reactions')}
      ref={root}
    >
      {[ThumbUpIcon, ThumbDownIcon].map((Icon, index) => (
        <span key={index} className="stoa-reaction">
          <Icon size={size === 'small' ? 16 : 20} />
          <span className="stoa-reaction-count" />
        </span>
      ))}
    </div>
  )
}
