import type { ComponentType } from 'react'
import { type RouteObject, redirect, type ShouldRevalidateFunction } from 'react-router'
import type { HostedApp } from './hosted-app.ts'
import { lazyLoader } from './lazy-loader.ts'
import { type LazyScreen, lazyScreen } from './lazy-screen.ts'
import { unlessGrown } from './list-length.ts'
import {
  ACCOUNT_DELETED_PATH,
  ACCOUNT_SETTINGS_PATH,
  DECISIONS_PATH,
  HOME_FEED_PATH,
  INSET_STATES_PATH,
  MENU_EDITOR_PATH,
  MESSAGES_PATH,
  NETWORK_ADMIN_PATH,
  NOTIFICATION_SETTINGS_PATH,
  POPULAR_PATH,
  SETUP_PATH,
  WALLET_PATH,
} from './paths.ts'
import { type LoaderArguments, notFound, type ScreenData } from './screen-data.ts'
import { communityLoader } from './screens/community/community-loader.ts'
import { embedSignInLoader } from './screens/embed-sign-in/embed-sign-in-loader.ts'
import { settingsLoader, walletLoader } from './screens/settings/settings-loader.ts'
import { SetupLayout } from './screens/setup/setup-layout.tsx'
import { beingSetUpLoader, setupLoader } from './screens/setup/setup-loader.ts'
import { FailedScreen } from './shell/failed-screen.tsx'
import { Layout } from './shell/layout.tsx'
import { NotFound } from './shell/not-found.tsx'
import { createOwnCommunity } from './single-community.ts'
import { type TextPart, withTexts } from './translations.ts'

/** The files of the screens. */
const sources = import.meta.glob<Record<string, ComponentType>>([
  './screens/**/*-screen.tsx',
  './screens/member-screens.tsx',
])

/** A screen by its file below `screens`, its exported name, and the texts it needs besides those of every page. */
function screen(file: string, name: string, texts: readonly TextPart[] = []): () => LazyScreen {
  const load = async () => {
    const { [name]: Screen } = (await sources[`./screens/${file}`]?.()) ?? {}
    if (!Screen) throw new TypeError(`There is no ${name} in ${file}.`)
    return Screen
  }
  return lazyScreen(file, withTexts(texts, load))
}

const login = screen('login/login-screen.tsx', 'LoginScreen')
const signUp = screen('login/login-screen.tsx', 'SignUpScreen')
const emailSignIn = screen('email-link/email-sign-in-screen.tsx', 'EmailSignInScreen')
const changePassword = screen('email-link/change-password-screen.tsx', 'ChangePasswordScreen')
const embedSignIn = screen('embed-sign-in/embed-sign-in-screen.tsx', 'EmbedSignInScreen')
const communityScreen = screen('community/feed/community-screen.tsx', 'CommunityScreen')
const communitiesScreen = screen('communities/communities-screen.tsx', 'CommunitiesScreen')
const createCommunity = screen('member-screens.tsx', 'CreateCommunityScreen')
const communityTab = screen('community/community-tab-screen.tsx', 'CommunityTabScreen', ['member', 'admin'])
const postScreen = screen('post/post-screen.tsx', 'PostScreen')
const thread = screen('post/thread-screen.tsx', 'ThreadScreen')
const response = screen('post/response-screen.tsx', 'ResponseScreen')
const article = screen('post/article-screen.tsx', 'ArticleScreen')
const createPost = screen('create-post/create-post-screen.tsx', 'CreatePostScreen', ['member'])
const anonymousPost = screen('create-post/anonymous-post-screen.tsx', 'AnonymousPostScreen', ['member'])
const author = screen('author/author-screen.tsx', 'AuthorScreen')
const accountSettings = screen('member-screens.tsx', 'AccountSettingsScreen')
const mergeAccounts = screen('member-screens.tsx', 'MergeAccountsScreen')
const wallet = screen('member-screens.tsx', 'WalletScreen')
const purchase = screen('member-screens.tsx', 'PurchaseScreen')
const uploads = screen('member-screens.tsx', 'UploadsScreen')
const decisions = screen('member-screens.tsx', 'DecisionsScreen')
const accountDeleted = screen('member-screens.tsx', 'AccountDeletedScreen')
const messages = screen('member-screens.tsx', 'MessagesScreen', ['errors'])
const personMessage = screen('member-screens.tsx', 'PersonMessageScreen')
const notifications = screen('member-screens.tsx', 'NotificationsScreen')
const search = screen('search/search-screen.tsx', 'SearchScreen')
const setup = screen('setup/setup-screen.tsx', 'SetupScreen', ['member', 'admin'])
const setupDoor = screen('setup/setup-door-screen.tsx', 'SetupDoorScreen')
const beingSetUp = screen('setup/being-set-up-screen.tsx', 'BeingSetUpScreen')
const homeFeed = screen('member-screens.tsx', 'HomeFeedScreen')
const popular = screen('home-feed/popular-screen.tsx', 'PopularScreen')
const moderation = screen('member-screens.tsx', 'ModerationScreen')
const networkAdmin = screen('member-screens.tsx', 'NetworkAdminScreen', ['errors'])
const insetStates = screen('member-screens.tsx', 'InsetStatesScreen')
const staticPage = screen('pages/page-screen.tsx', 'PageScreen')
const notificationSettings = screen('member-screens.tsx', 'NotificationSettingsScreen')

