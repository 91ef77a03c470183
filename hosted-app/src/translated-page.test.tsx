import { CommentThread } from '@stoa/comments'
import { allow, CommentStatus, deny } from '@stoa/contract'
import {
  EXAMPLE_NOW,
  exampleBranch,
  exampleComment,
  exampleCommunity,
  exampleMe,
  exampleNotification,
  examplePollPost,
  examplePost,
  examplePreviews,
  exampleSummary,
} from '@stoa/contract/fixtures'
import { Poll } from '@stoa/poll'
import { PostCard } from '@stoa/post-feed'
import { PostView } from '@stoa/post-view'
import { Banner, I18nProvider, LoadMore, RelativeTime, TextArea } from '@stoa/ui'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { NotificationText } from './screens/notifications/notification-text.tsx'
import { MemberTools } from './shell/member-tools/member-tools.tsx'
import { AboutPanel } from './side/side-panels.tsx'

/** Replaces every text, as browsers do that translate a page. */
function translate(container: Element): void {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest('[translate=no], textarea, select')) continue
    const font = document.createElement('font')
    font.textContent = `«${text.data}»`
    text.replaceWith(font)
  }
}

const untranslated = (text: string | null) => text?.replace(/[«»]/g, '')

const none = () => {}
const me = exampleMe()
const mine = (changes = {}) => exampleBranch(exampleComment('newt', { id: 'c1', publisherId: me.id, ...changes }))

function thread(comments = [mine()], over = {}) {
  return (
    <CommentThread
      threadId="p1"
      comments={comments}
      total={comments.length}
      viewer={me}
      permission={allow}
      isSending={(id) => id === 'temp:1'}
      actions={{
        sort: none,
        reload: none,
        loadMore: none,
        loadReplies: none,
        showNewItems: none,
        react: none,
        submit: async () => {},
        edit: async () => {},
        hide: async () => {},
        hasDraft: () => false,
        drafts: () => new Promise(none),
      }}
      links={{ author: String, comment: ({ id }) => id }}
      {...over}
    />
  )
}

function poll(over = {}) {
  const values = [3, 1].map((count) => ({ count, lastVoters: [] }))
  return (
    <Poll
      options={['Ferry', 'Bridge']}
      settings={{ closesAt: EXAMPLE_NOW - 600_000, results: 'always', voters: 'public' }}
      values={values}
      totalVoters={4}
      onVote={none}
      authorHref={String}
      {...over}
    />
  )
}

const post = (changes = {}) => (
  <PostCard post={exampleSummary({ previewComments: examplePreviews, ...changes })} showCommunity />
)
const open = { closesAt: null, results: 'always', voters: 'public' }
const votes = [7, 2].map((count) => ({ count, lastVoters: [] }))
const notification = (changes = {}) => <NotificationText notification={exampleNotification(changes)} />

const CHANGES: Record<string, { before: ReactElement; after: ReactElement }> = {
  'a time': { before: posted(2), after: posted(3) },
  votes: { before: poll(), after: poll({ values: votes, totalVoters: 9 }) },
  'the state of a poll': { before: poll({ settings: open }), after: poll({ selected: 0 }) },
  'a vote of one’s own': { before: poll({ settings: open }), after: poll({ settings: open, selected: 0 }) },
  'the number of comments': { before: thread(), after: thread([mine()], { total: 12 }) },
  'new comments': {
    before: thread([mine()], { newItems: { p1: ['c2'] } }),
    after: thread([mine()], { newItems: { p1: ['c2', 'c3'] } }),
  },
  'new comments that are gone': { before: thread([mine()], { newItems: { p1: ['c2'] } }), after: thread() },
  'a comment that arrives': { before: thread([mine()], { isSending: () => true }), after: thread() },
  'a comment that was edited': {
    before: thread(),
    after: thread([mine({ content: 'Another text', editedAt: EXAMPLE_NOW })]),
  },
  'a comment that was removed': {
    before: thread(),
    after: thread([mine({ content: null, status: CommentStatus.hiddenByPublisher })]),
  },
  'a comment that is back': {
    before: thread([mine({ content: null, status: CommentStatus.hiddenByPublisher })]),
    after: thread(),
  },
  'a thread that closes': { before: thread(), after: thread([mine()], { permission: deny('POST_CLOSED') }) },
  'a ban in a closed thread': {
    before: thread([mine()], { permission: deny('POST_CLOSED') }),
    after: thread([mine()], { permission: deny('BANNED') }),
  },
  'numbers of a card': { before: post(), after: post({ numComments: 500, totalViews: 70_000 }) },
  'votes on a card': {
    before: <PostCard post={examplePollPost} />,
    after: <PostCard post={{ ...examplePollPost, pollTotalVoters: 999 }} />,
  },
  'the title of a post': {
    before: <PostView post={examplePost()} poll={null} comments={null} />,
    after: <PostView post={examplePost({ title: 'Another title', numComments: 7 })} poll={null} comments={null} />,
  },
  'an error of a field': {
    before: <TextArea label="Reason" error="Too long" length={90} limit={100} />,
    after: <TextArea label="Reason" length={91} limit={100} />,
  },
  'an error of a list': {
    before: <LoadMore onLoadMore={none} error="Failed" />,
    after: <LoadMore onLoadMore={none} busy />,
  },
  'a message': {
    before: <Banner title="Pending">Wait.</Banner>,
    after: <Banner title="Hidden">By a moderator.</Banner>,
  },
  notifications: { before: tools(1), after: tools(2) },
  'notifications that were read': { before: tools(1), after: tools(0) },
  'a notification': {
    before: notification({ kind: 'follow', actorCount: 3 }),
    after: notification({ kind: 'follow', actorCount: 30 }),
  },
  'members of a community': {
    before: <AboutPanel community={exampleCommunity()} isNamed />,
    after: <AboutPanel community={exampleCommunity({ numberOfMembers: 12_345 })} isNamed />,
  },
}

function posted(day: number) {
  return (
    <p>
      Posted <RelativeTime value={Date.UTC(2024, 4, day)} /> in The Forum
    </p>
  )
}

function tools(unseen: number) {
  return (
    <MemberTools
      viewer={me}
      tokenName="FORUM"
      unseen={unseen}
      unreadMessages={0}
      queue={0}
      mayFound={false}
      onSignOut={none}
    />
  )
}

it.each(Object.entries(CHANGES))('%s is up to date while the browser translates the page', (_, { before, after }) => {
  const within = (page: ReactElement) => (
    <MemoryRouter>
      <I18nProvider now={EXAMPLE_NOW}>{page}</I18nProvider>
    </MemoryRouter>
  )
  const fresh = render(within(after))
  const expected = fresh.container.textContent
  fresh.unmount()
  const { container, rerender } = render(within(before))
  expect(container.textContent).not.toBe(expected)
  translate(container)
  rerender(within(after))
  expect(untranslated(container.textContent)).toBe(expected)
})
