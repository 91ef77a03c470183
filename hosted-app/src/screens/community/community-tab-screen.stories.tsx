import type { Activity, LeaderboardEntry } from '@stoa/contract'
import {
  EXAMPLE_NOW,
  exampleCommunity,
  exampleId,
  exampleMe,
  examplePollPost,
  exampleQueue,
} from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { CommunityTabScreen } from './community-tab-screen.tsx'

const DAY_MS = 86_400_000
const NAMES = ['Grey Heron', 'River Otter', 'Alexandrina Konstantinopolskaya-Featherstonehaugh of the Lower Mill']
const members = NAMES.map((displayName, index) => ({
  userId: exampleId(index + 1, 'u'),
  username: `member_${index}`,
  displayName,
  slugUrl: `member-${index}`,
  imageUrl: '',
  joinedAt: EXAMPLE_NOW - (index + 1) * 9 * DAY_MS,
  isPartner: index === 1,
  ...(index === 0 && { role: 'owner' as const, reputation: 1284 }),
  ...(index === 2 && { role: 'moderator' as const }),
}))

const place = (index: number, about: Pick<LeaderboardEntry, 'rank' | 'points' | 'role'>) => ({
  userId: index === 3 ? exampleId(9, 'v') : exampleId(index + 1, 'u'),
  username: `member_${index}`,
  displayName: NAMES[index] ?? 'Newt',
  slugUrl: `member-${index}`,
  imageUrl: '',
  ...about,
})
const leaderboard = {
  path: '/bbs/FORUM/tab/leaderboard',
  leaders: [
    place(0, { rank: 1, points: 1284, role: 'owner' }),
    place(1, { rank: 2, points: 96 }),
    place(2, { rank: 2, points: 96 }),
  ],
}

const reports = {
  path: '/bbs/FORUM/tab/reports',
  viewer: exampleMe({ tokenPermissions: { FORUM: ['hideContent', 'banUser'] } }),
  queue: exampleQueue,
}

const person = (index: number) => ({
  userId: exampleId(index + 1, 'u'),
  username: `member_${index}`,
  displayName: NAMES[index] ?? '',
  slugUrl: `member-${index}`,
})
const decision = {
  at: EXAMPLE_NOW - 2 * 3_600_000,
  actor: person(1),
  person: person(0),
  postId: null,
  commentId: null,
  post: null,
  reason: '',
  until: null,
  given: [],
  taken: [],
  changes: [],
  undoes: null,
  undone: false,
  reinstated: false,
  canUndo: false,
  undoBlock: null,
  bansAgain: null,
} satisfies Partial<Activity>
const decisions: Partial<Activity>[] = [
  { action: 'banned', until: EXAMPLE_NOW + 3 * DAY_MS, reason: 'Sells the same boat daily' },
  { action: 'contentHidden' },
  { action: 'contentRestored', actor: null },
  { action: 'permissionsChanged', person: person(2), given: ['hideContent', 'pinPost'], taken: ['viewUserEmail'] },
  { action: 'commentHidden', commentId: exampleId(3, 'c'), undoes: exampleId(4, 'a') },
  { action: 'commentHidden', commentId: exampleId(3, 'c'), reason: 'spam', undone: true, reinstated: true },
  { action: 'commentHidden', person: null, postId: exampleId(1, 'p'), commentId: exampleId(1, 'c'), reason: 'spam' },
  {
    action: 'postEdited',
    actor: { ...person(1), role: 'moderator' },
    postId: exampleId(2, 'p'),
    post: { title: 'Boats on the lake', slugUrl: 'boats-on-the-lake', kind: 'community' },
    changes: [{ setting: 'postTitle', before: 'Boats!!!', after: 'Boats on the lake' }],
  },
  {
    action: 'checksEdited',
    person: null,
    actor: { ...person(2), role: 'owner' },
    changes: [
      {
        setting: 'storm',
        before: '',
        after: 'members only, slow mode 30 s, hold newcomers, until 2026-11-25 10:00 UTC',
      },
      { setting: 'newcomerLinks', before: '', after: 'hold, > 1, < 7 d' },
    ],
  },
  {
    action: 'communityEdited',
    person: null,
    changes: [
      { setting: 'logo', before: '', after: `/media/${exampleId(1, 'm')}/320.webp` },
      { setting: 'approvePosts', before: 'false', after: 'true' },
      { setting: 'postTypes', before: 'community', after: 'community, poll, story' },
    ],
  },
  { action: 'emailSeen', person: { ...person(0), displayName: '', slugUrl: '' } },
]
const activity = decisions.map((about, index) => ({ ...decision, id: exampleId(index + 1, 'a'), ...about }) as Activity)

