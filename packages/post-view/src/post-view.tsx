import {
  authorPath,
  communityPath,
  type InCommunity,
  isOwn,
  isPublicPost,
  type Post,
  type PostAddress,
  PostStatus,
  postPath,
  threadPath,
  UNSEEN_POST_STATUSES,
  type Viewer,
} from '@stoa/contract'
import {
  Anchor,
  ButtonLink,
  CommentIcon,
  CompactNumber,
  ReplyIcon,
  type RootProps,
  rootProps,
  TopicPill,
  translatable,
  useTranslate,
  useWritten,
} from '@stoa/ui'
import { forwardRef, type ReactNode, useMemo } from 'react'
import { ArticleCard } from './article-card.tsx'
import { CollapsibleContent, isCollapsible } from './collapsible-content.tsx'
import { Pictures } from './lightbox/pictures.tsx'
import { PostMenu } from './menu/post-menu.tsx'
import { ShareButton } from './menu/share-button.tsx'
import { postViewMessages } from './messages.ts'
import { PostBlocks } from './post-blocks.tsx'
import { PostHero } from './post-hero.tsx'
import { PublisherLine } from './publisher-line.tsx'
import { type PostBlock, readBlocks } from './read-blocks.ts'
import { StatusBanner } from './status-banner.tsx'
import { ForumOrigin } from './use-is-foreign.ts'

/** A post with its content. */
export type ShownPost = Omit<Post, 'revision' | 'hidden' | 'readingMinutes' | 'hasOwnExcerpt' | 'hasOwnSlug'> &
  Partial<Pick<Post, 'hidden' | 'readingMinutes'>>

export interface PostViewProps extends RootProps {
  /** The post. */
  post: ShownPost
  /** The reader; null for a visitor. An author sees that it's their own post. Default null. */
  viewer?: Viewer | undefined
  /** The viewer may edit it, so its menu has a link. Default false. */
  mayEdit?: boolean | undefined
  /** The reaction bar. Default: none. */
  reactions?: ReactNode
  /** The poll, for posts that have one. Default: none. */
  poll?: ReactNode
  /** The comments with their composer. Before the post is published, a notice replaces them. Default: none. */
  comments?: ReactNode
  /** Posts to read next. Default: none. */
  recommended?: ReactNode
  /** Origin of the forum, whose videos and recordings play without a cover. Default: the page's own. */
  origin?: string | undefined
  /** Address of a post. Default: the forum's path. */
  postHref?: ((post: PostAddress & Pick<Post, 'id'>) => string) | undefined
  /** Address for editing the post. Default: the forum's composer. */
  editHref?: ((post: ShownPost) => string) | undefined
  /** Address of a member's page. Default: the forum's path. */
  authorHref?: ((slugOrId: string) => string) | undefined
  /** Address of a community's posts on one topic. Default: the forum's path. */
  flairHref?: ((community: InCommunity, flairId: string) => string) | undefined
  /** Address of a post's thread. Default: the forum's path. */
  threadHref?: ((post: Pick<Post, 'id'>) => string) | undefined
  /**
   * Opens a video or recording full-screen as a response. Pass it only if the community allows responses. Default: no
   * button.
   */
  onOpenResponse?: ((block: PostBlock) => void) | undefined
  /** Renders what stands after every third block of the text of a published post. Default: nothing. */
  renderInset?: (() => ReactNode) | undefined
  /** Makes a short address to share. Default: the post's own. */
  shorten?: ((url: string) => Promise<string>) | undefined
  /** Renders the menu next to the title. Default: everyone's actions, and editing with `mayEdit`. */
  renderMenu?: ((addresses: { href: string; editHref: string }) => ReactNode) | undefined
  /** The rest is loading: only header and content are shown. Default false. */
  isOpening?: boolean | undefined
  /** The viewer's actions in the status banner. Default: nothing. */
  decision?: ReactNode
}

