import { type RouteObject, redirect } from 'react-router'
import { unlessGrown } from './growing-list.ts'
import type { HostedApp } from './hosted-app.ts'
import { lateScreen } from './late-screen.ts'
import { notFound } from './load.ts'
import { createOwnCommunity } from './own-community.ts'
import { ACCOUNT_DELETED_PATH } from './paths.ts'
import { authorLoader } from './screens/author/author-loader.ts'
import { communitiesLoader } from './screens/communities/communities-loader.ts'
import { communityLoader } from './screens/community/community-loader.ts'
import { communityTabLoader } from './screens/community/community-tab-loader.ts'
import { createPostLoader } from './screens/create-post/create-post-loader.ts'
import { embedSignInLoader } from './screens/embed-sign-in/embed-sign-in-loader.ts'
import { loginLoader } from './screens/login/login-loader.ts'
import { postLoader } from './screens/post/post-loader.ts'
import { threadLoader } from './screens/post/thread-loader.ts'
import { settingsLoader } from './screens/settings/settings-loader.ts'
import { FailedScreen } from './shell/failed-screen.tsx'
import { Layout } from './shell/layout.tsx'
import { NotFound } from './shell/not-found.tsx'

const login = lateScreen(
  'login/login-screen.tsx',
  async () => (await import('./screens/login/login-screen.tsx')).LoginScreen,
)
const signUp = lateScreen(
  'login/login-screen.tsx',
  async () => (await import('./screens/login/login-screen.tsx')).SignUpScreen,
)
const emailSignIn = lateScreen(
  'email-link/email-sign-in-screen.tsx',
  async () => (await import('./screens/email-link/email-sign-in-screen.tsx')).EmailSignInScreen,
)
const changePassword = lateScreen(
  'email-link/change-password-screen.tsx',
  async () => (await import('./screens/email-link/change-password-screen.tsx')).ChangePasswordScreen,
)
const embedSignIn = lateScreen(
  'embed-sign-in/embed-sign-in-screen.tsx',
  async () => (await import('./screens/embed-sign-in/embed-sign-in-screen.tsx')).EmbedSignInScreen,
)
const communityScreen = lateScreen(
  'community/community-screen.tsx',
  async () => (await import('./screens/community/community-screen.tsx')).CommunityScreen,
)
const communitiesScreen = lateScreen(
  'communities/communities-screen.tsx',
  async () => (await import('./screens/communities/communities-screen.tsx')).CommunitiesScreen,
)
const communityTab = lateScreen(
  'community/community-tab-screen.tsx',
  async () => (await import('./screens/community/community-tab-screen.tsx')).CommunityTabScreen,
)
const postScreen = lateScreen(
  'post/post-screen.tsx',
  async () => (await import('./screens/post/post-screen.tsx')).PostScreen,
)
const createPost = lateScreen(
  'create-post/create-post-screen.tsx',
  async () => (await import('./screens/create-post/create-post-screen.tsx')).CreatePostScreen,
)
const author = lateScreen(
  'author/author-screen.tsx',
  async () => (await import('./screens/author/author-screen.tsx')).AuthorScreen,
)
const accountSettings = lateScreen(
  'settings/settings-screens.tsx',
  async () => (await import('./screens/settings/settings-screens.tsx')).AccountSettingsScreen,
)
const mergeAccounts = lateScreen(
  'settings/settings-screens.tsx',
  async () => (await import('./screens/settings/settings-screens.tsx')).MergeAccountsScreen,
)
const accountDeleted = lateScreen(
  'settings/settings-screens.tsx',
  async () => (await import('./screens/settings/settings-screens.tsx')).AccountDeletedScreen,
)
const notifications = lateScreen(
  'notifications/notifications-screen.tsx',
  async () => (await import('./screens/notifications/notifications-screen.tsx')).NotificationsScreen,
)
const notificationSettings = lateScreen(
  'settings/settings-screens.tsx',
  async () => (await import('./screens/settings/settings-screens.tsx')).NotificationSettingsScreen,
)

