import {
  authorPath,
  canApprovePost,
  canEditPost,
  communityPath,
  httpUrl,
  isOwn,
  type Post,
  PostStatus,
  postPath,
  type Viewer,
} from '@stoa/contract'
import { ButtonLink, CommentIcon, CompactNumber, LinkIcon, useTranslate } from '@stoa/ui'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { CollapsibleContent } from './collapsible-content.tsx'
import { isCollapsible } from './is-collapsible.ts'
import { postViewMessages } from './messages.ts'
import { PostBlocks } from './post-blocks.tsx'
import { PostDecision } from './post-decision.tsx'
import { PostHero } from './post-hero.tsx'
import { PostMenu } from './post-menu.tsx'
import { PublisherLine } from './publisher-line.tsx'
import { type PostBlock, readBlocks } from './read-blocks.ts'
import { ShareButton } from './share-button.tsx'
import { StatusBanner } from './status-banner.tsx'

/** A post with its content. */
export type ShownPost = Omit<Post, 'revision' | 'hidden'> & Partial<Pick<Post, 'hidden'>>

export interface PostViewProps {
  /** The post. */
  post: ShownPost
  /** Who is reading, for what only some may do; null: a visitor. Default null. */
  viewer?: Viewer | undefined
  /** The community has posts approved first, so that authors may not change published ones. Default false. */
  approvePosts?: boolean | undefined
  /** Time in ms at which rights are judged. Default: when the view is opened. */
  now?: number | undefined
  /** The reaction bar. Default: none. */
  reactions?: ReactNode
  /** The poll, for posts that have one. Default: none. */
  poll?: ReactNode
  /** The comments with their box. Default: none. */
  comments?: ReactNode
  /** Posts to read next. Default: none. */
  recommended?: ReactNode
  /** Address of a post. Default: the forum's path. */
  postHref?: ((post: Pick<Post, 'tokenName' | 'slugUrl' | 'kind'>) => string) | undefined
  /** Address where the post is changed. Default: the forum's composer. */
  editHref?: ((post: ShownPost) => string) | undefined
  /** Address of a member's page. Default: the forum's path. */
  authorHref?: ((slugOrId: string) => string) | undefined
  /** Address of a community's posts on one topic. Default: the forum's path. */
  flairHref?: ((tokenName: string, flairId: string) => string) | undefined
  /** Opens a film or recording full-screen as a response; give it only where the community allows responses. Default: no button. */
  onOpenResponse?: ((block: PostBlock) => void) | undefined
  /** Draws the menu beside the title. Default: what everybody may do, and changing it for those who may. */
  renderMenu?: ((addresses: { href: string; editHref: string }) => ReactNode) | undefined
  /** Publishes a post that waits for approval, or refuses it; never rejects. Default: moderators have no buttons for it. */
  onDecide?: ((approve: boolean) => Promise<unknown>) | undefined
}

/** A whole post, story or community post, with its poll, reactions and comments. */
export function PostView(props: PostViewProps) {
  const { post, viewer = null, approvePosts = false, reactions, poll, comments, recommended } = props
  const { postHref = postPath, editHref = editPath, authorHref = authorPath, flairHref = flairPath } = props
  const t = useTranslate(postViewMessages)
  const [openedAt] = useState(() => Date.now())
  const blocks = useMemo(() => readBlocks(post.postContent), [post.postContent])
  const facts = { ...post, approvePosts }
  const now = props.now ?? openedAt
  const mayEdit = canEditPost(viewer, facts, now).allowed
  const title = useRef<HTMLHeadingElement>(null)
  const { onDecide, renderMenu } = props
  const isToDecide = onDecide && post.status === PostStatus.pending && canApprovePost(viewer, facts, now).allowed

  async function decide(approve: boolean) {
    await onDecide?.(approve)
    // The buttons go with the decision. They stay when it failed, and keep the focus.
    setTimeout(() => document.activeElement === document.body && title.current?.focus({ preventScroll: true }))
  }
  const hasComments = comments !== undefined && comments !== null && comments !== false
  // That a thread under a partner's article is in no list is its normal state, not news.
  const showsStatus = post.status !== PostStatus.unlisted || post.externalArticleId === null

  return (
    <article className="stoa-post" data-kind={post.kind} aria-labelledby={`post-title-${post.id}`}>
      {showsStatus && (
        <StatusBanner
          post={post}
          own={isOwn(viewer, post.publisherId)}
          action={isToDecide && <PostDecision onDecide={decide} />}
        />
      )}
      <header className="stoa-post-header">
        {post.heroImage && <PostHero image={post.heroImage} />}
        {post.flairs.length > 0 && (
          <p className="stoa-post-flairs">
            {post.flairs.map((flair) => (
              <a
                key={flair.id}
                className="stoa-flair"
                data-color={flair.color}
                href={flairHref(post.tokenName, flair.id)}
                dir="auto"
              >
                {flair.name}
              </a>
            ))}
          </p>
        )}
        <div className="stoa-post-title-line">
          <h1 ref={title} id={`post-title-${post.id}`} className="stoa-post-title" dir="auto" tabIndex={-1}>
            {post.title}
          </h1>
          {/* In the menu and not beside it: who may edit is known later, and the title must not move then. */}
          {renderMenu ? (
            renderMenu({ href: postHref(post), editHref: editHref(post) })
          ) : (
            <PostMenu post={post} href={postHref(post)} editHref={mayEdit ? editHref(post) : null} />
          )}
        </div>
        <PublisherLine post={post} authorHref={authorHref} />
        {post.articleUrl !== null && <ArticleLink url={post.articleUrl} />}
      </header>
      {blocks.length > 0 && (
        <CollapsibleContent collapsible={isCollapsible(blocks)}>
          <PostBlocks blocks={blocks} onOpenResponse={props.onOpenResponse} />
        </CollapsibleContent>
      )}
      {post.pollOptions !== null && poll !== undefined && <div className="stoa-post-poll">{poll}</div>}
      <footer className="stoa-post-footer">
        {reactions}
        {hasComments && (
          <ButtonLink
            variant="quiet"
            href="#comments"
            icon={<CommentIcon />}
            aria-label={t('post.comments', { count: post.numComments })}
          >
            <CompactNumber value={post.numComments} />
          </ButtonLink>
        )}
        <ShareButton title={post.title} href={postHref(post)} />
      </footer>
      {hasComments && (
        <section id="comments" className="stoa-post-comments">
          {comments}
        </section>
      )}
      {recommended !== undefined && (
        <aside className="stoa-post-recommended" aria-label={t('post.recommended')}>
          {recommended}
        </aside>
      )}
    </article>
  )
}

function ArticleLink({ url }: { url: string }) {
  const t = useTranslate(postViewMessages)
  const address = httpUrl(url)
  return address ? (
    <p className="stoa-post-article">
      <a href={address.href}>
        <LinkIcon size={16} /> {t('post.article', { site: address.hostname.replace(/^www\./, '') })}
      </a>
    </p>
  ) : null
}

function editPath(post: Pick<Post, 'tokenName' | 'id'>): string {
  return `${communityPath(post.tokenName)}/posts/create/${post.id}`
}

function flairPath(tokenName: string, flairId: string): string {
  return `${communityPath(tokenName)}?flair=${flairId}`
}
