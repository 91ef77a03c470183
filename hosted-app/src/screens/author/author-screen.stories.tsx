import { exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { AuthorScreen } from './author-screen.tsx'

const user = exampleMe({
  profileTitle: 'Keeper of the boat shed',
  profileAbout: 'Rows and repairs.\nAsk about ladders.',
})

const meta = {
  title: 'Forum/Screens/Author',
  component: AuthorScreen,
  args: { path: '/author/newt', user, viewer: null },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A member with their posts. */
export const Activity: Story = {}

/** A member's comments, each with its place. */
export const Comments: Story = { args: { path: '/author/newt/comments' } }

/** Somebody who has written nothing. */
export const NoPosts: Story = { args: { posts: [] } }

/** One's own page before the first comment. */
export const OwnWithoutComments: Story = { args: { path: '/author/newt/comments', comments: [], viewer: user } }

/** A long name and a long account of oneself. */
export const LongText: Story = {
  args: {
    user: {
      ...user,
      displayName: 'Alexandrina Konstantinopolskaya-Featherstonehaugh of the Lower Mill',
      profileAbout: 'Rows, repairs, and writes down what the weather did. '.repeat(12),
      profileImageUrl: '/nowhere.png',
    },
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { user: { ...user, displayName: 'سمندل' } } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** The posts can't be loaded. */
export const Failed: Story = { args: { calls: { postList: 'fails' } } }

/** Nobody has this name. */
export const Missing: Story = { args: { calls: { userGet: 'is missing' } } }
