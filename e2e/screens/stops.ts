import type { Page } from '@playwright/test'

/** A page that `npm run screens` visits. */
export interface Stop {
  name: string
  /** `{response}`, `{draft}`, `{conversation}` and `{claim}` stand for what the run finds or creates first. */
  path: string
  /** It is the partner's page, not the forum's. */
  isPartner?: boolean
  /** Also taken with forced colors and in Arabic. */
  isSample?: boolean
  /** Its console may have errors. */
  mayFail?: boolean
  /** What to do there before the picture. */
  act?: (page: Page) => Promise<void>
}

export interface Role {
  /** Account; none for visitors. */
  login?: string
  /** Its forum is new and has no demonstration. */
  isNewForum?: boolean
  stops: Stop[]
}

const FORUM = '/bbs/FORUM'
const POST = `${FORUM}/community/what-should-the-square-get-first`
const ARTICLE = '/articles/footbridge-reopens.html'
const SETTINGS = '/bbs/my-account/settings'

const home: Stop = { name: 'home', path: '/', isSample: true }
const feed: Stop = { name: 'feed', path: FORUM }
const post: Stop = { name: 'post', path: POST }
const composer: Stop = { name: 'composer', path: `${FORUM}/posts/create` }
const article: Stop = { name: 'article', path: ARTICLE, isPartner: true }
const decisions: Stop = { name: 'decisions', path: '/bbs/my-account/decisions' }
const wallet: Stop = { name: 'wallet', path: '/bbs/wallet' }
const notifications: Stop = { name: 'notifications', path: '/bbs/notifications' }

const at = (base: string, names: string[], prefix = ''): Stop[] =>
  names.map((name) => ({ name: prefix + name, path: `${base}/${name}` }))
/** A stop with something open, by a button with this text. */
const opened = (name: string, path: string, button: string): Stop => ({
  name,
  path,
  act: (page) => page.getByRole('button').filter({ hasText: button }).first().click(),
})
const switcher: Stop = {
  name: 'switcher',
  path: FORUM,
  act: (page) => page.locator('.stoa-app-switcher summary').click(),
}
const own = (slug: string, tabs: string[]) => at(`/author/${slug}`, tabs, 'own-')
const sample = (stop: Stop): Stop => ({ ...stop, isSample: true })

