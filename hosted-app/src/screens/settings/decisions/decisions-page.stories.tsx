import type { OwnDecision } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../../testing/forum-at.tsx'
import { DecisionsScreen } from '../../member-screens.tsx'

const decision: OwnDecision = {
  activityId: exampleId(1, 'a'),
  at: EXAMPLE_NOW - 7_200_000,
  action: 'commentHidden',
  by: 'community',
  reason: 'spam',
  until: null,
  community: { tokenName: 'FORUM', title: 'Lower Mill Commons' },
  postId: exampleId(1, 'p'),
  commentId: exampleId(1, 'c'),
  excerpt: 'Selling my old oars, see the notice board.',
  undone: false,
  appeal: null,
  canAppeal: true,
}
const ended = { text: 'It is the only sale of mine this month.', at: EXAMPLE_NOW - 3_600_000 }
const decisions: OwnDecision[] = [
  decision,
  {
    ...decision,
    activityId: exampleId(2, 'a'),
    action: 'postRefused',
    commentId: null,
    canAppeal: false,
    reason: 'Please post this under “For sale”.',
    excerpt: 'Oars',
    appeal: { ...ended, status: 'open' },
  },
  {
    ...decision,
    activityId: exampleId(3, 'a'),
    action: 'banned',
    postId: null,
    commentId: null,
    excerpt: '',
    until: 0,
    undone: true,
    canAppeal: false,
    by: 'domain',
    appeal: { ...ended, status: 'granted' },
  },
  {
    ...decision,
    activityId: exampleId(4, 'a'),
    action: 'fileRemoved',
    commentId: null,
    reason: 'nudity',
    excerpt: 'By the weir',
    canAppeal: false,
    appeal: { ...ended, status: 'denied' },
  },
]

/** Moderation decisions about the reader, linked from notifications. */
const meta = {
  title: 'Forum/Screens/Decisions',
  component: DecisionsScreen,
  render: (_args, { parameters }) => (
    <ForumAt path="/bbs/my-account/decisions" decisions={decisions} {...parameters.forum} />
  ),
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof DecisionsScreen>
export default meta
type Story = StoryObj<typeof meta>

/** One can be appealed, one is under review, one was undone. */
export const Decisions: Story = {}

/** Writing an appeal. */
export const Appealing: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Appeal…' }))
  },
}

/** No decisions. */
export const Empty: Story = { parameters: { forum: { decisions: [] } } }

/** They can't be loaded. */
export const Failed: Story = { parameters: { forum: { calls: { decisionList: 'fails' } } } }

/** On a phone, from right to left. */
export const Narrow: Story = { globals: { locale: 'ar' }, parameters: { width: '312px' } }