/** The loader of posts is loaded with its screen, which browsers preload; feeds don't include it. */
const posts = lazyLoader(async () => (await import('./screens/post/post-screen.tsx')).postLoader)
/** Loaders for few addresses are loaded with their screens. */
const authors = lazyLoader(async () => (await import('./screens/author/author-loader.ts')).authorLoader)
const directory = lazyLoader(
  async () => (await import('./screens/communities/communities-loader.ts')).communitiesLoader,
)
const popularPosts = lazyLoader(async () => (await import('./screens/home-feed/popular-loader.ts')).popularLoader)
const writing = lazyLoader(async () => (await import('./screens/create-post/create-post-loader.ts')).createPostLoader)
const communityTabs = lazyLoader(
  async () => (await import('./screens/community/community-tab-loader.ts')).communityTabLoader,
)
const threads = lazyLoader(async () => (await import('./screens/post/thread-loader.ts')).threadLoader)
const responses = lazyLoader(async () => (await import('./screens/post/response-loader.ts')).responseLoader)
const searches = lazyLoader(async () => (await import('./screens/search/search-loader.ts')).searchLoader)
const articles = lazyLoader(async () => (await import('./screens/post/article-loader.ts')).articleLoader)

const staticPages = lazyLoader(async () => (await import('./screens/pages/page-screen.tsx')).pageLoader)

/** The log reads its filters from the address itself. */
const unlessFiltered: ShouldRevalidateFunction = (about) =>
  about.nextParams.tab === 'activity' && about.currentUrl.pathname === about.nextUrl.pathname
    ? false
    : unlessGrown(about)