/** Who visits what. */
export const ROLES: Record<string, Role> = {
  visitor: {
    stops: [
      home,
      sample(feed),
      { name: 'feed-new', path: `${FORUM}?sort=new` },
      sample(post),
      { name: 'poll-closed', path: `${FORUM}/community/when-shall-the-repair-evening-begin` },
      { name: 'story', path: `${FORUM}/what-the-ferry-was-for`, isSample: true },
      { name: 'video', path: `${FORUM}/community/from-the-mill-to-the-market-without-meeting-a-car` },
      { name: 'article-thread', path: `${FORUM}/community/footbridge-reopens`, isSample: true },
      { name: 'response', path: '/bbs/response/{response}' },
      { name: 'popular', path: '/bbs/popular', isSample: true },
      { name: 'search', path: '/bbs/search?q=library+books', isSample: true },
      ...at('/bbs/search', ['comments?q=sewing+machine', 'people?q=demo', 'communities?q=garden'], 'search-').map(
        (stop) => ({ ...stop, name: stop.name.split('?')[0] ?? '' }),
      ),
      { name: 'search-none', path: '/bbs/search?q=quernstones' },
      { name: 'search-start', path: '/bbs/FORUM/search' },
      { name: 'directory', path: '/bbs/picker', isSample: true },
      { name: 'directory-empty', path: '/bbs/picker?q=zzzz' },
      ...at(`${FORUM}/tab`, ['about', 'holders', 'polls', 'video', 'leaderboard', 'activity'], 'tab-'),
      opened('reputation-help', `${FORUM}/tab/leaderboard`, 'How reputation works'),
      switcher,
      { name: 'author', path: '/author/demo-ada' },
      { name: 'followers', path: '/author/demo-ada/followers' },
      { name: 'sign-in', path: '/bbs/login', isSample: true },
      { name: 'sign-in-reason', path: `/bbs/login?next=${FORUM}/posts/create` },
      opened('forgotten-password', '/bbs/login', 'Forgot'),
      { name: 'sign-up', path: '/bbs/singup' },
      { name: 'not-found', path: '/bbs/FORUM/community/nothing-here', mayFail: true },
      {
        name: 'offline',
        path: FORUM,
        mayFail: true,
        async act(page) {
          await page.context().setOffline(true)
          await page.getByRole('link', { name: 'Members', exact: true }).click()
          await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
        },
      },
      sample(article),
    ],
  },
  newcomer: {
    login: 'screens_nora',
    stops: [
      home,
      feed,
      composer,
      notifications,
      ...own('screens-nora', ['activity', 'saved', 'draft']),
      wallet,
      decisions,
    ],
  },
  member: {
    login: 'demo_emi',
    stops: [
      sample(home),
      feed,
      post,
      sample(composer),
      { name: 'composer-draft', path: `${FORUM}/posts/create/{draft}` },
      opened('composer-preview', `${FORUM}/posts/create/{draft}`, 'Preview'),
      { name: 'shortcuts', path: FORUM, act: (page) => page.keyboard.press('?') },
      switcher,
      sample(notifications),
      { name: 'home-feed', path: '/bbs/feed', isSample: true },
      { name: 'inbox', path: '/bbs/messages', isSample: true },
      { name: 'conversation', path: '/bbs/messages/{conversation}', isSample: true },
      ...own('demo-emi', ['published', 'comments', 'reputation', 'saved', 'draft', 'pending', 'scheduled', 'hidden']),
      { name: 'own-page', path: '/author/demo-emi' },
      { name: 'author', path: '/author/demo-cleo' },
      { name: 'settings', path: SETTINGS },
      ...at(SETTINGS, ['profile', 'security', 'sessions', 'messages', 'hidden', 'merge', 'data'], 'settings-'),
      { name: 'settings-notifications', path: '/bbs/my-profile/settings/notifications', isSample: true },
      { name: 'settings-uploads', path: '/bbs/my-account/uploads' },
      sample(wallet),
      { name: 'purchase', path: '/bbs/fiat-in-success' },
      decisions,
      { name: 'create-community', path: '/bbs/create-token' },
      article,
    ],
  },
  moderator: {
    login: 'demo_ben',
    stops: [
      home,
      { name: 'moderation', path: '/bbs/moderation' },
      opened('member-card', '/bbs/moderation', 'Member card'),
      { name: 'queue', path: `${FORUM}/tab/reports`, isSample: true },
      { name: 'log', path: `${FORUM}/tab/activity` },
      { name: 'members', path: `${FORUM}/tab/holders` },
      { name: 'banned', path: `${FORUM}/tab/holders?type=banned` },
      post,
      article,
    ],
  },
  owner: {
    login: 'demo_ada',
    stops: [
      feed,
      { name: 'settings', path: `${FORUM}/admin-settings`, isSample: true },
      ...at(
        `${FORUM}/admin-settings`,
        [
          'start',
          'general',
          'featured',
          'topics',
          'posting',
          'rules',
          'moderation',
          'members',
          'cashier',
          'archive',
          'transfer',
        ],
        'settings-',
      ),
    ],
  },
  partner: { login: 'demo_cleo', stops: [wallet] },
  banned: {
    login: 'demo_mo',
    stops: [feed, post, composer, wallet, decisions, article],
  },
  admin: {
    login: 'demo_admin',
    stops: [
      home,
      post,
      { name: 'directory', path: '/bbs/picker' },
      { name: 'moderation', path: '/bbs/moderation' },
      ...at('/bbs/network-admin-dashboard', ['domains']),
      { name: 'domain', path: '/bbs/network-admin-dashboard/domains/default', isSample: true },
    ],
  },
  founder: {
    isNewForum: true,
    stops: [
      { name: 'being-set-up', path: '/' },
      { name: 'claim', path: '{claim}' },
      ...['name', 'topics', 'joining', 'email', 'site', 'invite'].map(
        (step): Stop => ({ name: `guide-${step}`, path: `/bbs/setup?step=${step}` }),
      ),
    ],
  },
}
