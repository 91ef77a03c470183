import { exampleCommunity, exampleMe, exampleSummary, exampleThread } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { ArticleScreen } from './article-screen.tsx'

const url = 'https://news.example/ferries'
const comments = exampleThread()
const { tokenName, title, urlSlug } = exampleCommunity()
const post = exampleSummary({ kind: 'story', status: 7, articleUrl: url, numComments: comments.length })

const meta = {
  title: 'Forum/Screens/Article',
  component: ArticleScreen,
  args: {
    path: `/bbs/external-article-comment?${new URLSearchParams({ url })}`,
    callResponses: {
      articleThread: () => ({
        articleUrl: url,
        community: { tokenName, title, urlSlug, anonymousComments: false },
        post,
        comments: { items: comments, cursor: null, hasMore: false },
      }),
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** The comments on a partner's article, for a member. */
export const Member: Story = {}

/** With money, a comment's author is tipped from its menu. */
export const Tipping: Story = {
  args: {
    config: { money: true },
    callResponses: {
      ...meta.args.callResponses,
      walletList: () => ({
        items: [{ id: exampleMe().id, balance: { [tokenName]: '42500000' }, creditBalance: {} }],
        ...{ cursor: null, hasMore: false },
      }),
    },
  },
  play: async ({ canvasElement }) => {
    const [more] = await within(canvasElement).findAllByRole('button', { name: /^More actions for the comment/ })
    await userEvent.click(more as HTMLElement)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Tip' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Tip / }))
    await expect(await dialog.findByRole('button', { name: `Tip 1 ${tokenName}` })).toBeVisible()
  },
}

/** A visitor is led to signing in. */
export const Visitor: Story = { args: { viewer: null } }

/** On a phone, in the dark, from right to left. */
export const NarrowDark: Story = { parameters: { width: '312px' }, globals: { locale: 'ar', theme: 'dark' } }

/** No such thread. */
export const Missing: Story = { args: { calls: { articleThread: 'is missing' } } }
