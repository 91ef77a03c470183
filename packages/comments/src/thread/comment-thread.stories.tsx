import { allow, deny } from '@stoa/contract'
import {
  EXAMPLE_NOW,
  exampleBranch,
  exampleComment,
  exampleId,
  exampleMe,
  exampleThread,
} from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { storyActions, storyLinks } from '../testing/story-actions.ts'
import { CommentThread } from './comment-thread.tsx'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LONG = 'The committee met again, and again it found that the question could not be answered before the survey. '

const meta: Meta<typeof CommentThread> = {
  title: 'Comments/CommentThread',
  component: CommentThread,
  args: {
    threadId: 'p0000000000000000001',
    comments: exampleThread(),
    total: 14,
    hasMore: true,
    viewer: exampleMe(),
    permission: allow,
    actions: storyActions(),
    links: storyLinks,
  },
}
export default meta
type Story = StoryObj<typeof CommentThread>

/** A member reads the thread below a post or article. */
export const Member: Story = {}

/** A visitor reads. Sending asks to sign in first. */
export const Visitor: Story = { args: { viewer: null, permission: deny('AUTH_REQUIRED') } }

/** In storm mode only members can comment. Visitors see that while they write. */
export const MembersOnly: Story = {
  args: { viewer: null, permission: deny('AUTH_REQUIRED'), isMembersOnly: true },
}

/** Members learn while they write how long they wait between comments. */
export const SlowMode: Story = { args: { slowModeSeconds: 300 } }

/** The community allows anonymous comments. */
export const VisitorMayBeAnonymous: Story = {
  args: { viewer: null, permission: deny('AUTH_REQUIRED'), allowAnonymous: true },
}

/** A member on a partner's page, which has no other way to sign out. */
export const MemberMaySignOut: Story = {
  args: { actions: storyActions({ signOut: () => Promise.resolve() }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'Half a thought')
    await canvas.findByRole('button', { name: 'Sign out' })
  },
}

/** A banned member of a partner's page can still sign out. */
export const BannedMaySignOut: Story = {
  args: { permission: deny('BANNED'), bannedUntil: 0, actions: storyActions({ signOut: () => Promise.resolve() }) },
  play: async ({ canvas }) => {
    const button = await canvas.findByRole('button', { name: 'Sign out' })
    const notice = button.closest('p') as HTMLElement
    const { right, width } = notice.getBoundingClientRect()
    // At the end of the notice, without narrowing its text.
    await expect(right - button.getBoundingClientRect().right).toBeLessThan(width / 20)
  },
}

/** Signed in, but not yet a member. Sending joins. */
export const NotJoined: Story = {
  args: { viewer: exampleMe({ joinedCommunities: [] }), permission: deny('JOIN_REQUIRED') },
}

/** A banned member can read but not write. */
export const Banned: Story = {
  args: {
    permission: deny('BANNED'),
    bannedUntil: Date.now() + 3 * DAY_MS + HOUR_MS,
    banReason: 'Advertising in five threads.',
    appealHref: '#appeal',
  },
}

/** Banned permanently. */
export const BannedForGood: Story = { args: { permission: deny('BANNED'), bannedUntil: 0 } }

/** The ban has ended since the page was opened. */
export const BanIsOver: Story = { args: { permission: deny('BANNED'), bannedUntil: EXAMPLE_NOW } }

/** The post accepts no more comments. */
export const Closed: Story = { args: { permission: deny('POST_CLOSED') } }

/** Nobody has commented yet. */
export const Empty: Story = { args: { comments: [], total: 0, hasMore: false } }

/** The first page is loading. Space for comments is reserved. */
export const Loading: Story = { args: { comments: [], status: 'loading' } }

/** The first page could not be loaded. */
export const Failed: Story = { args: { comments: [], status: 'error' } }

/** Others have written in the meantime. Nothing moves until the button is pressed. */
export const Fresh: Story = { args: { newItems: { p0000000000000000001: ['1', '2', '3'] } } }

