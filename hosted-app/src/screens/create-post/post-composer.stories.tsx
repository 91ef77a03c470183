import { StoaError } from '@stoa/client'
import { DRAFTS_MAX, errors, POST_MAX_BLOCKS, PostStatus } from '@stoa/contract'
import {
  content,
  EXAMPLE_NOW,
  exampleCommunity,
  exampleId,
  exampleImage,
  exampleMe,
  examplePost,
  exampleSummary,
  paragraph,
} from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { browserSession } from '../../testing/search-responses.ts'
import { CreatePostScreen } from './create-post-screen.tsx'

const viewer = exampleMe({ joinedCommunities: ['FORUM'] })
const path = '/bbs/FORUM/posts/create'
const words = [
  'For ninety years you could cross the river at Lower Mill for a penny. You rang a bell on a post, and somebody rowed.',
  'Then came the bridge. It was shorter, free, and open at night, and nobody rang the bell again.',
]
const draftOf = (change: Parameters<typeof examplePost>[0]) =>
  examplePost({
    id: exampleId(1, 'd'),
    status: PostStatus.draft,
    publisherId: viewer.id,
    title: 'What the ferry was for',
    postContent: content(...words.map((text) => paragraph(text))),
    heroImage: null,
    featuredImage: null,
    pollOptions: null,
    pollSettings: null,
    kind: 'community',
    ...change,
  })
const at = (post: ReturnType<typeof draftOf>) => ({ path: `${path}/${post.id}`, post, viewer })
const posts = [1, 2, 3].map((number) =>
  exampleSummary({
    id: exampleId(number, 'e'),
    status: PostStatus.draft,
    title: ['A ladder longer than five meters', 'Who takes the bench?', ''][number - 1] ?? '',
  }),
)
const counts = (draft: number) => ({ postOwnCounts: () => ({ draft, pending: 0, scheduled: 0, hidden: 0 }) })

const meta = {
  title: 'Forum/Composer',
  component: CreatePostScreen,
  args: { path, viewer },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** The title in serif, as readers will see it. */
export const StoryType: Story = { args: at(draftOf({ kind: 'story' })) }

/** A community post in the type of the page. */
export const PostType: Story = { args: at(draftOf({})) }

/** The title grows, and counts once it comes near its limit. */
export const LongTitle: Story = {
  args: at(
    draftOf({ kind: 'story', title: 'What the ferry was for, and who rowed when nobody had a penny, '.repeat(3) }),
  ),
}

const openSettings: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  const button = await canvas.findByRole('button', { name: 'Post settings' })
  if (button.getAttribute('aria-expanded') === 'false') await userEvent.click(button)
}

/** Excerpt, pictures, address and comments beside the page. */
export const SettingsOpen: Story = { args: at(draftOf({ kind: 'story' })), play: openSettings }

/** An excerpt and an address of its own, and no comments. */
export const OwnParts: Story = {
  args: at(
    draftOf({
      kind: 'story',
      excerpt: 'Ninety years of the Lower Mill ferry.',
      hasOwnExcerpt: true,
      slugUrl: 'the-penny-ferry',
      hasOwnSlug: true,
      isLocked: true,
      lockedBy: 'author',
    }),
  ),
  play: openSettings,
}

/** Comments that moderators have locked stay so. */
export const LockedByModerators: Story = {
  args: at(draftOf({ kind: 'story', isLocked: true, lockedBy: 'moderators' })),
  play: openSettings,
}

/** An address that no post can have says why, and the settings lead to the picture without a description. */
export const ReservedAddress: Story = {
  args: at(
    draftOf({
      kind: 'story',
      postContent: content(
        paragraph(words[0] ?? ''),
        { type: 'image', data: { file: exampleImage('ferry'), caption: '' } },
        ...words.map((text) => paragraph(text)),
      ),
    }),
  ),
  play: async (context) => {
    await openSettings(context)
    const { canvas, canvasElement, userEvent } = context
    const address = await canvas.findByLabelText('Address')
    await userEvent.type(address, 'Settings')
    await userEvent.tab()
    await expect(await canvas.findByText('This word is reserved. Choose another address.')).toBeVisible()
    await waitFor(() => expect(canvasElement.querySelector('.stoa-editor[data-state="ready"]')).not.toBeNull())
    await userEvent.click(canvas.getByRole('button', { name: 'Show in the text: Picture descriptions' }))
    await waitFor(() =>
      expect(canvasElement.querySelector('[data-type="image"]')?.hasAttribute('data-selected')).toBe(true),
    )
  },
}

