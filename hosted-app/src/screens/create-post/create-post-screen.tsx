import { canEditPost, PostStatus } from '@stoa/contract'
import { loadPost } from '@stoa/store'
import { useCommunity, usePost, useStoa, useViewer, useWatch } from '@stoa/store/react'
import { EmptyState, Spinner, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import { loginPath } from '../../paths.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { BannedNotice } from '../community/banned-notice.tsx'
import type { CreatePostData } from './create-post-loader.ts'
import { createPostMessages } from './create-post-messages.ts'
import { OwnDrafts } from './own-drafts.tsx'
import { PostComposer } from './post-composer.tsx'

/** `/bbs/{token}/posts/create/{postId?}`: for signed-in readers; others sign in first and come back. */
export function CreatePostScreen() {
  const t = useTranslate(createPostMessages)
  const { tokenName, postId, parentPostId } = useLoaderData() as CreatePostData
  const community = useCommunity(tokenName)
  const viewer = useViewer()
  const { clock } = useStoa()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { post, failed } = usePostToEdit(postId, viewer !== undefined && viewer !== null)
  useEffect(() => {
    if (viewer === null) void navigate(loginPath(pathname + search), { replace: true })
  }, [viewer, navigate, pathname, search])

  if (failed) return <NotFound />
  if (!community || !viewer || (postId !== null && post?.postContent === undefined)) {
    return <EmptyState title={t('app.loading')} icon={<Spinner />} />
  }
  const rules = { approvePosts: community.approvePosts }
  if (post && !canEditPost(viewer, { ...post, ...rules }, clock()).allowed) return <NotFound />
  return (
    <section className="stoa-app-composer">
      <h1 className="stoa-app-title">{t(headingOf(post), { community: community.title })}</h1>
      <BannedNotice tokenName={tokenName} />
      <PostComposer key={postId ?? 'new'} community={community} post={post ?? null} parentPostId={parentPostId} />
      {postId === null && <OwnDrafts tokenName={tokenName} />}
    </section>
  )
}

function headingOf(post: { status: number } | undefined) {
  if (!post) return 'create.title'
  return post.status === PostStatus.draft ? 'create.editDraft' : 'create.edit'
}

function usePostToEdit(postId: string | null, isSignedIn: boolean) {
  const stoa = useStoa()
  const post = usePost(postId ?? '')
  const [failed, setFailed] = useState(false)
  useWatch({ postIds: postId === null ? [] : [postId] })
  useEffect(() => {
    if (postId !== null && isSignedIn) loadPost(stoa, { idOrSlug: postId }).catch(() => setFailed(true))
  }, [stoa, postId, isSignedIn])
  return { post: postId === null ? undefined : post, failed }
}