/** The viewer's own comments: pending, being sent, edited, with reactions. */
export const Own: Story = {
  render: (args) => {
    const pending = exampleBranch(exampleComment('newt', { content: 'My first comment here.', status: 5 }))
    const sending = exampleBranch(exampleComment('newt', { content: 'This one is on its way to the server.' }))
    const edited = exampleBranch(
      exampleComment('newt', {
        content: 'Corrected after a hint.',
        editedAt: EXAMPLE_NOW,
        reactionsCount: { 'thumb-up': 3, 'thumb-down': 1 },
      }),
    )
    return (
      <CommentThread
        {...args}
        comments={[sending, pending, edited]}
        isSending={(id) => id === sending.id}
        reactions={{ [edited.id]: 'thumb-up' }}
        postPublisherId={edited.publisherId}
      />
    )
  },
}

/** Comments written without network: one waits with a reply to it, one was refused, one is too old to be sent unasked. */
export const Unsent: Story = {
  render: (args) => {
    const waiting = exampleComment('newt', { content: 'The bus has no signal. This waits.' })
    const reply = exampleComment('newt', { content: 'And so does this reply to it.' })
    const refused = exampleComment('newt', { content: 'Buy cheap planks at planks.example!' })
    const expired = exampleComment('newt', { content: 'Written on Monday, in the mountains.' })
    return (
      <CommentThread
        {...args}
        comments={[exampleBranch(waiting, [reply]), exampleBranch(refused), exampleBranch(expired)]}
        isSending={() => true}
        unsent={{
          [waiting.id]: { state: 'waiting', reason: '', code: '' },
          [reply.id]: { state: 'sending', reason: '', code: '' },
          [refused.id]: { state: 'refused', reason: 'Links are not allowed here yet.', code: '' },
          [expired.id]: { state: 'expired', reason: '', code: '' },
        }}
        actions={storyActions({ unsent: { send: async () => {}, discard: async () => async () => {} } })}
      />
    )
  },
}

/** Hidden comments. Placeholders keep the replies in context. Author and moderators see why. */
export const Hidden: Story = {
  render: (args) => (
    <CommentThread
      {...args}
      viewer={exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } })}
      comments={[
        exampleBranch(exampleComment('otter', { content: null, status: 2 }), [
          exampleComment('wren', { content: 'I still agree with what stood here.' }),
        ]),
        exampleBranch(exampleComment('heron', { content: null, status: 1 })),
        exampleBranch(
          exampleComment('newt', {
            content: 'I should not have said this.',
            status: 2,
            hidden: { reason: '', by: 'publisher' },
          }),
        ),
        exampleBranch(
          exampleComment('wren', {
            content: 'Buy watches here.',
            status: 1,
            hidden: { reason: 'spam', by: 'community' },
            moderationScore: 97,
          }),
        ),
      ]}
    />
  ),
}

const [disliked = exampleBranch(exampleComment('heron'))] = exampleThread()

/** Hidden by the viewer for themselves. Replies keep their place. */
export const HiddenForMe: Story = {
  args: { hiddenForMe: { [disliked.id]: true, [disliked.replies.items[0]?.id ?? '']: true } },
  play: async ({ canvas }) => {
    await expect((await canvas.findAllByRole('button', { name: 'Show again' })).length).toBe(2)
  },
}

/** The same on a phone, in the dark, right to left. */
export const HiddenForMeNarrow: Story = {
  args: { hiddenForMe: { [disliked.id]: true } },
  globals: { theme: 'dark', locale: 'ar' },
  parameters: { width: '312px' },
}

/** Reached by the permanent link of one comment. */
export const Permalink: Story = {
  render: (args) => {
    const [first] = exampleThread()
    return (
      <CommentThread
        {...args}
        comments={first ? [first] : []}
        hasMore={false}
        highlightedCommentId={first?.replies.items[0]?.id}
        allHref="/bbs/FORUM/community/footbridge"
      />
    )
  },
}

