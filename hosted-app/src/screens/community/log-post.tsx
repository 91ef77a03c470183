import { type Activity, postPath } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import { moderationMessages } from './moderation-messages.ts'

/** The post that the decision is about, or the post of the comment. */
export function LogPost({
  post,
  tokenName,
  isComment,
}: {
  post: NonNullable<Activity['post']>
  tokenName: string
  isComment: boolean
}) {
  const t = useTranslate(moderationMessages)
  const link = (
    <a href={postPath({ tokenName, ...post })}>
      <bdi>{post.title}</bdi>
    </a>
  )
  return <p dir="auto">{isComment ? t.rich('activity.comment.in', { post: link }) : link}</p>
}