const meta = {
  title: 'Forum/Screens/CommunityTab',
  component: CommunityTabScreen,
  args: { path: '/bbs/FORUM/tab/holders', members },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A community's members. */
export const Members: Story = {}

/** Nobody has the name that was searched for. */
export const NobodyFound: Story = {
  args: {
    callResponses: { communityMembers: ({ query }) => ({ items: query ? [] : members, cursor: null, hasMore: false }) },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Search members'), 'kestrel')
    await canvas.findByText('No members found')
  },
}

/** Nobody has joined. */
export const NoMembers: Story = { args: { members: [] } }

/** No publisher has its conversations here. */
export const NoPartners: Story = { args: { members: [], path: '/bbs/FORUM/tab/holders?type=partner' } }

/** People with the most reputation this month; equal points share a rank. */
export const Leaders: Story = { args: leaderboard }

/** The viewer's own rank, beyond the list. */
export const LeadersAndOwnPlace: Story = {
  args: { ...leaderboard, viewer: exampleMe({ id: exampleId(9, 'v') }), ownPlace: place(3, { rank: 87, points: 1 }) },
}

/** The same on a phone, from right to left, in the dark. */
export const LeadersNarrow: Story = {
  ...LeadersAndOwnPlace,
  globals: { theme: 'dark', locale: 'ar' },
  parameters: { width: '312px' },
}

/** Nobody has reputation yet. */
export const NoLeaders: Story = { args: { path: leaderboard.path } }

/** How reputation is earned. */
export const ReputationExplained: Story = {
  args: leaderboard,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'How reputation works' }))
  },
}

/** The leaderboard can't be loaded. */
export const LeadersFailed: Story = { args: { ...leaderboard, calls: { communityLeaderboard: 'fails' } } }

/** Its posts with a poll. */
export const Polls: Story = { args: { path: '/bbs/FORUM/tab/polls', posts: [examplePollPost] } }

/** Nobody has posted a video yet; a member can be the first. */
export const NoVideos: Story = {
  args: {
    path: '/bbs/FORUM/tab/video',
    posts: [],
    viewer: exampleMe({ joinedCommunities: ['FORUM'] }),
  },
}

/** A community's description. */
export const About: Story = {
  args: {
    path: '/bbs/FORUM/tab/about',
    communities: [exampleCommunity({ about: 'Bridges, ferries and the long way round.\n\nBring boots.' })],
  },
}

/** Without a description. */
export const AboutEmpty: Story = {
  args: { path: '/bbs/FORUM/tab/about', communities: [exampleCommunity({ about: '' })] },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** The list can't be loaded. */
export const Failed: Story = { args: { calls: { communityMembers: 'fails' } } }

/** Everything awaiting a decision, reports grouped by item. */
export const Reports: Story = { args: reports }

/** Only what needs approval. */
export const Pending: Story = {
  args: { ...reports, path: '/bbs/FORUM/tab/pending', queue: exampleQueue.filter(({ kind }) => kind === 'pending') },
}

/** Nothing to review. */
export const ReportsEmpty: Story = { args: { ...reports, queue: [] } }

/** The queue can't be loaded. */
export const ReportsFailed: Story = { args: { ...reports, calls: { queueList: 'fails' } } }

/** The same on a phone, from right to left. */
export const ReportsNarrow: Story = { args: reports, globals: { locale: 'ar' }, parameters: { width: '312px' } }

const guard = exampleMe({ tokenOwner: ['FORUM'] })

/** Those who manage the community have a menu for each member. */
export const MemberMenuOpen: Story = {
  args: { viewer: guard },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Manage Grey Heron' }))
    await canvas.findByRole('menuitem', { name: 'Ban…' })
  },
}

/** Somebody is banned. */
export const Banning: Story = {
  args: { viewer: guard },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Manage Grey Heron' }))
    await userEvent.click(await canvas.findByRole('menuitem', { name: 'Ban…' }))
  },
}

