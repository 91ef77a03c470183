import { type RouteObject, redirect } from 'react-router'
import { unlessGrown } from './growing-list.ts'
import type { HostedApp } from './hosted-app.ts'
import { notFound } from './load.ts'
import { createOwnCommunity } from './own-community.ts'
import { ACCOUNT_DELETED_PATH } from './paths.ts'
import { authorLoader } from './screens/author/author-loader.ts'
import { AuthorScreen } from './screens/author/author-screen.tsx'
import { communitiesLoader } from './screens/communities/communities-loader.ts'
import { CommunitiesScreen } from './screens/communities/communities-screen.tsx'
import { communityLoader } from './screens/community/community-loader.ts'
import { CommunityScreen } from './screens/community/community-screen.tsx'
import { communityTabLoader } from './screens/community/community-tab-loader.ts'
import { CommunityTabScreen } from './screens/community/community-tab-screen.tsx'
import { createPostLoader } from './screens/create-post/create-post-loader.ts'
import { CreatePostScreen } from './screens/create-post/create-post-screen.tsx'
import { embedSignInLoader } from './screens/embed-sign-in/embed-sign-in-loader.ts'
import { loginLoader } from './screens/login/login-loader.ts'
import { postLoader } from './screens/post/post-loader.ts'
import { PostScreen } from './screens/post/post-screen.tsx'
import { threadLoader } from './screens/post/thread-loader.ts'
import { settingsLoader } from './screens/settings/settings-loader.ts'
import {
  AccountDeletedScreen,
  AccountSettingsScreen,
  MergeAccountsScreen,
  NotificationSettingsScreen,
} from './screens/settings/settings-screens.tsx'
import { FailedScreen } from './shell/failed-screen.tsx'
import { Layout } from './shell/layout.tsx'
import { NotFound } from './shell/not-found.tsx'

// Whoever is signed in, or only reads, loads none of this.
const loadLogin = async () => (await import('./screens/login/login-screen.tsx')).LoginScreen
const loadSignUp = async () => (await import('./screens/login/login-screen.tsx')).SignUpScreen
const loadEmailSignIn = async () => (await import('./screens/email-link/email-sign-in-screen.tsx')).EmailSignInScreen
const loadChangePassword = async () =>
  (await import('./screens/email-link/change-password-screen.tsx')).ChangePasswordScreen
const loadEmbedSignIn = async () => (await import('./screens/embed-sign-in/embed-sign-in-screen.tsx')).EmbedSignInScreen

/** The route table of the specification, in its order. Each loader fills the store; its screen draws from there. */
export function createRoutes(app: HostedApp): RouteObject[] {
  const { remember } = app.history
  const own = createOwnCommunity(app)
  const growing = { shouldRevalidate: unlessGrown }
  const community = { ...growing, loader: remember(communityLoader(app)), Component: CommunityScreen }
  const communities = {
    ...growing,
    loader: own.picker(remember(communitiesLoader(app))),
    Component: CommunitiesScreen,
  }
  const post = { ...growing, loader: own.within(remember(postLoader(app))), Component: PostScreen }
  const withComments = (path: string): RouteObject[] => [
    { path, ...post },
    { path: `${path}/comment/:commentId/:reply?/:replyId?`, ...post },
  ]
  const nowhere = () => {
    throw notFound()
  }
  return [
    {
      path: '/embed/sign-in',
      loader: embedSignInLoader(app.config.domainDisplayName),
      lazy: { Component: loadEmbedSignIn },
      ErrorBoundary: FailedScreen,
    },
    {
      Component: Layout,
      ErrorBoundary: FailedScreen,
      children: [
        {
          ErrorBoundary: FailedScreen,
          children: [
            { path: '/', ...community },
            { path: '/bbs', ...communities },
            { path: '/bbs/login', loader: loginLoader(app, 'app.login'), lazy: { Component: loadLogin } },
            { path: '/bbs/singup', loader: loginLoader(app, 'app.signUp'), lazy: { Component: loadSignUp } },
            { path: '/bbs/email-sign-in', loader: loginLoader(app, 'app.login'), lazy: { Component: loadEmailSignIn } },
            {
              path: '/bbs/email-change-password',
              loader: loginLoader(app, 'app.password'),
              lazy: { Component: loadChangePassword },
            },
            {
              path: '/bbs/signup',
              loader: ({ request }) => redirect(`/bbs/singup${new URL(request.url).search}`, 301),
            },
            { path: '/bbs/thread/:threadEndResponseId/:responseId?', loader: threadLoader(app), Component: NotFound },
            { path: '/bbs/404', loader: nowhere, Component: NotFound },
            { path: '/bbs/picker', ...communities },
            {
              path: '/bbs/my-account/settings',
              loader: settingsLoader(app, 'app.settings'),
              Component: AccountSettingsScreen,
            },
            {
              path: '/bbs/my-account/merge',
              loader: settingsLoader(app, 'app.mergeAccounts'),
              Component: MergeAccountsScreen,
            },
            {
              path: ACCOUNT_DELETED_PATH,
              loader: settingsLoader(app, 'app.accountDeleted'),
              Component: AccountDeletedScreen,
            },
            {
              path: '/bbs/my-profile/settings/notifications',
              loader: settingsLoader(app, 'app.notificationSettings'),
              Component: NotificationSettingsScreen,
            },
            { path: '/author/:id/:tab?', ...growing, loader: remember(authorLoader(app)), Component: AuthorScreen },
            { path: '/bbs/:token', ...community, loader: own.home(community.loader) },
            {
              path: '/bbs/:token/posts/create/:postId?',
              loader: own.within(createPostLoader(app)),
              Component: CreatePostScreen,
            },
            { path: '/bbs/:token/tab/posts', loader: ({ params }) => redirect(`/bbs/${params.token}`, 301) },
            {
              path: '/bbs/:token/tab/:tab',
              ...growing,
              loader: own.within(remember(communityTabLoader(app))),
              Component: CommunityTabScreen,
            },
            {
              path: '/bbs/:token/author/:id/:tab?',
              loader: ({ params: { id = '', tab } }) =>
                redirect(`/author/${encodeURIComponent(id)}${tab ? `/${tab}` : ''}`, 301),
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
