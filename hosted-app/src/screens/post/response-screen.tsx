import { postPath } from '@stoa/contract'
import { StoredPostView } from '@stoa/post-view'
import { usePost } from '@stoa/store/react'
import { ButtonLink, ChevronStartIcon, CommentIcon, useTranslate } from '@stoa/ui'
import { useLoaderData } from 'react-router'
import { Gone } from '../../shell/not-found.tsx'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { useReminding } from '../../shell/use-reminding.tsx'
import { useTips } from '../../shell/use-tips.tsx'
import { responseMessages } from './messages.ts'
import type { ResponseData } from './response-loader.ts'
import { Responses } from './responses.tsx'
import { useDeletedExit } from './use-exit-after-deletion.ts'

/** A post in the whole window, with a link back. */
export function ResponseScreen() {
  const t = useTranslate(responseMessages)
  const { postId, back } = useLoaderData() as ResponseData
  const post = usePost(postId)
  const alert = useErrorToast()
  const onDeleted = useDeletedExit(postId)
  const reminding = useReminding()
  const { afterReactions } = useTips({ postId })
  // Deleted or hidden while it was open.
  if (!post) return <Gone />
  const { url, label } = back ?? { url: postPath(post), label: post.title }
  return (
    <div className="stoa-app-response">
      <p className="stoa-app-where">
        <a href={url}>
          <ChevronStartIcon size={16} /> {t.rich('response.back', { title: <bdi>{label}</bdi> })}
        </a>
      </p>
      <StoredPostView
        postId={postId}
        onFailure={alert}
        onDeleted={onDeleted}
        {...reminding.ofPost(postId)}
        afterReactions={afterReactions}
        comments={null}
      />
      <ButtonLink href={`${postPath(post)}#comments`} icon={<CommentIcon />}>
        {t('response.comments', { count: post.numComments })}
      </ButtonLink>
      <Responses post={post} />
      {reminding.dialog}
    </div>
  )
}
