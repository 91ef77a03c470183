import {
  CommunityStatus,
  canCreatePost,
  canEditPost,
  canPublishType,
  communityPath,
  isOwn,
  moderates,
  PostStatus,
} from '@stoa/contract'
import { loadPost } from '@stoa/store'
import { useCommunity, usePost, useStoa, useViewer, useWatch } from '@stoa/store/react'
import {
  Banner,
  ButtonLink,
  durationText,
  EmptyState,
  Link,
  LockIcon,
  RulesList,
  useI18n,
  useTranslate,
} from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import { createPostPath, loginPath } from '../../paths.ts'
import { ListSkeleton } from '../../shell/list-parts.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { WithSide } from '../../side/side-panels.tsx'
import { BannedNotice, useIsBanned } from '../community/banned-notice.tsx'
import { ComposerSide } from './composer-side.tsx'
import type { CreatePostData } from './create-post-loader.ts'
import { OwnDrafts } from './draft/own-drafts.tsx'
import { KeptText } from './draft/unsaved-text.tsx'
import { createPostMessages } from './messages.ts'
import { ParentPost } from './parent-post.tsx'
import { PostComposer } from './post-composer.tsx'

/** `/bbs/{token}/posts/create/{postId?}`: for signed-in readers; others sign in first and come back. */
export function CreatePostScreen() {
  const t = useTranslate(createPostMessages)
  const { tokenName, postId, parentPostId } = useLoaderData() as CreatePostData
  const community = useCommunity(tokenName)
  const viewer = useViewer()
  const { clock } = useStoa()
  const { locale } = useI18n()
  const navigate = useNavigate()
  const { pathname, search, key } = useLocation()
  const { post, failed } = usePostToEdit(postId, viewer !== undefined && viewer !== null)
  const isBannedHere = useIsBanned(tokenName)
  useWatch({ communities: [tokenName] })
  const [shownName, setShownName] = useState(tokenName)
  const shownCommunity = useCommunity(shownName)
  useEffect(() => {
    if (viewer === null) void navigate(loginPath(pathname + search), { replace: true })
  }, [viewer, navigate, pathname, search])

  if (failed) return <NotFound />
  if (!community || !viewer || (postId !== null && post?.postContent === undefined)) {
    return <ListSkeleton rows={3} lines={4} />
  }
  const chosen = shownCommunity ?? community
  const isResponse = parentPostId !== null
  const rules = { approvePosts: community.approvePosts }
  if (isBannedHere && (!post || isOwn(viewer, post.publisherId))) {
    return (
      <section className="stoa-app-composer">
        <h1 className="stoa-app-title">{t(headingOf(post, isResponse), { community: community.title })}</h1>
        <BannedNotice tokenName={tokenName} />
        <KeptText key={`${viewer.id} ${postId}`} tokenName={tokenName} post={post ?? null} />
        {/* A separate list from the one below the composer, so that drafts saved meanwhile are loaded. */}
        {postId === null && <OwnDrafts key="banned" tokenName={tokenName} />}
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
  /** Not out yet, and not exempt from checks and approval. */
  const isNew = (post?.status ?? PostStatus.draft) === PostStatus.draft && !moderates(viewer, shownName)
  const parentId = post ? post.parentPostId : parentPostId
  const form = (
    <PostComposer
      key={`${viewer.id} ${postId ?? key}`}
      community={community}
      post={post ?? null}
      parentPostId={parentPostId}
      onCommunity={setShownName}
    />
  )
  return (
    <WithSide side={<ComposerSide community={chosen} />}>
      <section className="stoa-app-composer">
        <h1 className="stoa-app-title">{t(headingOf(post, isResponse), { community: chosen.title })}</h1>
        {isArchived && (
          <Banner tone="info" title={t('create.archived')}>
            {t('create.archived.text', { community: community.title })}
          </Banner>
        )}
        {isNew && chosen.approvePosts && <p className="stoa-app-muted">{t('create.approval')}</p>}
        {isNew && chosen.slowModeSeconds > 0 && (
          <p className="stoa-app-muted">
            {t('create.slowMode', { pause: durationText(chosen.slowModeSeconds, locale) })}
          </p>
        )}
        {chosen.showRules && chosen.rules.length > 0 && (
          <details className="stoa-app-composer-rules">
            <summary>{t('create.rules', { count: chosen.rules.length })}</summary>
            <RulesList rules={chosen.rules} isOpen />
          </details>
        )}
        {parentId === null ? (
          form
        ) : (
          <ParentPost postId={parentId} tokenName={tokenName}>
            {form}
          </ParentPost>
        )}
        {community.anonymousComments &&
          !community.membersOnly &&
          community.postTypes.includes('community') &&
          postId === null &&
          parentPostId === null && (
            <p className="stoa-app-muted">
              <Link href={`${createPostPath(community ?? tokenName)}/anonymous`}>{t('create.anonymous.link')}</Link>
            </p>
          )}
        {postId === null && <OwnDrafts tokenName={tokenName} />}
      </section>
    </WithSide>
  )
}

function headingOf(post: { status: number } | undefined, isResponse: boolean) {
  if (!post) return isResponse ? 'create.response' : 'create.title'
  return post.status === PostStatus.draft ? 'create.editDraft' : 'create.edit'
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
