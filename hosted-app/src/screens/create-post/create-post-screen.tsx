import { CommunityStatus, canCreatePost, canEditPost, canPublishType, communityPath, isOwn } from '@stoa/contract'
import { loadPost } from '@stoa/store'
import { useCommunity, usePost, useStoa, useViewer, useWatch } from '@stoa/store/react'
import { ButtonLink, EmptyState, LockIcon, Skeleton, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import { loginPath } from '../../paths.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { BannedNotice, useIsBanned } from '../community/banned-notice.tsx'
import { ComposerPage } from './composer-page.tsx'
import type { CreatePostData } from './create-post-loader.ts'
import { KeptDrafts } from './draft/kept-drafts.tsx'
import { KeptText } from './draft/unsaved-text.tsx'
import { createPostMessages } from './messages.ts'
import { ParentPost } from './parent-post.tsx'
import { PostComposer } from './post-composer.tsx'

/** Addresses of drafts that were saved when they were left, by writer and history entry. */
const createLeftPaths = () => new Map<string, string>()

/** `/bbs/{token}/posts/create/{postId?}`: for signed-in readers; others sign in first and come back. */
export function CreatePostScreen() {
  const t = useTranslate(createPostMessages)
  const { tokenName, postId, parentPostId } = useLoaderData() as CreatePostData
  const community = useCommunity(tokenName)
  const viewer = useViewer()
  const stoa = useStoa()
  const { clock } = stoa
  const navigate = useNavigate()
  const { pathname, search, key } = useLocation()
  const { post, failed } = usePostToEdit(postId, viewer !== undefined && viewer !== null)
  const isBannedHere = useIsBanned(tokenName)
  useWatch({ communities: [tokenName] })
  /** The address of a draft that was begun here, which the router doesn't know. */
  const begun = useRef({ key, path: '' })
  useEffect(() => {
    const begunPath = begun.current.key === key ? begun.current.path : ''
    if (viewer === null) void navigate(loginPath(begunPath || pathname + search), { replace: true })
  }, [viewer, navigate, pathname, search, key])
  useEffect(() => {
    // Back at a new post that was saved when it was left.
    const leftPath = postId === null ? stoa.singleton(createLeftPaths).get(`${viewer?.id} ${key}`) : undefined
    if (leftPath !== undefined) void navigate(leftPath, { replace: true })
  }, [stoa, viewer?.id, navigate, postId, key])

  if (failed) return <NotFound />
  const isResponse = parentPostId !== null
  if (!community || !viewer || (postId !== null && post?.postContent === undefined)) {
    return (
      <div className="stoa-app-writing" data-waiting={viewer ? undefined : ''}>
        <ComposerPage
          backHref={communityPath(community ?? tokenName)}
          heading={t(postId === null ? 'create.title' : 'create.edit', { community: community?.title ?? tokenName })}
        >
          <Skeleton lines={8} />
        </ComposerPage>
      </div>
    )
  }
  const rules = { approvePosts: community.approvePosts }
  if (isBannedHere && (!post || isOwn(viewer, post.publisherId))) {
    return (
      <section className="stoa-app-composer">
        <h1 className="stoa-app-title">
          {t(post ? 'create.edit' : isResponse ? 'create.response' : 'create.title', { community: community.title })}
        </h1>
        <BannedNotice tokenName={tokenName} />
        <KeptText key={`${viewer.id} ${postId}`} tokenName={tokenName} post={post ?? null} />
        {postId === null && <KeptDrafts tokenName={tokenName} />}
      </section>
    )
  }
  if (post && !canEditPost(viewer, { ...post, ...rules }, clock()).allowed) return <NotFound />
  const isArchived = community.publishStatus === CommunityStatus.archived
  const back = <ButtonLink href={communityPath(community ?? tokenName)}>{t('create.anonymous.back')}</ButtonLink>
  const takes = (kind: 'community' | 'story', hasPoll: boolean) =>
    (kind === 'community' || canCreatePost(viewer, { tokenName, kind }, clock()).allowed) &&
    canPublishType(community.postTypes, { kind, isResponse, hasPoll }).allowed
  const isClosed = !takes('community', false) && !takes('community', true) && !takes('story', false)
  if (postId === null && (isArchived || isClosed)) {
    return (
      <EmptyState title={t(isArchived ? 'create.archived' : 'create.closed')} icon={<LockIcon />} action={back}>
        {t(isArchived ? 'create.archived.text' : 'create.closed.text', { community: community.title })}
      </EmptyState>
    )
  }
  const parentId = post ? post.parentPostId : parentPostId
  const compose = (above?: ReactNode) => (
    <PostComposer
      key={`${viewer.id} ${postId ?? key}`}
      community={community}
      post={post ?? null}
      parentPostId={parentPostId}
      above={above}
      onBegun={(path) => {
        begun.current = { key, path }
      }}
      onLeft={(path) => stoa.singleton(createLeftPaths).set(`${viewer.id} ${key}`, path)}
    />
  )
  if (parentId === null) return compose()
  return <ParentPost postId={parentId} community={community} renderComposer={compose} />
}

function usePostToEdit(postId: string | null, isSignedIn: boolean) {
  const stoa = useStoa()
  const post = usePost(postId ?? '')
  const [failed, setFailed] = useState(false)
  useWatch({ postIds: postId === null ? [] : [postId] })
  useEffect(() => {
    if (postId === null || !isSignedIn) return
    loadPost(stoa, { idOrSlug: postId }).catch(() => setFailed(true))
    // It may have been edited on another device meanwhile.
    const onVisible = () => {
      if (document.visibilityState === 'visible') loadPost(stoa, { idOrSlug: postId }).catch(() => {})
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [stoa, postId, isSignedIn])
  return { post: postId === null ? undefined : post, failed }
}
