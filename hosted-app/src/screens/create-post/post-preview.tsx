import {
  authorPath,
  type ContentImage,
  contentImageOf,
  isBlankText,
  isOwn,
  isPublicPost,
  normalizeText,
  onOneLine,
  PostStatus,
  readingMinutes,
  shownRoleOf,
} from '@stoa/contract'
import { Poll } from '@stoa/poll'
import { PostCard } from '@stoa/post-feed'
import { PostView, type ShownPost } from '@stoa/post-view'
import type { StoredPost } from '@stoa/store'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { Dialog, SegmentedControl, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { automaticExcerpt, ofReadable } from './excerpt.ts'
import { createPostMessages } from './messages.ts'
import type { PostForm } from './post-form.ts'

export interface PostPreviewProps {
  form: PostForm
  /** The current post; null for a new one. */
  post: StoredPost | null
  /** The post that a new one responds to; null: none. */
  parentPostId: string | null
  /** It is published without a name. Default false. */
  isAnonymous?: boolean | undefined
  onClose: () => void
}

/** Where the post can be seen. */
const PLACES = ['desktop', 'phone', 'widget'] as const

/** The content as readers will see it: on a page, on a phone, and on partners' sites. Nothing is sent. */
export function PostPreview({ onClose, ...about }: PostPreviewProps) {
  const t = useTranslate(createPostMessages)
  const [place, setPlace] = useState<(typeof PLACES)[number]>('desktop')
  const viewer = useViewer() ?? null
  const previewPost = usePreviewPost(about)
  const takesResponses = useCommunity(about.form.tokenName)?.postTypes.includes('response')
  return (
    <Dialog open title={t('create.preview')} onClose={onClose}>
      <SegmentedControl
        label={t('create.preview.place')}
        value={place}
        options={PLACES.map((value) => ({ value, label: t(`create.preview.${value}`) }))}
        onChoose={setPlace}
      />
      {/* Controls in the preview are inactive. */}
      <div className="stoa-app-preview" data-place={place} inert>
        {place === 'widget' && (
          <>
            <h3>{t('create.preview.inList')}</h3>
            <PostCard post={previewPost} />
            <h3>{t('create.preview.opened')}</h3>
          </>
        )}
        <PostView
          post={previewPost}
          viewer={viewer}
          renderMenu={() => null}
          // Only the forum’s page has that button.
          onOpenResponse={takesResponses && place !== 'widget' ? () => {} : undefined}
          poll={
            previewPost.pollOptions &&
            previewPost.pollSettings && (
              <Poll
                options={previewPost.pollOptions}
                settings={previewPost.pollSettings}
                values={previewPost.pollValues}
                totalVoters={previewPost.pollTotalVoters}
                onVote={() => {}}
                authorHref={authorPath}
              />
            )
          }
        />
      </div>
    </Dialog>
  )
}

function usePreviewPost(about: Omit<PostPreviewProps, 'onClose'>): ShownPost {
  const { form, post, parentPostId, isAnonymous } = about
  const reader = useViewer() ?? null
  const viewer = isAnonymous ? null : reader
  const { clock } = useStoa()
  const now = clock()
  const community = useCommunity(form.tokenName)
  const { tokenName, kind, title, document, heroImage, featuredImage, poll } = form
  const role = viewer && shownRoleOf(viewer, tokenName)
  const author = {
    publisherId: viewer?.id ?? '',
    publisherName: viewer?.username ?? 'anonymous',
    publisherProfileName: viewer?.displayName ?? '',
    publisherSlugUrl: viewer?.slugUrl ?? '',
    publisherImageUrl: viewer?.profileImageUrl ?? '',
    createdByWhitelistedUser: viewer?.enableSell.includes(tokenName) ?? false,
    ...(role ? { publisherRole: role } : {}),
  }
  const isOut = post !== null && isPublicPost(post.status)
  const closesAt = poll === null || poll.closes === '' ? null : new Date(poll.closes).getTime()
  const pollOptions = poll && poll.options.filter((option) => !isBlankText(option))
  const postContent = JSON.stringify(document)
  const { video, ...contentImage } = ofReadable(document, contentImageOf) ?? NO_IMAGE
  return {
    ...NEW_POST,
    parentPostId,
    ...(post ? withoutVideo(post) : author),
    // A draft is dated when it is published.
    ...(isOut
      ? { editedAt: now, editedByModerator: !isOwn(viewer, post.publisherId) }
      : { createdAt: now, activeAt: now, editedAt: null }),
    // Without the banner about visibility, which concerns the post rather than its content.
    status: PostStatus.published,
    tokenName,
    kind,
    title: onOneLine(normalizeText(title)),
    postContent,
    readingMinutes: readingMinutes(postContent),
    excerpt: onOneLine(normalizeText(form.excerpt)) || automaticExcerpt(document, post),
    heroImage,
    featuredImage,
    contentImage: contentImage.url === '' ? null : contentImage,
    ...(video ? { video } : {}),
    communityTitle: community?.title ?? tokenName,
    flairs: (community?.activeFlairs ?? []).filter(({ id }) => id === form.flairId),
    pollOptions,
    pollSettings: poll && { closesAt, results: poll.results, voters: poll.voters },
    pollValues:
      post?.pollValues ??
      (pollOptions && poll?.results === 'always' ? pollOptions.map(() => ({ count: 0, lastVoters: [] })) : null),
  }
}

/** The text may have no video anymore. */
function withoutVideo({ video: _, ...kept }: StoredPost): Omit<StoredPost, 'video'> {
  return kept
}

const NO_IMAGE: ContentImage = { url: '' }

const NEW_POST = {
  createdAt: 0,
  activeAt: 0,
  id: 'preview',
  slugUrl: '',
  anonymousComments: false,
  scheduledAt: null,
  editedAt: null,
  excerpt: '',
  flairIds: [],
  isPinned: false,
  isLocked: false,
  archived: false,
  pinnedTime: null,
  isSyndicated: false,
  numComments: 0,
  totalViews: 0,
  totalDescendants: 0,
  reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 },
  parentPostId: null,
  externalArticleId: null,
  articleUrl: null,
  pollValues: null,
  pollTotalVoters: 0,
  moderationScore: null,
}
