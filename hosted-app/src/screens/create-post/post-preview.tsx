import { authorPath, PostStatus } from '@stoa/contract'
import { Poll } from '@stoa/poll'
import { PostCard } from '@stoa/post-feed'
import { PostView, type ShownPost } from '@stoa/post-view'
import type { StoredPost } from '@stoa/store'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { Dialog, SegmentedControl, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { automaticExcerpt, pictureIn } from './excerpt.ts'
import { createPostMessages } from './messages.ts'
import type { PostForm } from './post-form.ts'

export interface PostPreviewProps {
  form: PostForm
  /** The current post; null for a new one. */
  post: StoredPost | null
  onClose: () => void
}

/** Where the post can be seen. */
const PLACES = ['desktop', 'phone', 'widget'] as const

/** The content as readers will see it: on a page, on a phone, and in lists on partners' sites. Nothing is sent. */
export function PostPreview({ form, post, onClose }: PostPreviewProps) {
  const t = useTranslate(createPostMessages)
  const [place, setPlace] = useState<(typeof PLACES)[number]>('desktop')
  const previewPost = usePreviewPost(form, post)
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
        {place === 'widget' ? (
          <PostCard post={{ ...previewPost, excerpt: form.excerpt || automaticExcerpt(form.document) }} />
        ) : (
          <PostView
            post={previewPost}
            renderMenu={() => null}
            poll={
              previewPost.pollOptions &&
              previewPost.pollSettings && (
                <Poll
                  options={previewPost.pollOptions}
                  settings={previewPost.pollSettings}
                  values={null}
                  totalVoters={0}
                  locked
                  onVote={() => {}}
                  authorHref={authorPath}
                />
              )
            }
          />
        )}
      </div>
    </Dialog>
  )
}

function usePreviewPost(form: PostForm, post: StoredPost | null): ShownPost {
  const viewer = useViewer() ?? null
  const { clock } = useStoa()
  const community = useCommunity(form.tokenName)
  const { tokenName, kind, title, document, heroImage, featuredImage, poll } = form
  const author = {
    publisherId: viewer?.id ?? '',
    publisherName: viewer?.username ?? '',
    publisherProfileName: viewer?.displayName ?? '',
    publisherSlugUrl: viewer?.slugUrl ?? '',
    publisherImageUrl: viewer?.profileImageUrl ?? '',
    createdByWhitelistedUser: viewer?.enableSell.includes(tokenName) ?? false,
  }
  const closesAt = poll === null || poll.closes === '' ? null : new Date(poll.closes).getTime()
  return {
    ...NEW_POST,
    createdAt: clock(),
    activeAt: clock(),
    ...author,
    ...post,
    // Without the banner about visibility, which concerns the post rather than its content.
    status: PostStatus.published,
    tokenName,
    kind,
    title,
    postContent: JSON.stringify(document),
    heroImage,
    featuredImage,
    contentImage: pictureIn(document),
    communityTitle: community?.title ?? tokenName,
    flairs: (community?.activeFlairs ?? []).filter(({ id }) => id === form.flairId),
    pollOptions: poll && poll.options.filter((option) => option.trim() !== ''),
    pollSettings: poll && { closesAt, results: poll.results, voters: poll.voters },
  }
}

const NEW_POST = {
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