/** Changing a ban: the dialog starts with its values. */
export const ChangingABan: Story = {
  args: {
    viewer: guard,
    standing: {
      ban: { until: Date.now() + 2.7 * DAY_MS, kind: 'ban', reason: 'Sells the same boat daily', at: EXAMPLE_NOW },
      contentHidden: true,
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Manage Grey Heron' }))
    await userEvent.click(await canvas.findByRole('menuitem', { name: 'Change ban…' }))
  },
}

/** The same on a phone. */
export const ChangingABanNarrow: Story = { ...ChangingABan, parameters: { width: '312px' } }

/** The same from right to left, in the dark. */
export const ChangingABanDark: Story = { ...ChangingABan, globals: { locale: 'ar', theme: 'dark' } }

/** Viewing and lifting a ban. */
export const LiftingABan: Story = {
  args: {
    viewer: guard,
    standing: {
      ban: { until: EXAMPLE_NOW + 3 * DAY_MS, kind: 'ban', reason: 'Sells the same boat daily', at: EXAMPLE_NOW },
      contentHidden: true,
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Manage Grey Heron' }))
    await userEvent.click(await canvas.findByRole('menuitem', { name: 'Unban…' }))
  },
}

/** A member's permissions; those the viewer lacks can't be granted. */
export const Permissions: Story = {
  args: {
    viewer: exampleMe({ tokenPermissions: { FORUM: ['approveAdmin', 'hideContent', 'pinPost'] } }),
    standing: { isModerator: true, permissions: ['hideContent'] },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Manage Grey Heron' }))
    await userEvent.click(await canvas.findByRole('menuitem', { name: 'Permissions…' }))
  },
}

/** A member's address, for holders of viewUserEmail. */
export const Email: Story = {
  args: {
    viewer: exampleMe({ tokenOwner: ['FORUM'], tokenPermissions: { FORUM: ['viewUserEmail'] } }),
    email: 'grey.heron@river.example',
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Manage Grey Heron' }))
    await userEvent.click(await canvas.findByRole('menuitem', { name: 'Show email' }))
  },
}

const bans = NAMES.map((displayName, index) => ({
  userId: exampleId(index + 1, 'u'),
  username: `member_${index}`,
  displayName,
  slugUrl: `member-${index}`,
  imageUrl: '',
  isMember: index === 0,
  at: EXAMPLE_NOW - (index + 1) * DAY_MS,
  until: index === 1 ? 0 : Date.now() + 3.1 * DAY_MS,
  kind: index === 2 ? ('timeout' as const) : ('ban' as const),
  reason: index === 0 ? '' : 'Sells the same boat daily',
}))
const banned = { path: '/bbs/FORUM/tab/holders?type=banned', viewer: guard, banned: bans }

/** For managers the member list shows who is banned, and until when. */
export const MembersBanned: Story = { args: { viewer: guard, banned: bans } }

/** The same on a phone, from right to left. */
export const MembersBannedNarrow: Story = {
  args: { viewer: guard, banned: bans },
  globals: { locale: 'ar' },
  parameters: { width: '312px' },
}

/** Banned people, members or not, for those who ban. */
export const BannedPeople: Story = { args: banned }

/** Nobody is banned. */
export const BannedPeopleEmpty: Story = { args: { ...banned, banned: [] } }

/** The list is loading. */
export const BannedPeopleLoading: Story = { args: { ...banned, calls: { communityBans: 'waits' } } }

/** It can't be loaded. */
export const BannedPeopleFailed: Story = { args: { ...banned, calls: { communityBans: 'fails' } } }

/** From right to left, in the dark. */
export const BannedPeopleDark: Story = { args: banned, globals: { locale: 'ar', theme: 'dark' } }

/** On a phone. */
export const BannedPeopleNarrow: Story = { args: banned, parameters: { width: '312px' } }

/** An admin who must set up two-step verification sees why the screen is closed, and a link. */
export const SecondFactorMissing: Story = {
  args: { path: '/bbs/FORUM/tab/activity', viewer: exampleMe(), account: { mustHaveSecondFactor: true } },
}

/** The same on a phone, in the dark, from right to left. */
export const SecondFactorMissingNarrow: Story = {
  args: { path: '/bbs/FORUM/tab/activity', viewer: exampleMe(), account: { mustHaveSecondFactor: true } },
  globals: { locale: 'ar', theme: 'dark' },
  parameters: { width: '312px' },
}

const log = { path: '/bbs/FORUM/tab/activity', viewer: guard, activity }

/** Decisions about people and content. */
export const ActivityLog: Story = { args: log }

const filtered = `${log.path}?group=comments&username=otter&from=2026-10-15&to=2026-10-31&subjectId=${exampleId(99, 'c')}`

/** Filters from the address. An item without an entry is labeled by its kind. */
export const ActivityLogFiltered: Story = { args: { ...log, path: filtered } }

/** Without matches, on a phone, in the dark, from right to left. */
export const ActivityLogFilteredNarrow: Story = {
  args: { ...log, path: filtered, activity: [] },
  globals: { locale: 'ar', theme: 'dark' },
  parameters: { width: '312px' },
}

/** No decisions yet. */
export const ActivityLogEmpty: Story = { args: { ...log, activity: [] } }

/** Loading. */
export const ActivityLogLoading: Story = { args: { ...log, calls: { communityActivity: 'waits' } } }

/** It could not be loaded. */
export const ActivityLogFailed: Story = { args: { ...log, calls: { communityActivity: 'fails' } } }

/** The log from right to left. */
export const ActivityLogRightToLeft: Story = { args: log, globals: { locale: 'ar' } }

/** The log in the dark. */
export const ActivityLogDark: Story = { args: log, globals: { theme: 'dark' } }

/** The log on a phone. */
export const ActivityLogNarrow: Story = { args: log, parameters: { width: '312px' } }

/** Banned: what it means, and until when. */
export const Banned: Story = {
  args: { viewer: exampleMe({ bannedCommunities: { FORUM: Date.now() + 3.1 * DAY_MS } }) },
}

const topics = {
  path: '/bbs/FORUM/admin-settings/topics',
  viewer: exampleMe({ tokenPermissions: { FORUM: ['editBBS'] } }),
}

/** A community's topics, for those who may edit it. */
export const Topics: Story = { args: topics }

/** The topics on a phone, in the dark. */
export const TopicsNarrow: Story = { args: topics, parameters: { width: '312px' }, globals: { theme: 'dark' } }

/** The topics from right to left. */
export const TopicsRightToLeft: Story = { args: topics, globals: { locale: 'ar' } }

const posting = { ...topics, path: '/bbs/FORUM/admin-settings/posting' }

/** Approval of posts, for those who may edit the community. */
export const Posting: Story = { args: posting }

/** The same on a phone, in the dark, from right to left. */
export const PostingNarrow: Story = {
  args: posting,
  parameters: { width: '312px' },
  globals: { locale: 'ar', theme: 'dark' },
}

const ruled = {
  ...topics,
  communities: [
    exampleCommunity({
      rules: [
        { title: 'Be kind to your neighbors', text: 'Argue about bridges, not about people.' },
        { title: 'Say where and when', text: '' },
        { title: 'One thing for sale a week', text: 'Things to give away are always welcome.' },
      ],
    }),
  ],
}

/** The sections of a community's settings. */
export const Settings: Story = { args: { ...topics, path: '/bbs/FORUM/admin-settings' } }

/** The settings for somebody whose rights have ended. */
export const SettingsNotAllowed: Story = {
  args: { path: '/bbs/FORUM/admin-settings', viewer: exampleMe() },
}

/** The same on a phone, in the dark, from right to left. */
export const SettingsNotAllowedNarrow: Story = {
  args: { path: '/bbs/FORUM/admin-settings', viewer: exampleMe() },
  parameters: { width: '312px' },
  globals: { locale: 'ar', theme: 'dark' },
}

/** The queue for somebody who doesn't moderate the community. */
export const QueueNotAllowed: Story = { args: { path: '/bbs/FORUM/tab/reports', viewer: exampleMe() } }

/** A community's rules, for those who may edit it. */
export const Rules: Story = { args: { ...ruled, path: '/bbs/FORUM/admin-settings/rules' } }

/** No rules yet. */
export const RulesEmpty: Story = { args: { ...topics, path: '/bbs/FORUM/admin-settings/rules' } }

/** Two rules with the same title, and one without. */
export const RulesRefused: Story = {
  args: { ...ruled, path: '/bbs/FORUM/admin-settings/rules' },
  play: async ({ canvas, userEvent }) => {
    const [first, , third] = await canvas.findAllByLabelText('Title')
    if (!first || !third) return
    await userEvent.clear(third)
    await userEvent.type(third, 'Say where and when')
    await userEvent.clear(first)
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await canvas.findByText('Another rule has this title.')
  },
}

/** The same on a phone, in the dark, from right to left. */
export const RulesNarrow: Story = {
  args: { ...ruled, path: '/bbs/FORUM/admin-settings/rules' },
  parameters: { width: '312px' },
  globals: { locale: 'ar', theme: 'dark' },
}

/** A community's description with its rules. */
export const AboutWithRules: Story = { args: { ...ruled, path: '/bbs/FORUM/tab/about' } }