/** A complete post, story or community post, with its poll, reactions and comments. */
export const PostView = forwardRef<HTMLElement, PostViewProps>(function PostView(props, ref) {
  const { post, viewer = null, mayEdit = false, reactions, poll, comments, recommended } = props
  const {
    postHref = postPath,
    editHref = editPath,
    authorHref = authorPath,
    flairHref = topicPath,
    threadHref = threadPath,
  } = props
  const t = useTranslate(postViewMessages)
  const written = useWritten()
  const blocks = useMemo(() => readBlocks(post.postContent), [post.postContent])
  const pictures = useMemo(() => {
    const { url, alt = '', credit } = post.heroImage ?? {}
    const images = blocks.filter((block) => block.type === 'image')
    return url ? [{ url, alt, caption: credit ? t('post.image.credit', { credit }) : '' }, ...images] : images
  }, [blocks, post.heroImage, t])
  const { decision, renderMenu, renderInset, shorten, isOpening = false } = props
  const hasComments = comments !== undefined && comments !== null && comments !== false
  const opensLater = UNSEEN_POST_STATUSES.includes(post.status)
  const isArticle = post.articleUrl !== null
  const publisher = <PublisherLine post={post} authorHref={authorHref} />
  // An article's thread is always unlisted, so this needs no banner.
  const showsStatus = post.status !== PostStatus.unlisted || post.externalArticleId === null

  return (
    <article
      data-post={post.id}
      data-kind={post.kind}
      aria-labelledby={`post-title-${post.id}`}
      {...rootProps(props, 'stoa-post')}
      ref={ref}
    >
      <Pictures pictures={pictures}>
        {showsStatus && <StatusBanner post={post} own={isOwn(viewer, post.publisherId)} action={decision} />}
        <header className="stoa-post-header">
          {isArticle ? publisher : post.heroImage && <PostHero image={post.heroImage} />}
          {post.flairs.length > 0 && (
            <p className="stoa-post-flairs">
              {post.flairs.map((topic) => (
                <TopicPill key={topic.id} name={topic.name} color={topic.color} href={flairHref(post, topic.id)} />
              ))}
            </p>
          )}
          <div className="stoa-post-title-line">
            <h1 id={`post-title-${post.id}`} className="stoa-post-title" {...written(post.title)} tabIndex={-1}>
              {translatable(post.title)}
            </h1>
            {/* In the menu and not beside it, as permissions are loaded later and the title must not move then. */}
            {renderMenu ? (
              renderMenu({ href: postHref(post), editHref: editHref(post) })
            ) : (
              <PostMenu post={post} href={postHref(post)} editHref={mayEdit ? editHref(post) : undefined} />
            )}
          </div>
          {!isArticle && publisher}
          {post.parentPostId !== null && (
            <p className="stoa-post-article">
              <Anchor href={threadHref(post)}>
                <ReplyIcon size={16} /> {t('post.thread')}
              </Anchor>
            </p>
          )}
          {isArticle && <ArticleCard post={post} />}
        </header>
        {blocks.length > 0 && (
          <CollapsibleContent
            collapsible={isCollapsible(blocks)}
            authorId={post.publisherId}
            isOwn={isOwn(viewer, post.publisherId)}
          >
            <ForumOrigin.Provider value={props.origin ?? ''}>
              <PostBlocks
                blocks={blocks}
                onOpenResponse={props.onOpenResponse}
                renderInset={isPublicPost(post.status) ? renderInset : undefined}
              />
            </ForumOrigin.Provider>
          </CollapsibleContent>
        )}
      </Pictures>
      {!isOpening && (
        <>
          {post.pollOptions !== null && poll !== undefined && <div className="stoa-post-poll">{poll}</div>}
          <footer className="stoa-post-footer">
            {reactions}
            {hasComments && !opensLater && (
              <ButtonLink
                variant="quiet"
                href="#comments"
                icon={<CommentIcon />}
                aria-label={t('post.comments', { count: post.numComments })}
              >
                <CompactNumber value={post.numComments} />
              </ButtonLink>
            )}
            {post.totalDescendants > 0 && (
              <ButtonLink
                variant="quiet"
                href={threadHref(post)}
                icon={<ReplyIcon />}
                aria-label={t('post.responses', { count: post.totalDescendants })}
              >
                <CompactNumber value={post.totalDescendants} />
              </ButtonLink>
            )}
            <ShareButton title={post.title} href={postHref(post)} shorten={shorten} />
          </footer>
          {hasComments && (
            <section id="comments" className="stoa-post-comments">
              {opensLater ? <p>{t('post.comments.later')}</p> : comments}
            </section>
          )}
          {recommended !== undefined && (
            <aside className="stoa-post-recommended" aria-label={t('post.recommended')}>
              {recommended}
            </aside>
          )}
        </>
      )}
    </article>
  )
})

function editPath(post: InCommunity & Pick<Post, 'id'>): string {
  return `${communityPath(post)}/posts/create/${post.id}`
}

function topicPath(community: InCommunity, flairId: string): string {
  return `${communityPath(community)}?flair=${flairId}`
}
