import type { ForumSession } from '@stoa/client'
import type { CommunityFounders, GuidedForum, MenuLink, UrlMapping, ViewAsRole } from '@stoa/contract'
import type { SignInWays } from '@stoa/login'
import type { Stoa } from '@stoa/store'
import type { Toasts, Translate } from '@stoa/ui'
import { createContext, type ReactNode, useContext } from 'react'
import type { HistoryCache } from './history-cache.ts'
import type { messages } from './messages.ts'
import type { Renewal } from './shell/stale-build.ts'

/** Accounts that visitors of the demonstration can use. */
export interface DemoSignIn {
  /** Their shared password. */
  password: string
  accounts: readonly {
    username: string
    name: string
    role: 'owner' | 'moderator' | 'partner' | 'member' | 'banned' | 'admin'
    /** Address of the portrait. */
    image: string
  }[]
}

/** A domain's name, default community and settings. */
export interface DomainConfig {
  defaultTokenName: string
  /** BCP 47 tag of the reader's language. */
  language: string
  /** Languages that readers may choose, the domain's own first. */
  languages: readonly string[]
  domainDisplayName: string
  /** Address of the logo in the header. */
  logoLink: string
  /** Color of links and buttons; communities may have their own. Default: Stoa's. */
  accent?: string | undefined
  /** Say "Powered by Stoa". */
  poweredBy: boolean
  /** Addresses in the footer; null if there is none. */
  privacyLink: string | null
  termsLink: string | null
  faqLink: string | null
  /** Members have wallets, and can tip and transfer. Default: they don't. */
  money?: boolean
  /** Lowest price for promoting a post for a day, in tokens. Default: it isn't known. */
  promotionDayPrice?: string
  /** The header links to the wallet in the community's token. Default: it doesn't. */
  stakingButton?: boolean
  /** Visitors are asked before ads and statistics start. Default: off. */
  consent?: 'off' | 'required'
  /** Where ads come from. Default: there are none. */
  ads?: { provider: 'none' | 'house' | 'script'; scriptUrl?: string | undefined }
  /** Offer the list of all communities. */
  enableForumPicker: boolean
  /** Groups of communities in the directory. Default: none. */
  sections?: readonly { name: string; slug: string; communities: readonly string[] }[]
  /** Who may create communities. */
  communityFounders: CommunityFounders
  /** Where addresses of communities begin. Default: all with `/bbs`. */
  urlMapping?: UrlMapping
  /** The domain has a single community, at `/`. */
  isSingleTokenDomain: boolean
  /** Ids of the offered sign-in methods, in the domain's order. */
  signInProviders: readonly string[]
  /** Display names of the providers among them. */
  providerNames: Readonly<Record<string, string>>
  /** The forum's client id at Google for one-tap sign-in. Default: not offered. */
  oneTapClientId?: string
  /** Visitors can't see the forum yet, and whether it has an owner. Default: it is open. */
  setup?: 'unclaimed' | 'guided'
  /** Number of the version that this browser previews. Default: the page is as everybody sees it. */
  preview?: number
  /** Browsers install no service worker. Default: they do. */
  withoutWorker?: true
  /** Demo accounts that visitors can sign in to. Default: not a demonstration. */
  demo?: DemoSignIn
}

/** The price of promotions on a domain with money, for the store. */
export function promotionsOf({ money, promotionDayPrice }: Pick<DomainConfig, 'money' | 'promotionDayPrice'>) {
  return { promotionDayPrice: money ? promotionDayPrice : undefined }
}

/** What the rule of the guide needs to know about the forum. */
export function guidedForum({ defaultTokenName, setup }: DomainConfig): GuidedForum {
  return { tokenName: defaultTokenName, isOpen: setup === undefined }
}

/** The domain's sign-in methods in the format of the sign-in dialog. */
export function signInMethods({ signInProviders, providerNames, setup }: DomainConfig): SignInWays {
  // The owner, who alone signs in while the forum is being set up, has a password.
  const isPasswordEnough = Boolean(setup) && signInProviders.includes('password')
  const ids = isPasswordEnough ? signInProviders.filter((id) => id !== 'emailLink') : signInProviders
  return { ids, names: providerNames }
}

/** One instance of the forum: per page in the browser, per request on the server. */
export interface HostedApp {
  stoa: Stoa
  config: DomainConfig
  /** Public origin of the forum, without a trailing slash. */
  origin: string
  /** The main menu as visitors see it. */
  menu: readonly MenuLink[]
  history: HistoryCache
  /** Translates the forum's texts outside components; keys as in `messages`. */
  t: Translate<typeof messages>
  toasts: Toasts
  /** On the server: content of the side column. Browsers keep it unchanged. */
  side?: ReactNode
  /** Null on the server, whose pages are always up to date. */
  renewal: Renewal | null
  /** The role as which an admin views the forum, without changing anything. Default: as themselves. */
  viewAs?: ViewAsRole | null
  /** Null on the server, which renders for visitors, and while an admin views the forum as a role. */
  session: ForumSession | null
}

const HostedAppContext = createContext<HostedApp | null>(null)

export const HostedAppProvider = HostedAppContext.Provider

export function useHostedApp(): HostedApp {
  const app = useContext(HostedAppContext)
  if (!app) throw new Error('There is no HostedAppProvider above this component.')
  return app
}