/** Long texts collapse after six lines. Long names and addresses break. */
export const LongText: Story = {
  render: (args) => (
    <CommentThread
      {...args}
      comments={[
        exampleBranch(exampleComment('heron', { content: LONG.repeat(12) })),
        exampleBranch(
          exampleComment('otter', {
            publisherProfileName: 'A Name Of Sixty Characters Which Somebody Chose To Try It Out!',
            content: `https://example.org/${'a-very-long-path/'.repeat(12)}\n${'W'.repeat(300)}`,
            reactionsCount: { 'thumb-up': 12_345, 'thumb-down': 1_000_000 },
          }),
        ),
        exampleBranch(
          exampleComment('wren', { content: 'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334'.repeat(30) }),
        ),
      ]}
    />
  ),
}

/** Right to left, with both directions in one thread. */
export const RightToLeft: Story = {
  globals: { locale: 'ar' },
  render: (args) => (
    <CommentThread
      {...args}
      comments={[
        exampleBranch(
          exampleComment('heron', {
            content: 'الجسر مغلق منذ شهر مارس، ولا أحد يعرف السبب. https://example.org/جسر',
            reactionsCount: { 'thumb-up': 12, 'thumb-down': 1 },
          }),
          [exampleComment('otter', { content: '> الجسر مغلق\nIt is in the minutes of 3 March.' })],
          true,
        ),
      ]}
    />
  ),
}

/** A dark page. */
export const Dark: Story = { globals: { theme: 'dark' }, args: { newItems: { p0000000000000000001: ['1'] } } }

/** The narrowest phone. */
export const Narrow: Story = { parameters: { width: '312px' } }

const back: Story['args'] = { newSince: EXAMPLE_NOW - 4 * HOUR_MS, newCount: 2, onSeen() {} }

/** The viewer comes back: a line separates old from new comments, and new ones are marked. */
export const NewSinceLastVisit: Story = { args: { ...back, sort: 'old' } }

/** In other orders new comments are only marked. */
export const NewInTopOrder: Story = { args: { ...back, comments: exampleThread().toReversed() } }

/** New comments outside the view: a button leads to the next one. */
export const NextNew: Story = {
  args: {
    ...back,
    sort: 'old',
    comments: [
      ...Array.from({ length: 6 }, () =>
        exampleBranch(exampleComment('heron', { content: LONG.repeat(4), createdAt: EXAMPLE_NOW - DAY_MS })),
      ),
      ...exampleThread().slice(1),
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Next new' }))
    await expect(canvas.getByRole('article', { name: 'Comment by Winter Wren' })).toHaveFocus()
  },
}

/** Comments by blocked and muted people, and with muted words, are collapsed. Replies keep their places. */
export const Collapsed: Story = {
  args: {
    comments: [
      exampleBranch(exampleComment('wren', { id: exampleId(61, 'c') }), [
        exampleComment('heron', { id: exampleId(62, 'c'), content: 'Please don’t.' }),
      ]),
      exampleBranch(exampleComment('heron', { id: exampleId(63, 'c') })),
      exampleBranch(exampleComment('wren', { id: exampleId(64, 'c') })),
    ],
    total: 4,
    hasMore: false,
    muted: { [exampleId(61, 'c')]: 'blocked', [exampleId(63, 'c')]: 'user', [exampleId(64, 'c')]: 'word' },
    actions: storyActions({ mute: async () => {}, block: async () => {} }),
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByRole('button', { name: 'Show once' })).toHaveLength(3)
  },
}

/** The same on a phone of 360 pixels, where one of them is shown once. */
export const CollapsedNarrow: Story = {
  ...Collapsed,
  parameters: { width: '312px' },
  play: async ({ canvas, userEvent }) => {
    const [button] = await canvas.findAllByRole('button', { name: 'Show once' })
    if (button) await userEvent.click(button)
    await expect(canvas.getAllByRole('button', { name: 'Show once' })).toHaveLength(2)
  },
}