/** The route table of the specification, in its order. Each loader fills the store; its screen draws from there. */
export function createRoutes(app: HostedApp): RouteObject[] {
  const { remember } = app.history
  const own = createOwnCommunity(app)
  const growing = { shouldRevalidate: unlessGrown }
  const community = { ...growing, loader: remember(communityLoader(app)) }
  const communities = { ...growing, loader: own.picker(remember(communitiesLoader(app))) }
  const post = { ...growing, loader: own.within(remember(postLoader(app))) }
  const withComments = (path: string): RouteObject[] => [
    { path, ...post, ...postScreen() },
    { path: `${path}/comment/:commentId/:reply?/:replyId?`, ...post, ...postScreen() },
  ]
  const nowhere = () => {
    throw notFound()
  }
  return [
    {
      path: '/embed/sign-in',
      loader: embedSignInLoader(app.config.domainDisplayName),
      ...embedSignIn(),
      ErrorBoundary: FailedScreen,
    },
    {
      Component: Layout,
      ErrorBoundary: FailedScreen,
      children: [
        {
          ErrorBoundary: FailedScreen,
          children: [
            { path: '/', ...community, ...communityScreen() },
            { path: '/bbs', ...communities, ...communitiesScreen() },
            { path: '/bbs/login', loader: loginLoader(app, 'app.login'), ...login() },
            { path: '/bbs/singup', loader: loginLoader(app, 'app.signUp'), ...signUp() },
            { path: '/bbs/email-sign-in', loader: loginLoader(app, 'app.login'), ...emailSignIn() },
            {
              path: '/bbs/email-change-password',
              loader: loginLoader(app, 'app.password'),
              ...changePassword(),
            },
            {
              path: '/bbs/signup',
              loader: ({ request }) => redirect(`/bbs/singup${new URL(request.url).search}`, 301),
            },
            { path: '/bbs/thread/:threadEndResponseId/:responseId?', loader: threadLoader(app), Component: NotFound },
            { path: '/bbs/404', loader: nowhere, Component: NotFound },
            { path: '/bbs/picker', ...communities, ...communitiesScreen() },
            {
              path: '/bbs/my-account/settings',
              loader: settingsLoader(app, 'app.settings'),
              ...accountSettings(),
            },
            {
              path: '/bbs/my-account/merge',
              loader: settingsLoader(app, 'app.mergeAccounts'),
              ...mergeAccounts(),
            },
            {
              path: ACCOUNT_DELETED_PATH,
              loader: settingsLoader(app, 'app.accountDeleted'),
              ...accountDeleted(),
            },
            {
              path: '/bbs/my-profile/settings/notifications',
              loader: settingsLoader(app, 'app.notificationSettings'),
              ...notificationSettings(),
            },
            ...['', '/all', '/unread'].map((tab) => ({
              path: `/bbs/notifications${tab}`,
              ...growing,
              loader: settingsLoader(app, 'app.notifications'),
              ...notifications(),
            })),
            { path: '/author/:id/:tab?', ...growing, loader: remember(authorLoader(app)), ...author() },
            { path: '/bbs/:token', ...community, loader: own.home(community.loader), ...communityScreen() },
            {
              path: '/bbs/:token/posts/create/:postId?',
              loader: own.within(createPostLoader(app)),
              ...createPost(),
            },
            {
              path: '/bbs/:token/tab/posts',
              loader: ({ params }) => redirect(`/bbs/${encodeURIComponent(params.token ?? '')}`, 301),
            },
            ...['tab/:tab', 'admin-settings/:tab'].map((path) => ({
              path: `/bbs/:token/${path}`,
              ...growing,
              loader: own.within(remember(communityTabLoader(app))),
              ...communityTab(),
            })),
            {
              path: '/bbs/:token/admin-settings',
              loader: ({ params }) => redirect(`/bbs/${encodeURIComponent(params.token ?? '')}/admin-settings/topics`),
            },
            {
              path: '/bbs/:token/author/:id/:tab?',
              loader: ({ params: { id = '', tab } }) =>
                redirect(`/author/${encodeURIComponent(id)}${tab ? `/${encodeURIComponent(tab)}` : ''}`, 301),
            },
            ...withComments('/bbs/:token/community/:identifier'),
            ...withComments('/bbs/:token/community/:flairId/:identifier'),
            ...withComments('/bbs/:token/:identifier'),
            ...withComments('/bbs/:token/:flairId/:identifier'),
            { path: '*', loader: nowhere, Component: NotFound },
          ],
        },
      ],
    },
  ]
}