/** On phones they are a sheet. */
export const PhoneWithSheet: Story = {
  args: at(draftOf({ kind: 'story' })),
  globals: { viewport: { value: 'mobile1', isRotated: false } },
  play: openSettings,
}

/** On a phone. */
export const Phone: Story = {
  args: at(draftOf({ kind: 'story' })),
  globals: { viewport: { value: 'mobile1', isRotated: false } },
}

/** In the dark theme. */
export const Dark: Story = { args: at(draftOf({ kind: 'story' })), globals: { theme: 'dark' } }

/** From right to left. */
export const RightToLeft: Story = {
  args: at(draftOf({ title: 'سلم طويل', postContent: content(paragraph('سلم طويل بجانب المخبز')) })),
  globals: { locale: 'ar' },
}

/** As many blocks as possible, and almost as many drafts. */
export const LimitsReached: Story = {
  args: {
    ...at(
      draftOf({
        postContent: content(...Array.from({ length: POST_MAX_BLOCKS - 20 }, (_, index) => paragraph(`Line ${index}`))),
      }),
    ),
    callResponses: counts(DRAFTS_MAX - 5),
  },
}

const type: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.type(await canvas.findByLabelText('Title'), 'Half a thought')
}

/** The server can't be reached. */
export const FailedSave: Story = {
  args: { calls: { postDraftSave: 'fails' } },
  play: async (context) => {
    await type(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('button', { name: 'More ways to post' }))
    await userEvent.click(canvas.getByRole('menuitem', { name: 'Save draft' }))
    await waitFor(() => expect(canvas.getByText('Not saved')).toBeVisible())
  },
}

const begun = draftOf({ revision: 1 })

/** Saved by another tab meanwhile: nothing is overwritten unasked. */
export const Conflict: Story = {
  args: {
    ...at(begun),
    callResponses: {
      postDraftSave() {
        const post = { ...begun, title: 'What the bridge was for', revision: 2 }
        throw new StoaError('EDIT_CONFLICT', { ...errors.EDIT_CONFLICT, details: { post } })
      },
    },
  },
  play: async (context) => {
    await type(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('button', { name: 'More ways to post' }))
    await userEvent.click(canvas.getByRole('menuitem', { name: 'Save draft' }))
    await expect(await canvas.findByText('This post was changed while you were writing.')).toBeVisible()
  },
}

/** Publishing also joins the community. */
export const NonMember: Story = { args: { viewer: exampleMe({ joinedCommunities: [] }) } }

/** A moderator approves the post first. */
export const Approval: Story = { args: { communities: [exampleCommunity({ approvePosts: true })] } }

/** Other drafts, to search and discard. */
export const Drafts: Story = {
  args: { drafts: posts, callResponses: counts(posts.length) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: '3 drafts' }))
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Select all 3' }))
    await expect(canvas.getByRole('button', { name: 'Discard 3 drafts' })).toBeVisible()
  },
}

/** As it will look in lists on partners' sites. */
export const PreviewInWidget: Story = {
  args: { ...at(draftOf({ kind: 'story', createdAt: EXAMPLE_NOW })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Preview' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Widget' }))
  },
}

/** A picture that isn’t uploaded keeps the post from being published, until it is or has been removed. */
export const WaitingUploads: Story = {
  args: { ...at(draftOf({ kind: 'story' })), session: browserSession },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findByRole('button', { name: /^Add a cover/ })
    const field = canvasElement.querySelector<HTMLInputElement>('.stoa-app-cover input[type=file]')
    if (field) await userEvent.upload(field, new File(['no picture'], 'ferry.png', { type: 'image/png' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Publish' }))
    await expect(await canvas.findByText(/in the post yet/)).toBeVisible()
  },
}