/** The routes of the specification, in its order. Each loader fills the store, which its screen reads. */
export function createRoutes(app: HostedApp): RouteObject[] {
  const setUp = { path: SETUP_PATH, loader: setupLoader(app), ...setup() }
  if (app.config.setup) {
    const closed = { path: '*', loader: beingSetUpLoader(app), ...beingSetUp() }
    return [inSetupFrame([setUp, { ...setupDoor(), children: signInRoutes(app) }, closed])]
  }
  const { remember } = app.history
  const ownCommunity = createOwnCommunity(app)
  const growing = { shouldRevalidate: unlessGrown }
  const community = { ...growing, loader: remember(communityLoader(app)) }
  const communities = { ...growing, loader: ownCommunity.picker(remember(directory(app))) }
  const post = { ...growing, loader: ownCommunity.within(remember(posts(app))) }
  const withComments = (path: string): RouteObject[] => [
    { path, ...post, ...postScreen() },
    { path: `${path}/comment/:commentId/:reply?/:replyId?`, ...post, ...postScreen() },
  ]
  /** The pages of a community, at addresses that begin with a prefix. */
  const inCommunity = (prefix: string): RouteObject[] => [
    {
      path: `${prefix}/:token/search/:type?`,
      loader: ownCommunity.within(remember(searches(app))),
      ...search(),
    },
    { path: `${prefix}/:token`, ...community, loader: ownCommunity.home(community.loader), ...communityScreen() },
    {
      path: `${prefix}/:token/posts/create/anonymous`,
      loader: ownCommunity.within(writing(app)),
      ...anonymousPost(),
    },
    {
      path: `${prefix}/:token/posts/create/:postId?`,
      loader: ownCommunity.within(writing(app)),
      ...createPost(),
    },
    // A post has its own address, so without one both tabs are the list.
    ...['posts', 'post'].map((tab) => ({
      path: `${prefix}/:token/tab/${tab}`,
      loader: ({ params }: LoaderArguments) => redirect(`${prefix}/${encodeURIComponent(params.token ?? '')}`, 301),
    })),
    ...['tab/:tab', 'admin-settings/:tab?'].map((path) => ({
      path: `${prefix}/:token/${path}`,
      shouldRevalidate: unlessFiltered,
      loader: ownCommunity.within(remember(communityTabs(app))),
      ...communityTab(),
    })),
    {
      path: `${prefix}/:token/author/:id/:tab?`,
      loader: ({ params: { id = '', tab } }) =>
        redirect(`/author/${encodeURIComponent(id)}${tab ? `/${encodeURIComponent(tab)}` : ''}`, 301),
    },
    ...withComments(`${prefix}/:token/community/:identifier`),
    ...withComments(`${prefix}/:token/community/:flairId/:identifier`),
    ...withComments(`${prefix}/:token/:identifier`),
    ...withComments(`${prefix}/:token/:flairId/:identifier`),
  ]
  const nowhere = () => {
    throw notFound()
  }
  return [
    {
      path: '/embed/sign-in',
      loader: embedSignInLoader(app),
      ...embedSignIn(),
      ErrorBoundary: FailedScreen,
    },
    inSetupFrame([setUp]),
    {
      Component: Layout,
      ErrorBoundary: FailedScreen,
      children: [
        {
          ErrorBoundary: FailedScreen,
          children: [
            { path: '/', ...community, ...communityScreen() },
            { path: '/bbs', ...communities, ...communitiesScreen() },
            ...signInRoutes(app),
            { path: '/bbs/singup', loader: loginLoader(app, 'app.signUp'), ...signUp() },
            {
              path: '/bbs/signup',
              loader: ({ request }) => redirect(`/bbs/singup${new URL(request.url).search}`, 301),
            },
            { path: '/bbs/thread/:threadEndResponseId/:responseId?', loader: threads(app), ...thread() },
            { path: '/bbs/response/:responseId', loader: responses(app), ...response() },
            { path: '/bbs/external-article-comment', loader: articles(app), ...article() },
            { path: '/bbs/404', loader: nowhere, Component: NotFound },
            {
              path: '/bbs/create-token',
              loader: settingsLoader(app, 'app.createCommunity'),
              ...createCommunity(),
            },
            { path: '/bbs/picker', ...communities, ...communitiesScreen() },
            {
              path: `${ACCOUNT_SETTINGS_PATH}/:section?`,
              loader: settingsLoader(app, 'app.settings'),
              ...accountSettings(),
            },
            {
              path: '/bbs/my-account/merge',
              loader: settingsLoader(app, 'app.mergeAccounts'),
              ...mergeAccounts(),
            },
            { path: `${WALLET_PATH}/:tokenName?`, loader: walletLoader(app), ...wallet() },
            { path: '/bbs/fiat-in-success', loader: walletLoader(app), ...purchase() },
            { path: DECISIONS_PATH, loader: settingsLoader(app, 'app.decisions'), ...decisions() },
            { path: '/bbs/my-account/uploads', loader: settingsLoader(app, 'app.uploads'), ...uploads() },
            {
              path: ACCOUNT_DELETED_PATH,
              loader: settingsLoader(app, 'app.accountDeleted'),
              ...accountDeleted(),
            },
            {
              path: NOTIFICATION_SETTINGS_PATH,
              loader: settingsLoader(app, 'app.notificationSettings'),
              ...notificationSettings(),
            },
            {
              path: `${MESSAGES_PATH}/:conversationId?`,
              loader: settingsLoader(app, 'app.messages'),
              ...messages(),
            },
            { path: '/author/:id/message', loader: settingsLoader(app, 'app.messages'), ...personMessage() },
            {
              path: HOME_FEED_PATH,
              ...growing,
              loader: ownCommunity.picker(settingsLoader(app, 'app.feed')),
              ...homeFeed(),
            },
            { path: POPULAR_PATH, ...growing, loader: ownCommunity.picker(remember(popularPosts(app))), ...popular() },
            { path: '/bbs/moderation', loader: settingsLoader(app, 'app.moderation'), ...moderation() },
            { path: INSET_STATES_PATH, loader: settingsLoader(app, 'app.insetStates'), ...insetStates() },
            {
              path: `${NETWORK_ADMIN_PATH}/domain-main-menu-editor`,
              loader: () => redirect(MENU_EDITOR_PATH, 301),
            },
            {
              path: `${NETWORK_ADMIN_PATH}/:part?/:name?/:pageId?`,
              loader: settingsLoader(app, 'app.networkAdmin'),
              ...networkAdmin(),
            },
            { path: '/pages/:slug', loader: staticPages(app), ...staticPage() },
            ...['', '/all', '/unread'].map((tab) => ({
              path: `/bbs/notifications${tab}`,
              ...growing,
              loader: settingsLoader(app, 'app.notifications'),
              ...notifications(),
            })),
            { path: '/bbs/search/:type?', loader: remember(searches(app)), ...search() },
            { path: '/author/:id/:tab?', ...growing, loader: remember(authors(app)), ...author() },
            ...prefixesOf(app).flatMap(inCommunity),
            { path: '*', loader: nowhere, Component: NotFound },
          ],
        },
      ],
    },
  ]
}

/** What addresses of communities begin with. */
function prefixesOf({ config }: HostedApp): string[] {
  return [...new Set(['/bbs', ...Object.values(config.urlMapping ?? {})])]
}

function inSetupFrame(children: RouteObject[]): RouteObject {
  return { Component: SetupLayout, ErrorBoundary: FailedScreen, children }
}

/** Pages for signing in, also while the forum is being set up. */
function signInRoutes(app: HostedApp): RouteObject[] {
  return [
    { path: '/bbs/login', loader: loginLoader(app, 'app.login'), ...login() },
    { path: '/bbs/email-sign-in', loader: loginLoader(app, 'app.login'), ...emailSignIn() },
    { path: '/bbs/email-change-password', loader: loginLoader(app, 'app.password'), ...changePassword() },
  ]
}

/** Sign-in and sign-up pages are the same for everyone and excluded from search engines. */
function loginLoader({ t, config }: HostedApp, title: 'app.login' | 'app.signUp' | 'app.password') {
  return (): ScreenData => ({ head: { title: `${t(title)} · ${config.domainDisplayName}`, noindex: true } })
}
